#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "../datasets/tired_or_wide/sentences.hpp"
#include "heed/baselines.hpp"
#include "heed/coreference.hpp"
#include "heed/file.hpp"

using namespace heed;
using tired_or_wide::Language;

namespace {

const std::vector<std::string> kSplitNames = {"train", "iid", "comb", "far", "template"};

std::string committed(const std::string& path) {
  return read_file(HEED_DATASETS "/tired_or_wide/" + path);
}

// The examples of one split, read once.
const std::vector<Example>& examples(const std::string& language, const std::string& split) {
  static std::map<std::string, std::vector<Example>> read;
  const std::string path = language + '/' + split + ".txt";
  if (!read.count(path)) read[path] = parse_examples(committed(path), path);
  return read[path];
}

std::vector<Language> languages() { return {tired_or_wide::english(), tired_or_wide::chinese()}; }

// The class that a noun or an adjective belongs to, and its number there.
struct Place {
  std::size_t kind = 0, number = 0;
};
std::map<std::string, Place> places(const Language& language, bool nouns) {
  std::map<std::string, Place> all;
  for (std::size_t kind = 0; kind < language.classes.size(); ++kind) {
    const auto& of = language.classes[kind];
    const std::vector<std::string>& words = nouns ? of.nouns : of.adjectives;
    for (std::size_t i = 0; i < words.size(); ++i) all[words[i]] = {kind, i};
  }
  return all;
}

const std::string& noun(const Example& example, std::size_t candidate) {
  return example.words[example.candidates[candidate].first];
}

// The twins of one kind.
std::vector<Twins> twins_of(const std::vector<Example>& all, bool contrast) {
  std::vector<Twins> some;
  for (const Twins& twins : find_twins(all)) {
    if (same_bag(all[twins.first], all[twins.second]) == contrast) some.push_back(twins);
  }
  return some;
}

// Both sentences of each, as indices.
std::vector<std::size_t> sentences(const std::vector<Twins>& twins) {
  std::vector<std::size_t> all;
  for (const Twins& t : twins) all.push_back(t.first), all.push_back(t.second);
  return all;
}

// Calls check(language, split's name, its examples) for all ten files.
template <class Check>
void for_each_file(Check check) {
  for (const Language& language : languages()) {
    for (const std::string& split : kSplitNames) {
      CAPTURE(language.name);
      CAPTURE(split.c_str());
      check(language, split, examples(language.name, split));
    }
  }
}

}  // namespace

TEST_CASE("tired_or_wide: the generator writes the committed files again, byte for byte") {
  std::size_t bytes = 0;
  for (const tired_or_wide::File& file : tired_or_wide::all_files()) {
    CAPTURE(file.path);
    CHECK(file.text == committed(file.path));
    bytes += file.text.size();
  }
  CHECK(bytes <= 1300000);
}

TEST_CASE("tired_or_wide: the files hold 4000, 500, 1000, 500 and 500 sentences") {
  const std::map<std::string, std::size_t> sizes = {
      {"train", 4000}, {"iid", 500}, {"comb", 1000}, {"far", 500}, {"template", 500}};
  for_each_file([&](const Language&, const std::string& split, const auto& all) {
    CHECK(all.size() == sizes.at(split));
  });
}

TEST_CASE("tired_or_wide: the article's sentence and its twin come first in train") {
  const auto& en = examples("en", "train");
  CHECK(to_string(en[0]) ==
        "0.0\tThe {animal}* did n't cross the {street} because [it] was too tired .");
  CHECK(to_string(en[1]) ==
        "0.1\tThe {animal} did n't cross the {street}* because [it] was too wide .");
  const auto& zh = examples("zh", "train");
  CHECK(to_string(zh[0]) == "0.0\t{动物}* 没有 过 {马路} ， 因为 [它] 太 累 了 。");
  CHECK(to_string(zh[1]) == "0.1\t{动物} 没有 过 {马路}* ， 因为 [它] 太 宽 了 。");
}

TEST_CASE("tired_or_wide: twins stand together and differ in their adjectives alone") {
  for_each_file([](const Language& language, const std::string&, const auto& all) {
    const auto adjectives = places(language, false);
    const std::vector<Twins> twins = find_twins(all);
    REQUIRE(twins.size() * 2 == all.size());
    bool together = true, alone = true, opposite = true;
    for (std::size_t i = 0; i < twins.size(); ++i) {
      const Example &a = all[twins[i].first], &b = all[twins[i].second];
      together &= twins[i].first == 2 * i && twins[i].second == 2 * i + 1;
      alone &= a.words.size() == b.words.size();
      for (std::size_t clue : clues(a, b)) alone &= adjectives.count(a.words[clue]) == 1;
      alone &= clues(a, b).size() == (same_bag(a, b) ? 2u : 1u);
      opposite &= a.candidates[0].antecedent && !a.candidates[1].antecedent;
      opposite &= !b.candidates[0].antecedent && b.candidates[1].antecedent;
    }
    CHECK(together);
    CHECK(alone);
    CHECK(opposite);
  });
}

TEST_CASE("tired_or_wide: half the sentences are contrastive, a quarter in each form") {
  for_each_file([](const Language&, const std::string&, const auto& all) {
    const std::vector<Twins> twins = twins_of(all, true);
    CHECK(twins.size() * 4 == all.size());
    // The first form negates its first adjective: the negation stands before both clues
    const auto negates_first = [&](const Twins& t) {
      const auto clue = clues(all[t.first], all[t.second]);
      const auto& words = all[t.first].words;
      const auto begin = words.begin() + static_cast<std::ptrdiff_t>(all[t.first].pronoun);
      const auto end = words.begin() + static_cast<std::ptrdiff_t>(clue[0]);
      return std::find(begin, end, "not") != end || std::find(begin, end, "不是") != end;
    };
    const auto count = std::count_if(twins.begin(), twins.end(), negates_first);
    CHECK(std::abs(2 * count - static_cast<std::ptrdiff_t>(twins.size())) <= 1);
  });
}

TEST_CASE("tired_or_wide: the gold adjective fits the antecedent's class, the other the other's") {
  for_each_file([](const Language& language, const std::string&, const auto& all) {
    const auto nouns = places(language, true), adjectives = places(language, false);
    REQUIRE(nouns.size() == 32);
    REQUIRE(adjectives.size() == 32);  // none belongs to two classes
    std::size_t wrong = 0;
    for (const Example& example : all) {
      const std::size_t gold = example.candidates[0].antecedent ? 0 : 1;
      // The negated adjective follows "not too" or "不是 太"; the affirmed one any other "too", "太"
      for (std::size_t i = example.pronoun; i < example.words.size(); ++i) {
        const auto adjective = adjectives.find(example.words[i]);
        if (adjective == adjectives.end()) continue;
        const std::string& before = example.words[i - 2];
        const bool negated = before == "not" || before == "不是";
        const std::string& meant = noun(example, negated ? 1 - gold : gold);
        wrong += adjective->second.kind != nouns.at(meant).kind;
      }
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("tired_or_wide: either order of two classes comes equally often, all pairs within one") {
  for_each_file([](const Language& language, const std::string&, const auto& all) {
    const auto nouns = places(language, true);
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> count;
    for (const Example& example : all) {
      ++count[{nouns.at(noun(example, 0)).kind, nouns.at(noun(example, 1)).kind}];
    }
    REQUIRE(count.size() == 12);
    for (const auto& [pair, times] : count) {
      CHECK(times / 2 >= all.size() / 2 / 12);
      CHECK(times / 2 <= all.size() / 2 / 12 + 1);
      CHECK(times == count.at({pair.second, pair.first}));
    }
  });
}

TEST_CASE("tired_or_wide: in train an adjective means the first noun as often as the second") {
  for (const Language& language : languages()) {
    const auto& all = examples(language.name, "train");
    std::map<std::string, int> surplus;
    for (const Twins& twins : twins_of(all, false)) {
      const Example &a = all[twins.first], &b = all[twins.second];
      ++surplus[a.words[clues(a, b)[0]]];
      --surplus[b.words[clues(b, a)[0]]];
    }
    CHECK(surplus.size() == 32);
    for (const auto& [adjective, times] : surplus) CHECK(times == 0);
  }
}

TEST_CASE(
    "tired_or_wide: a noun meets an adjective of its class in comb or elsewhere, never both") {
  for (const Language& language : languages()) {
    const auto nouns = places(language, true), adjectives = places(language, false);
    std::set<std::pair<std::string, std::string>> comb, others;
    for (const std::string& split : kSplitNames) {
      for (const Example& example : examples(language.name, split)) {
        for (std::size_t c : {0u, 1u}) {
          for (const std::string& word : example.words) {
            const auto adjective = adjectives.find(word);
            if (adjective == adjectives.end()) continue;
            if (adjective->second.kind != nouns.at(noun(example, c)).kind) continue;
            (split == "comb" ? comb : others).insert({noun(example, c), word});
          }
        }
      }
    }
    CHECK(comb.size() == 4 * 16);    // a quarter of each 8 × 8,
    CHECK(others.size() == 4 * 48);  // and the rest
    std::map<std::string, int> lost;
    for (const auto& pair : comb) {
      CHECK(others.count(pair) == 0);
      ++lost[pair.first], ++lost[pair.second];
    }
    CHECK(lost.size() == 64);
    for (const auto& [word, times] : lost) CHECK(times == 2);
  }
}

TEST_CASE("tired_or_wide: no sentence occurs twice, in one file or in two") {
  for (const Language& language : languages()) {
    std::set<std::vector<std::string>> seen;
    std::size_t count = 0;
    for (const std::string& split : kSplitNames) {
      for (const Example& example : examples(language.name, split)) {
        seen.insert(example.words);
        ++count;
      }
    }
    CHECK(seen.size() == count);
  }
}

TEST_CASE("tired_or_wide: a language has at most 150 words, each of them in train") {
  for (const Language& language : languages()) {
    std::set<std::string> words, trained;
    for (const std::string& split : kSplitNames) {
      for (const Example& example : examples(language.name, split)) {
        (split == "train" ? trained : words).insert(example.words.begin(), example.words.end());
      }
    }
    CHECK(trained.size() <= 150);
    CHECK(std::includes(trained.begin(), trained.end(), words.begin(), words.end()));
  }
}

TEST_CASE("tired_or_wide: far has 10 to 100 words before the pronoun, train at most 8") {
  for (const Language& language : languages()) {
    const auto gap = [](const Example& example) {
      return example.pronoun - example.candidates[1].last - 1;
    };
    for (const Example& example : examples(language.name, "train")) CHECK(gap(example) <= 8);
    std::map<std::size_t, int> tens;
    for (const Example& example : examples(language.name, "far")) {
      CHECK(gap(example) >= 10);
      CHECK(gap(example) <= 100);
      ++tens[std::min<std::size_t>(gap(example) / 10, 9)];
    }
    CHECK(tens.size() == 9);  // 10 … 19, 20 … 29, …, 90 … 100: all occur
  }
}

TEST_CASE("tired_or_wide: contrastive sentences leave every shortcut at chance") {
  for_each_file([](const Language& language, const std::string& split, const auto& all) {
    if (split == "train") return;
    const std::vector<Twins> twins = twins_of(all, true);
    for (const Baseline& baseline : baselines(examples(language.name, "train"), all)) {
      CAPTURE(baseline.name);
      CHECK(accuracy(baseline, sentences(twins)) <= 0.55);
      if (baseline.name != "bag of words") continue;
      CHECK(accuracy(baseline, sentences(twins)) == 0.5);
      CHECK(twin_accuracy(baseline, twins) == 0);
    }
  });
}

TEST_CASE("tired_or_wide: a bag of words answers the plain sentences, and no other rule does") {
  for_each_file([](const Language& language, const std::string& split, const auto& all) {
    if (split == "train") return;
    const std::vector<Twins> twins = twins_of(all, false);
    for (const Baseline& baseline : baselines(examples(language.name, "train"), all)) {
      CAPTURE(baseline.name);
      const double right = accuracy(baseline, sentences(twins));
      CHECK((baseline.name == "bag of words" ? right >= 0.9 : right <= 0.55));
    }
  });
}
