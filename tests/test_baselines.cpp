#include <doctest/doctest.h>

#include "heed/baselines.hpp"
#include "heed/error.hpp"

using namespace heed;

namespace {

// The named rule's probability of answering each test example rightly.
std::vector<double> right(const std::string& name, const std::string& train,
                          const std::string& test) {
  for (const Baseline& baseline :
       baselines(parse_examples(train, "train"), parse_examples(test, "test"))) {
    if (baseline.name == name) return baseline.right;
  }
  return {};
}

const std::string kCatsWin =
    "the {cat}* saw the {dog} as [it] ran .\n"
    "the {dog} saw the {cat}* as [it] ran .\n"
    "the {cat} saw the {cow}* as [it] ran .\n";

}  // namespace

TEST_CASE("baselines: random has the share of antecedents among the candidates") {
  CHECK(right("random", "", "{a}* {b} {c} [it]\n{a}* {b} {c}* {d} [it]") ==
        std::vector<double>{1 / 3., 0.5});
}

TEST_CASE("baselines: first and last look at the order alone") {
  const std::string text = "{a}* {b} {c} [it]\n{a} {b} {c}* [it]\n{a} {b}* {c} [it]";
  CHECK(right("first", "", text) == std::vector<double>{1, 0, 0});
  CHECK(right("last", "", text) == std::vector<double>{0, 1, 0});
}

TEST_CASE("baselines: majority counts antecedents, noun prior their share") {
  // cat: antecedent in 2 of 3; cow in 1 of 1; dog in 0 of 2.
  const std::string text = "{cat}* {cow} [it]\n{cat} {cow}* [it]\n{dog} {bee}* [it]";
  CHECK(right("majority", kCatsWin, text) == std::vector<double>{1, 0, 0.5});
  CHECK(right("noun prior", kCatsWin, text) == std::vector<double>{0, 1, 1});
}

TEST_CASE("baselines: a candidate of several words is another noun than its last word") {
  const std::string text = "{big cat}* {dog} [it]\n{cat} {big cat}* [it]";
  CHECK(right("noun prior", "{big cat}* {cat} [it]", text) == std::vector<double>{1, 1});
}

TEST_CASE("baselines: position learns which place holds the antecedent") {
  CHECK(right("position", "a {x} b {y}* [it]", "c {y} d {x}* [it]\nc {y}* d {x} [it]") ==
        std::vector<double>{1, 0});
}

TEST_CASE("baselines: neighbours finds the noun that no adjective stands before") {
  const std::string train =
      "the {x}* saw the old {y} as [it] ran\nthe old {x} saw the {y}* as [it] ran";
  CHECK(right("neighbours", train, "the {z}* saw the old {w} as [it] ran") ==
        std::vector<double>{1});
}

TEST_CASE("baselines: clue alone reads from the pronoun on, and never the noun") {
  const std::string train = "{x}* {y} [it] tired\n{x} {y}* [it] wide";
  CHECK(right("clue alone", train, "{y}* {x} [it] tired\n{p} {q}* [it] wide") ==
        std::vector<double>{1, 1});
}

TEST_CASE("baselines: a bag of words learns which noun goes with which word, in any order") {
  const std::string train = "{ox}* {road} [it] tired\n{ox} {road}* [it] wide";
  CHECK(right("bag of words", train, "tired {road} {ox}* [it]\n{road}* [it] wide {ox}") ==
        std::vector<double>{1, 1});
}

TEST_CASE("baselines: a bag of words answers twins of one bag alike, so one of them wrong") {
  const std::string train = "{ox}* {road} [it] tired\n{ox} {road}* [it] wide";
  const std::vector<double> both = right(
      "bag of words", train, "{ox}* {road} [it] tired not wide\n{ox} {road}* [it] wide not tired");
  CHECK(both[0] + both[1] == 1);
}

TEST_CASE("baselines: an example without an antecedent teaches nothing and is never right") {
  const std::string unlabelled = "{cow} {bee} [it] ran\n";
  const std::string test = "{cat}* {cow} [it] ran\n" + unlabelled;
  for (const char* name : {"majority", "noun prior", "position", "clue alone", "bag of words"}) {
    CHECK(right(name, kCatsWin + unlabelled, test) == right(name, kCatsWin, test));
    CHECK(right(name, kCatsWin, test)[1] == 0);
  }
}

TEST_CASE("baselines: accuracy is the mean, twin accuracy the mean product") {
  const Baseline baseline{"some", {1, 0.5, 0, 0.5}};
  CHECK(accuracy(baseline, {0, 1, 2}) == 0.5);
  CHECK(twin_accuracy(baseline, {{0, 1}, {1, 3}, {0, 2}}) == 0.25);  // (1/2 + 1/4 + 0) / 3
  CHECK_THROWS_WITH_AS(accuracy(baseline, {}), "accuracy: some: of no examples", ValueError);
  CHECK_THROWS_WITH_AS(twin_accuracy(baseline, {}), "twin_accuracy: some: of no twins", ValueError);
}
