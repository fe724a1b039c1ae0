#include <algorithm>
#include <map>
#include <set>

#include "../datasets/topics/sentences.hpp"
#include "heed/file.hpp"
#include "support.hpp"

using namespace heed;

namespace {

std::vector<topics::Language> languages() { return {topics::english(), topics::chinese()}; }

// The topics that a word belongs to as a noun, verb or adjective.
std::set<std::size_t> topics_of(const topics::Language& language, const std::string& word) {
  std::set<std::size_t> found;
  for (std::size_t t = 0; t < language.topics.size(); ++t) {
    const topics::Topic& topic = language.topics[t];
    for (const topics::Words* kind : {&topic.nouns, &topic.verbs, &topic.adjectives}) {
      if (std::count(kind->begin(), kind->end(), word) > 0) found.insert(t);
    }
  }
  return found;
}

std::vector<topics::Sentence> drawn(const topics::Language& language, double stray) {
  Random random(1);
  return topics::draw(language, 4000, stray, random);
}

}  // namespace

TEST_CASE("topics: the generator writes the committed samples again, byte for byte") {
  for (const topics::Language& language : languages()) {
    CHECK(topics::sample(language) == read_file(HEED_DATASETS "/topics/" + language.name + ".txt"));
  }
}

TEST_CASE("topics: 8 nouns, 6 verbs, adjectives and places a topic; no word is in two topics") {
  for (const topics::Language& language : languages()) {
    REQUIRE(language.topics.size() == 4);
    for (const topics::Topic& topic : language.topics) {
      CHECK(topic.nouns.size() == 8);
      CHECK(topic.places.size() == 6);
      for (const topics::Words* kind : {&topic.nouns, &topic.verbs, &topic.adjectives}) {
        for (const std::string& word : *kind) CHECK(topics_of(language, word).size() == 1);
      }
      CHECK(topic.verbs.size() + topic.adjectives.size() == 12);
    }
  }
}

TEST_CASE("topics: a verb is of its noun's topic in 92.5 % of the sentences, by chance in 25 %") {
  for (const topics::Language& language : languages()) {
    for (const auto& [stray, expected] : std::map<double, double>{{0.1, 0.925}, {1, 0.25}}) {
      double same = 0;
      for (const topics::Sentence& s : drawn(language, stray)) {
        CHECK(topics_of(language, s.words[s.subject]).count(s.topic) == 1);
        same += static_cast<double>(topics_of(language, s.words[s.verb]).count(s.topic));
      }
      CHECK(std::abs(same / 4000 - expected) < 0.025);  // over three standard errors
    }
  }
}

TEST_CASE("topics: in a third of the sentences a place stands between the noun and its verb") {
  for (const topics::Language& language : languages()) {
    double apart = 0;
    for (const topics::Sentence& s : drawn(language, 0.1)) {
      CHECK(s.subject < s.verb);
      CHECK(s.words.size() <= 8);
      apart += s.verb > s.subject + 1;
    }
    CHECK(std::abs(apart / 4000 - 1.0 / 3) < 0.025);
  }
}

TEST_CASE("topics: the vocabulary knows every word of every sentence") {
  for (const topics::Language& language : languages()) {
    const Vocabulary vocabulary = topics::vocabulary(language);
    for (const topics::Sentence& s : drawn(language, 0.1)) {
      for (const std::string& word : s.words) CHECK(vocabulary.known(word));
    }
  }
}

TEST_CASE("topics: exchanged, a dog is of space and a satellite of the animals") {
  const topics::Language language = topics::exchanged(topics::english(), "dog", "satellite");
  CHECK(topics_of(language, "dog") == std::set<std::size_t>{1});
  CHECK(topics_of(language, "satellite") == std::set<std::size_t>{0});
  CHECK(topics_of(language, "cat") == std::set<std::size_t>{0});
}

TEST_CASE("topics: a batch holds the words, its mask says where there are any, nothing is asked") {
  const Vocabulary vocabulary = topics::vocabulary(topics::english());
  const topics::Batch batch({{{"the", "cat", "sat"}}, {{"sat"}}}, vocabulary);
  CHECK(batch.ids.shape == Shape{2, 3});
  CHECK(batch.ids.values[1] == vocabulary.id("cat"));
  CHECK(batch.ids.values[4] == Vocabulary::kPad);
  CHECK(close(batch.mask, Array({2, 1, 1, 3}, {1, 1, 1, 1, 0, 0})));
  CHECK(std::count(batch.labels.values.begin(), batch.labels.values.end(), kIgnore) == 6);
}

TEST_CASE("topics: one word in five is asked for; of these 80 % are hidden and 10 % replaced") {
  const Vocabulary vocabulary = topics::vocabulary(topics::english());
  const topics::Batch whole(drawn(topics::english(), 0.1), vocabulary);
  topics::Batch batch = whole;
  Random random(2);
  batch.hide(vocabulary, random);
  double words = 0, asked = 0, hidden = 0, kept = 0;
  for (std::size_t i = 0; i < batch.ids.values.size(); ++i) {
    words += batch.mask[i] != 0;
    if (batch.labels.values[i] == kIgnore) {
      CHECK(batch.ids.values[i] == whole.ids.values[i]);
      continue;
    }
    CHECK(batch.labels.values[i] == whole.ids.values[i]);
    CHECK(batch.mask[i] == 1);
    asked += 1;
    hidden += batch.ids.values[i] == vocabulary.id(topics::kMask);
    kept += batch.ids.values[i] == whole.ids.values[i];
  }
  CHECK(std::abs(asked / words - 0.2) < 0.01);
  CHECK(std::abs(hidden / asked - 0.8) < 0.02);
  CHECK(std::abs(kept / asked - 0.1) < 0.02);
}

TEST_CASE("topics: asked for all, every word is its own answer") {
  const Vocabulary vocabulary = topics::vocabulary(topics::english());
  topics::Batch batch({{{"the", "cat", "sat"}}, {{"sat"}}}, vocabulary);
  batch.ask_all();
  CHECK(batch.labels.values[2] == vocabulary.id("sat"));
  CHECK(batch.labels.values[4] == kIgnore);
  CHECK(std::count(batch.labels.values.begin(), batch.labels.values.end(), kIgnore) == 2);
}
