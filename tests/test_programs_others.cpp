#include "programs.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// Where there is a model to ask, trained on mine.txt: one.safetensors.
struct Classroom : Workplace {
  Classroom() {
    const Ended ended = run("coreference --data mine.txt --steps 100 --quiet --out one");
    REQUIRE(ended.code == 0);
    REQUIRE(run("mv one/model.safetensors one.safetensors").code == 0);
  }
  Ended ask(const std::string& sentence, const std::string& options = "") const {
    return run("attend --model one.safetensors --sentence '" + sentence + "' " + options);
  }
};

const Classroom& classroom() {
  static const Classroom one;
  return one;
}

}  // namespace

TEST_CASE("attend: answers a sentence without marks, its best words first, and shows the map") {
  if (kDouble) return;
  const Ended sad = classroom().ask("The cat met the car , it was sad");
  CHECK(sad.code == 0);
  CHECK(sad.errors == "");
  CHECK(sad.out.substr(0, 16) == "'it' means  cat ");
  CHECK(has(sad.out, "L1 H4"));
  CHECK(has(sad.out, "pointer"));
  CHECK(sad.out.find("not in training") == sad.out.npos);
  const Ended wide = classroom().ask("The cat met the car , it was wide");
  CHECK(has(wide.out, "'it' means  car "));
}

TEST_CASE("attend: of a sentence with marks, only the marked words are candidates") {
  if (kDouble) return;
  const Ended ended = classroom().ask("The {cat} met {the car} , [it] was wide");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "'it' means  the car "));
  const Ended swapped = classroom().ask("The cat met {the car} , [it] was {wide}");
  const std::string first = swapped.out.substr(0, swapped.out.find('\n'));
  CHECK(has(first, "'it' means  the car "));
  CHECK(first.find("cat") == first.npos);
}

TEST_CASE("attend: brackets alone say which word is the pronoun, known as one or not") {
  if (kDouble) return;
  const Ended ended = classroom().ask("The cat met the car , [he] was sad");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "'he' means  "));
  CHECK(has(ended.out, "not in training, read as <unk>: 'he'\n"));
}

TEST_CASE("attend: says which words it does not know, each once") {
  if (kDouble) return;
  const Ended ended = classroom().ask("The zebra met the car , it was not a zebra");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "not in training, read as <unk>: 'zebra', 'not', 'a'\n"));
}

TEST_CASE("attend: wide blanks part words as spaces do, and control characters are only shown") {
  if (kDouble) return;
  const Ended wide = classroom().ask("cat　car　it　was　sad");
  CHECK(wide.code == 0);
  CHECK(has(wide.out, "'it' means"));
  const Ended wild = classroom().ask("\x1b[31m saw it", "--color never");
  CHECK(wild.out.find('\x1b') == wild.out.npos);
}

TEST_CASE("attend: sentences it cannot answer are refused in one line, code 3") {
  if (kDouble) return;
  std::string words;
  for (int i = 0; i < 128; ++i) words += "a ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"the cat left", "attend: the sentence has 0 known pronouns; mark the one you mean, [it]"},
      {"it saw it", "attend: the sentence has 2 known pronouns; mark the one you mean, [it]"},
      {"the [cat] saw [it]", "attend: the sentence has 2 words in []; mark the one you mean"},
      {"it", "attend: the sentence has no word but 'it'\n"},
      {"{a} saw {b}", "attend: --sentence:1:1: no pronoun"},
      {"{a} saw [it]", "attend: --sentence:1:1: fewer than two candidates"},
      {"# {a} saw {b}", "attend: --sentence holds 0 sentences\n"},
      {words + "it", "attend: the sentence has 129 words, but the model has places for 128\n"}};
  for (const auto& [sentence, message] : cases) {
    const Ended ended = classroom().ask(sentence);
    CHECK(ended.code == 3);
    CHECK(ended.out == "");
    CHECK(ended.errors.substr(0, message.size()) == message);
    CHECK(one_line(ended.errors));
  }
  CHECK(classroom().ask(words.substr(2) + "it").code == 0);
}

TEST_CASE("attend: draws the map of a sentence as SVG") {
  if (kDouble) return;
  const Classroom& place = classroom();
  CHECK(place.ask("The </text> met the car , it was sad", "--svg map.svg").code == 0);
  const std::string svg = place.file("map.svg");
  CHECK(svg.substr(0, 5) == "<svg ");
  CHECK(has(svg, "&lt;/text&gt;"));
  CHECK(place.ask("a it", "--svg absent/map.svg").code == 5);
}

TEST_CASE("attend: answers every sentence of a file, each under its words") {
  if (kDouble) return;
  const Ended ended = classroom().run("attend --model one.safetensors --data mine.txt");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "\nThe {cat}* met the {car} , [it] was sad\n'it' means  cat "));
  CHECK(has(ended.out, "\nThe {cow} met the {road}* , [it] was wide\n'it' means  road "));
}

TEST_CASE("attend: a model with a weight that is not finite is refused, and so is its answer") {
  if (kDouble) return;
  const Workplace place;
  REQUIRE(place.run("coreference --data mine.txt --steps 5 --quiet --out one").code == 0);
  const std::string bytes = place.file("one/model.safetensors");
  const std::string ask =
      "attend --model odd.safetensors --sentence 'The cat met the car , it was sad'";
  const auto with_last = [&](std::size_t count, float weight) {
    std::string odd = bytes.substr(0, bytes.size() - count * sizeof weight);
    while (count-- > 0) odd.append(reinterpret_cast<const char*>(&weight), sizeof weight);
    write_file(place / "odd.safetensors", odd);
    return place.run(ask);
  };
  const Ended odd = with_last(1, std::nanf(""));
  CHECK(odd.code == 3);
  CHECK(odd.errors ==
        "attend: odd.safetensors: tensor 'pointer.query': holds nan at [31, 31] of [32, 32]\n");
  CHECK(odd.out == "");
  const Ended large = with_last(1024, 3e38F);
  CHECK(large.code == 4);
  CHECK(large.errors == "attend: the model's answer is not finite: its weights are too large\n");
  CHECK(large.out == "");
}

TEST_CASE("attend: of a model without attention there is an answer, and no map") {
  if (kDouble) return;
  const Workplace place;
  const std::string options = "--data mine.txt --steps 5 --layers 0 --readout name --out one";
  REQUIRE(place.run("coreference --quiet " + options).code == 0);
  const Ended ended = place.run("attend --model one/model.safetensors --sentence 'cat car it'");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "no attention to show"));
}

TEST_CASE("tensors: lists and verifies what coreference has written") {
  if (kDouble) return;
  const Ended list = classroom().run("tensors list one.safetensors");
  CHECK(list.code == 0);
  CHECK(has(list.out, "encoder.blocks.0.attention.query      F32   [32, 32]"));
  CHECK(has(list.out, "readout = 'pointer'\n"));
  const Ended verified = classroom().run("tensors verify one.safetensors");
  CHECK(verified.code == 0);
  CHECK(has(verified.out, "one.safetensors: valid, 11 tensors in "));
  CHECK(classroom().run("tensors verify mine.txt").code == 3);
}

TEST_CASE("gradcheck: checks the operations that are named, and refuses a name of none") {
  if (kDouble) return;
  const Ended ended = Workplace().run("gradcheck relu");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "relu"));
  CHECK(has(ended.out, " ok\n"));
  CHECK(ended.out.find("matmul") == ended.out.npos);
  CHECK(Workplace().run("gradcheck rleu").code == 2);
}

TEST_CASE("first steps: derives x², and a network learns XOR, which its file keeps") {
  if (kDouble) return;
  const Workplace place;
  const Ended ended = place.run("00_first_steps");
  CHECK(ended.code == 0);
  CHECK(has(ended.out, "dy/dx = [2, 4, 6]\n"));
  double answers[4] = {};
  const std::size_t at = ended.out.find("trained = [[");
  REQUIRE(at != ended.out.npos);
  CHECK(std::sscanf(ended.out.c_str() + at, "trained = [[%lf], [%lf], [%lf], [%lf]]", &answers[0],
                    &answers[1], &answers[2], &answers[3]) == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(std::abs(answers[i] - (i == 1 || i == 2 ? 1 : 0)) < 0.1);
  }
  const std::string trained = ended.out.substr(at + 8);  // "= [[…"
  CHECK(has(ended.out, "loaded  " + trained.substr(0, trained.find('\n'))));
}

TEST_CASE("first steps: README shows the program as it is, and it is short") {
  const std::string top = HEED_DATASETS "/../";
  const std::string program = read_file(top + "experiments/00_first_steps.cpp");
  CHECK(std::count(program.begin(), program.end(), '\n') <= 60);
  if (!exists(top + "README.md")) return;
  CHECK(has(read_file(top + "README.md"), "```cpp\n" + program + "```\n"));
}
