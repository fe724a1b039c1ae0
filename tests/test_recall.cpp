#include <algorithm>

#include "../datasets/recall/recall.hpp"
#include "heed/file.hpp"
#include "support.hpp"

using namespace heed;

namespace {

// Story i of a batch.
std::vector<int> story(const recall::Batch& batch, std::size_t i) {
  const std::size_t length = batch.words.shape[1];
  const auto first = batch.words.values.begin() + static_cast<std::ptrdiff_t>(i * length);
  return {first, first + static_cast<std::ptrdiff_t>(length)};
}

bool is_noun(int word) { return word < recall::kColour; }

// The share of stories whose answer is rule(words).
template <class Rule>
double right(const recall::Batch& batch, Rule rule) {
  double count = 0;
  const std::size_t stories = batch.answers.values.size();
  for (std::size_t i = 0; i < stories; ++i)
    count += rule(story(batch, i)) == batch.answers.values[i];
  return count / static_cast<double>(stories);
}

}  // namespace

TEST_CASE("recall: three facts have three colours, and the colour asked for tells the noun") {
  Random random(1);
  const recall::Batch batch = recall::stories({3, true}, 7, 500, random);
  CHECK(batch.words.shape == Shape{500, 18});
  const double by_colour = right(batch, [](const std::vector<int>& words) {
    CHECK(words[1] != words[4]);
    CHECK(words[1] != words[7]);
    CHECK(words[4] != words[7]);
    CHECK(words[16] == recall::kAsk);
    for (const std::size_t i : {1u, 4u, 7u}) {
      if (words[i] == words.back()) return words[i + 1];
    }
    return -1;
  });
  CHECK(by_colour == 1);
}

TEST_CASE("recall: what a rule without the colour gets") {
  Random random(1);
  const recall::Batch facts = recall::stories({3, true}, 20, 4000, random);
  const auto last_noun = [](const std::vector<int>& words) {
    return *std::find_if(words.rbegin(), words.rend(), is_noun);
  };
  // 1/3 + 2/3 · 1/8 = 0.417; with 4,000 stories four standard errors are 0.031
  CHECK(std::abs(right(facts, [](const auto& words) { return words[2]; }) - 0.417) < 0.031);
  CHECK(std::abs(right(facts, [](const auto& words) { return words[8]; }) - 0.417) < 0.031);
  CHECK(std::abs(right(facts, last_noun) - 0.125) < 0.021);
  CHECK(right(recall::stories({1, false}, 20, 100, random), last_noun) == 1);
  CHECK(std::abs(right(recall::stories({1, true}, 20, 4000, random), last_noun) - 0.125) < 0.021);
}

TEST_CASE("recall: half of the words between are nouns where there are distractors, else none") {
  Random random(1);
  for (const bool distractors : {false, true}) {
    const recall::Batch batch = recall::stories({1, distractors}, 10, 400, random);
    double nouns = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      const std::vector<int> words = story(batch, i);
      nouns += static_cast<double>(std::count_if(words.begin() + 2, words.end() - 1, is_noun));
    }
    CHECK(std::abs(nouns / 4000 - (distractors ? 0.5 : 0)) < 0.032);
  }
}

TEST_CASE("recall: the sample is what the generator writes") {
  CHECK(recall::sample() == read_file(HEED_DATASETS "/recall/sample.txt"));
}
