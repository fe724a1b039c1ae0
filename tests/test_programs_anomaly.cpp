// A training that meets numbers that are not finite.
#include "programs.hpp"
#include "support.hpp"

using namespace heed;

TEST_CASE("coreference: a loss that is not finite ends the run at once, without a model") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run("coreference --data mine.txt --quiet --rate 1e30 --out one");
  CHECK(ended.code == 4);
  CHECK(has(ended.errors, "coreference: step 2: loss is "));
  CHECK(has(ended.errors,
            "; no checkpoint had been saved; to see which operation makes it: "
            "coreference --data mine.txt --rate 1e+30 --quiet --out one --resume "
            "--detect-anomaly\n"));
  CHECK(one_line(ended.errors));
  CHECK_FALSE(place.holds("one/model.safetensors"));
}

TEST_CASE("coreference: of several seeds, the one whose loss is not finite is named") {
  if (kDouble) return;
  const Ended ended = Workplace().run(
      "coreference --data mine.txt --steps 5 --quiet --rate 1e30 --seed 4 --seeds 2 --out one");
  CHECK(ended.code == 4);
  CHECK(has(ended.errors, "coreference: seed 4: step 2: loss is "));
  CHECK(one_line(ended.errors));
}

TEST_CASE("coreference: the last good checkpoint outlives a loss that is not finite") {
  if (kDouble) return;
  const Workplace place;
  const std::string run =
      "coreference --data mine.txt --quiet --rate 1e30 --save-every 1 --out one";
  const Ended ended = place.run(run);
  CHECK(ended.code == 4);
  CHECK(has(ended.errors, "; the last good checkpoint is one/checkpoint.safetensors; to see "));
  const std::string checkpoint = place.file("one/checkpoint.safetensors");
  CHECK(place.run("tensors verify one/checkpoint.safetensors").code == 0);

  // It goes on from there, to the operation and no further
  const Ended again = place.run(run + " --resume --detect-anomaly");
  CHECK(again.code == 4);
  CHECK(has(again.errors, "coreference: step 2: "));
  CHECK(has(again.errors, " (forward) made the first non-finite number: "));
  CHECK(has(again.errors, "; the last good checkpoint is one/checkpoint.safetensors\n"));
  CHECK(one_line(again.errors));
  CHECK(place.file("one/checkpoint.safetensors") == checkpoint);

  // A damaged one is not called good
  write_file(place / "one/checkpoint.safetensors", checkpoint.substr(0, checkpoint.size() - 9));
  write_file(place / "one/checkpoint-previous.safetensors", checkpoint);
  CHECK(has(place.run(run + " --resume").errors,
            "; the last good checkpoint is one/checkpoint-previous.safetensors; to see "));
}

TEST_CASE("coreference: --detect-anomaly changes no number, whatever the model") {
  if (kDouble) return;
  const Workplace place;
  for (const char* options : {"", "--readout name --layers 2", "--causal --positions none"}) {
    for (const char* detect : {"--out plain", "--detect-anomaly --out watched"}) {
      CHECK(place
                .run(concat("coreference --data mine.txt --steps 5 --quiet ", options,
                            " --overwrite ", detect))
                .code == 0);
    }
    CHECK(place.file("plain/model.safetensors") == place.file("watched/model.safetensors"));
  }
}
