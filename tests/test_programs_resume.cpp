#include "programs.hpp"
#include "support.hpp"

using namespace heed;

namespace {

const std::string kRun = "coreference --data mine.txt --quiet --width 8 --heads 1 --seed 5 ";

// Every file that a run is for, one behind the other.
std::string files(const Workplace& place, const std::string& folder) {
  std::string all;
  for (const char* name :
       {"config.txt", "metrics.jsonl", "model.safetensors", "checkpoint.safetensors"}) {
    all += place.file(folder + "/" + name);
  }
  return all;
}

}  // namespace

TEST_CASE("resume: a run that a signal ends goes on to the same files and words, bit for bit") {
  if (kDouble) return;
  const Workplace place;
  const std::string run = kRun + "--steps 2000 --save-every 10 --out ";
  const Ended whole = place.run(run + "whole");
  REQUIRE(whole.code == 0);
  const std::vector<std::pair<std::string, int>> signals = {
      {"INT", 130}, {"TERM", 143}, {"KILL", 137}};
  for (const auto& [signal, code] : signals) {
    const Ended ended =
        place.run(run + signal + " & p=$!; until test -e " + signal +
                  "/checkpoint.safetensors; do :; done; kill -" + signal + " $p; wait $p");
    CHECK(ended.code == code);
    if (signal != "KILL") CHECK(has(ended.errors, "coreference: interrupted; to go on: "));
    if (signal != "KILL") CHECK(has(ended.errors, " --out " + signal + " --resume\n"));
    CHECK_FALSE(place.holds(signal + "/model.safetensors"));
    const Ended resumed = place.run(run + signal + " --resume");
    CHECK(resumed.code == 0);
    CHECK(files(place, signal) == files(place, "whole"));
    CHECK(resumed.out.substr(0, resumed.out.find("\nsee it")) ==
          whole.out.substr(0, whole.out.find("\nsee it")));
  }
}

TEST_CASE("resume: of a finished run, it shows what came out and changes no file") {
  if (kDouble) return;
  const Workplace place;
  const Ended first = place.run(kRun + "--steps 20 --out one");
  const std::string before = files(place, "one");
  const Ended again = place.run(kRun + "--steps 20 --out one --resume --threads 1");
  CHECK(again.code == 0);
  CHECK(again.out == first.out);
  CHECK(files(place, "one") == before);
}

TEST_CASE("resume: with nothing to go on from, it starts afresh") {
  if (kDouble) return;
  const Workplace place;
  CHECK(place.run(kRun + "--steps 20 --out one").code == 0);
  CHECK(place.run(kRun + "--steps 20 --out two --resume").code == 0);
  CHECK(files(place, "two") == files(place, "one"));
}

TEST_CASE("resume: a damaged checkpoint is named and passed over") {
  if (kDouble) return;
  const Workplace place;
  REQUIRE(place.run(kRun + "--steps 20 --save-every 15 --out one").code == 0);
  const std::string before = files(place, "one");
  std::string checkpoint = place.file("one/checkpoint.safetensors");
  checkpoint.back() = static_cast<char>(checkpoint.back() ^ 1);
  write_file(place / "one/checkpoint.safetensors", checkpoint);
  const Ended ended = place.run(kRun + "--steps 20 --save-every 15 --out one --resume");
  CHECK(ended.code == 0);
  CHECK(one_line(ended.errors));
  CHECK(ended.errors.starts_with(
      "passed over: one/checkpoint.safetensors: is damaged: its checksum is '"));
  CHECK(files(place, "one") == before);
}

TEST_CASE(
    "resume: options or sentences that contradict the run are refused, and it is left alone") {
  if (kDouble) return;
  const Workplace place;
  REQUIRE(place.run(kRun + "--steps 20 --out one").code == 0);
  const std::string before = files(place, "one");
  const auto refused = [&](const std::string& options, const std::string& message) {
    const Ended ended = place.run(kRun + options);
    CHECK(ended.code == 2);
    CHECK(ended.out == "");
    CHECK(has(ended.errors, message));
    CHECK(one_line(ended.errors));
    CHECK(files(place, "one") == before);
  };
  refused("--steps 30 --out one --resume",
          "one/config.txt: says 'steps = 20', but this command 'steps = 30'; resume with");
  refused("--steps 20 --resume", "coreference: --resume needs --out");
  refused("--steps 20 --resume --overwrite --out one", "--resume and --overwrite exclude");
  write_file(place / "mine.txt",
             place.file("mine.txt") + "The {cat}* met the {car} , [it] was ill\n");
  refused("--steps 20 --out one --resume", "one/config.txt: says 'sentences = ");
}

TEST_CASE("resume: of several seeds, those that are done are not computed again") {
  if (kDouble) return;
  const Workplace place;
  const std::string run = "coreference --data mine.txt --steps 5 --seed 3 --seeds 3 --out ";
  const Ended whole = place.run(run + "one");
  REQUIRE(whole.code == 0);
  const std::string log = place.file("one/metrics.jsonl");
  write_file(place / "one/metrics.jsonl", log.substr(0, log.find('\n') + 10));
  const Ended resumed = place.run(run + "one --resume");
  CHECK(resumed.code == 0);
  CHECK(resumed.out == whole.out);
  CHECK(place.file("one/metrics.jsonl") == log);
  CHECK(whole.errors.substr(0, 6) == "step=1");
  CHECK(resumed.errors.substr(0, 6) == "step=2");
}
