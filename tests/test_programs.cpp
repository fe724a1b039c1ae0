#include <unistd.h>

#include <cstdint>

#include "programs.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// A training of a moment.
const std::string kTiny = "coreference --data mine.txt --steps 5 --quiet ";

}  // namespace

TEST_CASE("coreference: a run of heed's sentences leaves a config, a log, a model and a page") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run("coreference --steps 20");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "4000 sentences to learn from"));
  CHECK(has(ended.out, "After training"));
  CHECK(has(ended.out, "Right answers when edges are cut"));
  CHECK(has(ended.errors, "step=20 loss="));
  CHECK(ended.out.find("Prediction") == ended.out.npos);  // it is about the default training
  const auto files = std::filesystem::directory_iterator(place / "runs/coreference-1");
  CHECK(std::distance(begin(files), end(files)) == 5);  // and a checkpoint
  CHECK(has(ended.out, "see it: runs/coreference-1/report.html"));
  CHECK(place.file("runs/coreference-1/report.html").size() < 1'200'000);
  const std::string config = place.file("runs/coreference-1/config.txt");
  CHECK(has(config, "language = en\nlayers = 1\n"));
  CHECK(has(config, "steps = 20\n"));
  const std::string log = place.file("runs/coreference-1/metrics.jsonl");
  CHECK(log.substr(0, 18) == "{\"step\":10,\"loss\":");
  CHECK(std::count(log.begin(), log.end(), '\n') == 2);
}

TEST_CASE("coreference: no file of a run holds a path of the machine, or its name") {
  if (kDouble) return;
  const Workplace place;
  REQUIRE(place.run("coreference --data mine.txt --steps 10 --out one").code == 0);
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  for (const char* name : {"one/config.txt", "one/metrics.jsonl", "one/model.safetensors",
                           "one/checkpoint.safetensors"}) {
    const std::string text = place.file(name);
    for (const std::string& private_word :
         {place.path, std::string(HEED_PROGRAMS), std::string(HEED_DATASETS)}) {
      CHECK(text.find(private_word) == text.npos);
    }
    if (std::string(host).size() > 3) CHECK(text.find(host) == text.npos);
  }
}

TEST_CASE("coreference: the same seed writes the same bytes, with one thread and with two") {
  if (kDouble) return;
  const Workplace place;
  const std::string run = "coreference --data mine.txt --steps 20 --quiet --seed ";
  REQUIRE(place.run(run + "3 --threads 1 --out a").code == 0);
  REQUIRE(place.run(run + "3 --threads 1 --out b").code == 0);
  REQUIRE(place.run(run + "3 --threads 2 --out c").code == 0);
  REQUIRE(place.run(run + "4 --threads 2 --out d").code == 0);
  for (const char* name : {"/config.txt", "/metrics.jsonl", "/model.safetensors", "/report.html"}) {
    CHECK(place.file(std::string("a") + name) == place.file(std::string("b") + name));
    CHECK(place.file(std::string("a") + name) == place.file(std::string("c") + name));
    CHECK(place.file(std::string("a") + name) != place.file(std::string("d") + name));
  }
}

TEST_CASE("coreference: threads, locale, time zone and folder change no byte of a run's files") {
  if (kDouble) return;
  const Workplace place;
  // Large enough for the products to be spread over threads.
  const std::string run =
      "coreference --data mine.txt --steps 20 --layers 2 --batch 96 --width 64 "
      "--quiet --overwrite --out '" +
      place.path + "/run' --threads ";
  const auto files_of = [&](const std::string& command) {
    CHECK(place.run(command).code == 0);
    return place.file("run/config.txt") + place.file("run/metrics.jsonl") +
           place.file("run/model.safetensors") + place.file("run/checkpoint.safetensors") +
           place.file("run/report.html");
  };
  const std::string first = files_of(run + "1");
  for (const std::string& command :
       {run + "2", run + "3", run + "8", "LC_ALL=de_DE.UTF-8 TZ=Pacific/Chatham " + run + "2",
        "mkdir 'else where' && cp mine.txt 'else where' && cd 'else where' && " + run + "2"}) {
    CAPTURE(command);
    const bool same = files_of(command) == first;
    CHECK(same);
  }
}

TEST_CASE("coreference: stdout is the same with one thread and with two, twice, and for --seeds") {
  if (kDouble) return;
  const Workplace place;
  for (const char* seeds : {"", "--seeds 3 "}) {
    const std::string run = kTiny + seeds + "--out same --overwrite --threads ";
    const std::string one = place.run(run + "1").out;
    CHECK(one.size() > 200);
    CHECK(one == place.run(run + "1").out);
    CHECK(one == place.run(run + "2").out);
  }
}

TEST_CASE("coreference: writes over no other run, unless it is told to") {
  if (kDouble) return;
  const Workplace place;
  REQUIRE(place.run(kTiny + "--out one").code == 0);
  const std::string model = place.file("one/model.safetensors");
  const std::string config = place.file("one/config.txt");
  const Ended refused = place.run(kTiny + "--seed 2 --out one");
  CHECK(refused.code == 5);
  CHECK(refused.out == "");
  CHECK(refused.errors ==
        "coreference: one: is not empty: choose another --out, or --overwrite the run in it\n");
  CHECK(place.file("one/model.safetensors") == model);
  CHECK(place.file("one/config.txt") == config);
  CHECK(place.run(kTiny + "--seed 2 --out one --overwrite").code == 0);
  CHECK(place.file("one/model.safetensors") != model);
  CHECK(has(place.file("one/config.txt"), "seed = 2\n"));
}

TEST_CASE("coreference: without --out, every run gets the next free folder") {
  if (kDouble) return;
  const Workplace place;
  CHECK(place.run(kTiny).code == 0);
  CHECK(place.run(kTiny).code == 0);
  CHECK(place.holds("runs/coreference-1/model.safetensors"));
  CHECK(place.holds("runs/coreference-2/model.safetensors"));
}

TEST_CASE("coreference: learns six pairs of twins, and says what it knows of them") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run("coreference --data mine.txt --steps 200 --quiet");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "12 sentences to learn from"));
  CHECK(has(ended.out, "   right\n  The cat met the car , [it] was wide\n"));
  CHECK(ended.out.find("wrong") == ended.out.npos);
  CHECK(has(squeezed(ended.out), " this model 100.0 –\n"));
  CHECK(has(ended.out, "What the pronoun looks at (train), %"));
}

TEST_CASE("coreference: of twenty sentences without twins, two are held out and asked") {
  if (kDouble) return;
  const Workplace place;
  std::string text = "# a comment\n\nThe {u} met {v} , [they] left\n";
  for (int i = 0; i < 20; ++i) text += concat("The {a", i, "}* met {b} , [it] left\r\n");
  write_file(place / "alone.txt", text);
  for (const char* seeds : {"1", "2"}) {
    const Ended ended =
        place.run("coreference --data alone.txt --quiet --steps 20 --seeds " + std::string(seeds));
    CHECK(ended.code == 0);
    CHECK(has(ended.out, "held out"));
  }
  const Ended ended = place.run("coreference --data alone.txt --quiet --steps 100");
  CHECK(has(ended.out, "18 sentences to learn from"));
  CHECK(has(squeezed(ended.out), " this model 100.0 –\n"));
  CHECK(has(ended.out, "Heads and cuts are measured on twins, and held out has none"));
}

TEST_CASE("coreference: an antecedent that a causal pointer cannot see is refused, by its line") {
  if (kDouble) return;
  const Workplace place;
  write_file(place / "late.txt", "The {a}* met {b} , [it] left\nAs [it] left , {a}* met {b}\n");
  const std::string run = "coreference --data late.txt --steps 5 --quiet ";
  const Ended ended = place.run(run + "--causal");
  CHECK(ended.code == 3);
  CHECK(has(ended.errors, "coreference: late.txt:2: the antecedent stands behind the pronoun"));
  CHECK(place.run(run).code == 0);
  CHECK(place.run(run + "--causal --readout name").code == 0);
}

TEST_CASE("coreference: no word of a sentence drives the terminal") {
  if (kDouble) return;
  const Workplace place;
  write_file(place / "wild.txt",
             "The {</script>}* met {\x1b\\[31m} , [it\x07] left\n"
             "The {</script>} met {\x1b\\[31m}* , [it\x07] \xe2\x80\xae came\n");
  for (const char* seeds : {"1", "2"}) {
    const Ended ended = place.run("coreference --data wild.txt --steps 5 --color never --seeds " +
                                  std::string(seeds));
    CHECK(ended.code == 0);
    for (const char* control : {"\x1b", "\x07", "\xe2\x80\xae"}) {
      CHECK(ended.out.find(control) == ended.out.npos);
      CHECK(ended.errors.find(control) == ended.errors.npos);
    }
  }
  const std::string out = place.run("coreference --data wild.txt --steps 5").out;
  CHECK(has(out, "  The </script> met \\x1b[31m , [it\\x07] left\n"));
}

TEST_CASE("coreference: --help lists every option, with its default") {
  if (kDouble) return;
  const Ended ended = Workplace().run("coreference --help");
  CHECK(ended.code == 0);
  CHECK(ended.errors == "");
  for (const char* option :
       {"data",      "language", "layers",  "heads",      "width",          "readout",
        "positions", "no-scale", "causal",  "steps",      "batch",          "rate",
        "seed",      "seeds",    "threads", "out",        "overwrite",      "color",
        "progress",  "quiet",    "resume",  "save-every", "detect-anomaly", "version"}) {
    CHECK(has(ended.out, concat("\n  --", option, " ")));
  }
  CHECK(has(ended.out, "\n  -h, --help "));
  for (const char* initial :
       {"en", "1", "4", "32", "pointer", "learned", "2000", "0.003", "auto"}) {
    CHECK(has(ended.out, concat("(default ", initial, ")")));
  }
}

TEST_CASE("coreference: every kind of model trains, is measured and is saved") {
  if (kDouble) return;
  const Workplace place;
  for (const char* options :
       {"--readout name", "--positions none", "--positions sinusoidal", "--layers 0", "--layers 2",
        "--layers 0 --readout name", "--causal", "--no-scale", "--heads 1 --width 1"}) {
    CAPTURE(options);
    const Ended ended = place.run(kTiny + options + " --out one --overwrite");
    CHECK(ended.code == 0);
    CHECK(has(ended.out, "Right answers when edges are cut"));
    CHECK(place.run("attend --model one/model.safetensors --data mine.txt").code == 0);
  }
}

TEST_CASE("coreference: --seeds prints a row a seed, the median and the worst") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run(kTiny + "--seed 8 --seeds 2 --out one");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "\n  8 "));
  CHECK(has(ended.out, "\n  9 "));
  CHECK(has(ended.out, "all sentences   median "));
  CHECK(has(ended.out, " of 2\n"));
  CHECK(has(place.file("one/metrics.jsonl"), "{\"seed\":9,\"right\":"));
}

TEST_CASE("coreference: a full disk never passes for success, and a closed pipe costs no model") {
  if (kDouble) return;
  const Workplace place;
  const Ended full = place.run("{ " + kTiny + "--out one >/dev/full; }");
  CHECK(full.code == 5);
  CHECK(full.errors == "coreference: cannot write to standard output\n");
  const Ended piped = place.run(kTiny + "--out two | head -1");
  CHECK(piped.errors == "");
  CHECK(has(piped.out, "12 sentences to learn from"));
  CHECK(place.run("tensors verify two/model.safetensors").code == 0);
  CHECK(place.file("two/model.safetensors") == place.file("one/model.safetensors"));
}
