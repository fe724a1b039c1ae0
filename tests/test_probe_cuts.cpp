#include <algorithm>
#include <map>
#include <set>

#include "heed/probe.hpp"
#include "support.hpp"

using namespace heed;

namespace {

using Edge = std::pair<std::size_t, std::size_t>;  // from, to
using Edges = std::set<Edge>;

// Contrastive twins, and a pair with a mention of two words and a third candidate.
//   0 The  1 cat  2 met  3 the  4 car  5 and  6 it  7 was  8 tired  9 not  10 wide
//   0 The  1 old  2 cat  3 met  4 a  5 car  6 by  7 trees  8 as  9 it  10 was  11 wide
const Questions& questions() {
  static const Questions all(
      parse_examples("2.0\tThe {cat}* met the {car} and [it] was tired not wide\n"
                     "2.1\tThe {cat} met the {car}* and [it] was wide not tired\n"
                     "3.0\tThe {old cat} met a {car}* by {trees} as [it] was wide\n"
                     "3.1\tThe {old cat}* met a {car} by {trees} as [it] was tired\n",
                     "text"));
  return all;
}

ResolverConfig config_of(std::size_t layers, Readout readout = Readout::kPointer) {
  ResolverConfig config;
  config.encoder.width = 16;
  config.encoder.layers = layers;
  config.readout = readout;
  return config;
}

// The masks before and after a cut of the questions `first` to the last.
struct CutMasks {
  Batch batch;
  Masks before, after;
  CutMasks(const Cut& cut, const ResolverConfig& config, std::size_t first = 0)
      : batch(questions().examples, from(first), Vocabulary(questions().examples)),
        before(whole(batch, config)),
        after(before) {
    cut(questions(), first, batch, after);
  }
  static std::vector<std::size_t> from(std::size_t first) {
    std::vector<std::size_t> which;
    for (; first < questions().examples.size(); ++first) which.push_back(first);
    return which;
  }

  // What example b has lost in a layer.
  Edges lost(std::size_t layer, std::size_t b) const {
    const std::size_t length = batch.longest();
    const Shape all{batch.size(), 1, length, length};
    const Array then = expand(before.layers[layer], all), now = expand(after.layers[layer], all);
    Edges edges;
    bool gained = false;
    for (std::size_t i = 0; i < length * length; ++i) {
      const std::size_t at = b * length * length + i;
      gained |= now[at] > then[at];
      if (now[at] != then[at]) edges.insert({i / length, i % length});
    }
    CHECK_FALSE(gained);
    return edges;
  }
  // The words that example b's pointer has lost.
  std::set<std::size_t> lost_to_pointer(std::size_t b) const {
    std::set<std::size_t> words;
    for (std::size_t t = 0; t < batch.longest(); ++t) {
      const std::size_t at = b * batch.longest() + t;
      if (after.pointer[at] != before.pointer[at]) words.insert(t);
    }
    return words;
  }
};

// Every edge from one of these words to one of those.
Edges all_edges(const std::vector<std::size_t>& from, const std::vector<std::size_t>& to) {
  Edges edges;
  for (const std::size_t a : from) {
    for (const std::size_t b : to) edges.insert({a, b});
  }
  return edges;
}

}  // namespace

TEST_CASE("cuts: to the clues, from the pronoun, the candidates or both, in the first layer") {
  const std::vector<std::pair<Cut, std::vector<std::vector<std::size_t>>>> cuts = {
      {cut_pronoun_to_clues(), {{6}, {6}, {9}, {9}}},
      {cut_candidates_to_clues(), {{1, 4}, {1, 4}, {1, 2, 5, 7}, {1, 2, 5, 7}}},
      {cut_both(), {{1, 4, 6}, {1, 4, 6}, {1, 2, 5, 7, 9}, {1, 2, 5, 7, 9}}}};
  for (const auto& [cut, askers] : cuts) {
    const CutMasks masks(cut, config_of(3));
    for (std::size_t b = 0; b < 4; ++b) {
      CHECK(masks.lost(0, b) == all_edges(askers[b], questions().clues[b]));
      CHECK(masks.lost(1, b).empty());
      CHECK(masks.lost(2, b).empty());
      CHECK(masks.lost_to_pointer(b).empty());
    }
  }
}

TEST_CASE("cuts: of a batch that does not begin with the first question") {
  const CutMasks masks(cut_pronoun_to_clues(), config_of(1), 2);
  CHECK(masks.lost(0, 0) == Edges{{9, 11}});
  CHECK(masks.lost(0, 1) == Edges{{9, 11}});
}

TEST_CASE("cuts: of a causal model take what its mask had left") {
  ResolverConfig config = config_of(1);
  config.causal = true;
  CHECK(CutMasks(cut_both(), config).lost(0, 0).empty());  // all clues come later
}

TEST_CASE("cuts: to the antecedent or the others, in the pointer where there is one") {
  const CutMasks to_it(cut_pronoun_to_antecedent(), config_of(2));
  const CutMasks to_others(cut_pronoun_to_others(), config_of(2));
  using Words = std::set<std::size_t>;
  const std::vector<Words> antecedents = {{1}, {4}, {5}, {1, 2}};
  const std::vector<Words> others = {{4}, {1}, {1, 2, 7}, {5, 7}};
  for (std::size_t b = 0; b < 4; ++b) {
    CHECK(to_it.lost_to_pointer(b) == antecedents[b]);
    CHECK(to_others.lost_to_pointer(b) == others[b]);
    for (const std::size_t layer : {0u, 1u}) {
      CHECK(to_it.lost(layer, b).empty());
      CHECK(to_others.lost(layer, b).empty());
    }
  }
}

TEST_CASE("cuts: to the antecedent or the others, in the last layer of a model that names") {
  const CutMasks to_it(cut_pronoun_to_antecedent(), config_of(2, Readout::kName));
  const CutMasks to_others(cut_pronoun_to_others(), config_of(2, Readout::kName));
  CHECK(to_it.lost(1, 0) == Edges{{6, 1}});
  CHECK(to_it.lost(1, 3) == Edges{{9, 1}, {9, 2}});
  CHECK(to_others.lost(1, 0) == Edges{{6, 4}});
  CHECK(to_others.lost(1, 2) == Edges{{9, 1}, {9, 2}, {9, 7}});
  for (std::size_t b = 0; b < 4; ++b) {
    CHECK(to_it.lost(0, b).empty());
    CHECK(to_others.lost(0, b).empty());
  }
}

TEST_CASE("cuts: random edges are as many as those of both, from the same words, to no clue") {
  const CutMasks both(cut_both(), config_of(2));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const CutMasks random(cut_random(seed), config_of(2));
    for (std::size_t b = 0; b < 4; ++b) {
      const Edges edges = random.lost(0, b), aimed = both.lost(0, b);
      CHECK(edges.size() == aimed.size());
      for (const auto& [from, to] : edges) {
        CHECK(aimed.count({from, questions().clues[b][0]}) == 1);
        CHECK(aimed.count({from, to}) == 0);
        CHECK(to < questions().examples[b].words.size());
      }
      CHECK(random.lost(1, b).empty());
      CHECK(random.lost_to_pointer(b).empty());
    }
  }
}

TEST_CASE("cuts: random edges are as long as those of both, where the sentence has such") {
  // From 6 and 9 to the clue at 11: lengths 5 and 2, which others have. From 1: no other has 10;
  // the longest that is left from 1, 2, 5, 7 and 9 to words before the clue has 9.
  const auto lengths = [](const Edges& edges) {
    std::multiset<std::ptrdiff_t> all;
    for (const auto& [from, to] : edges) {
      all.insert(std::abs(static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from)));
    }
    return all;
  };
  CHECK(lengths(CutMasks(cut_both(), config_of(1)).lost(0, 2)) ==
        std::multiset<std::ptrdiff_t>{2, 4, 6, 9, 10});
  const auto found = lengths(CutMasks(cut_random(3), config_of(1)).lost(0, 2));
  CHECK(found == std::multiset<std::ptrdiff_t>{2, 4, 6, 9, 9});
}

TEST_CASE("cuts: random edges follow from the seed and the question, in whichever batch it is") {
  std::set<Edges> seen;
  std::size_t twins_differ = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const CutMasks all(cut_random(seed), config_of(1));
    CHECK(all.lost(0, 2) == CutMasks(cut_random(seed), config_of(1)).lost(0, 2));
    CHECK(all.lost(0, 2) == CutMasks(cut_random(seed), config_of(1), 2).lost(0, 0));
    seen.insert(all.lost(0, 2));
    twins_differ += all.lost(0, 0) != all.lost(0, 1);
  }
  CHECK(seen.size() > 3);
  CHECK(twins_differ > 3);
}

// ---- what one layer can tell --------------------------------------------------------------------

namespace {

// The first 200 sentences with unseen pairs of noun and adjective.
const Questions& comb() {
  static const Questions first([] {
    std::vector<Example> all = read_examples(HEED_DATASETS "/tired_or_wide/en/comb.txt");
    all.resize(200);
    return all;
  }());
  return first;
}

const Vocabulary& words() {
  static const Vocabulary known(comb().examples);
  return known;
}

// A model whose weights are large enough for every word to matter.
Resolver random_model(const ResolverConfig& config, std::uint64_t seed) {
  Random random(seed);
  const Resolver model(config, words().size(), random);
  for (const Parameter& parameter : model.parameters()) {
    Tensor tensor = parameter.tensor;
    for (Real& value : tensor.mutable_value()) value = static_cast<Real>(random.normal() / 2);
  }
  return model;
}

// How much more of the answer the first candidate gets than the second.
double ratio(const std::vector<double>& answer) { return std::log(answer[0] / answer[1]); }

// In how many contrastive twins the cut leaves the two sentences with different answers.
std::size_t told_apart(const Resolver& model, const Cut& cut) {
  const auto answers = ask(model, words(), comb(), cut);
  std::size_t count = 0;
  for (const Twins& twins : comb().contrastive) {
    count += !close(ratio(answers[twins.first]), ratio(answers[twins.second]), 100 * kEpsilon);
  }
  return count;
}

}  // namespace

TEST_CASE("one layer: without edges to the clues, twins get one answer, and half are right") {
  const std::size_t all = comb().contrastive.size();
  REQUIRE(all > 40);
  for (const std::size_t hidden : {0u, 32u}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      ResolverConfig config = config_of(1);
      config.encoder.hidden = hidden;
      const Resolver model = random_model(config, seed);
      CHECK(told_apart(model, nullptr) == all);
      CHECK(told_apart(model, cut_both()) == 0);
      CHECK(score(comb(), right(comb(), ask(model, words(), comb(), cut_both()))).contrastive ==
            0.5);
    }
  }
}

TEST_CASE("one layer: either kind of edges alone can tell twins apart; so can two layers") {
  const Resolver one = random_model(config_of(1), 1), two = random_model(config_of(2), 1);
  CHECK(told_apart(one, cut_pronoun_to_clues()) > 40);
  CHECK(told_apart(one, cut_candidates_to_clues()) > 40);
  CHECK(told_apart(two, cut_both()) > 40);
}

TEST_CASE("one layer: what the pronoun gives one noun over another does not depend on the clue") {
  const Resolver model = random_model(config_of(2), 1);
  std::map<std::string, std::size_t> moved;  // of each layer, and of the pointer
  const auto& twins = comb().plain.front();
  const Example &a = comb().examples[twins.first], &b = comb().examples[twins.second];
  const HeatMap tired = pronoun_map(model, words(), a), wide = pronoun_map(model, words(), b);
  for (std::size_t head = 0; head < tired.rows.size(); ++head) {
    const auto of = [&](const HeatMap& map) {
      const double* row = map.values.data() + head * map.columns.size();
      return ratio({row[a.candidates[0].first], row[a.candidates[1].first]});
    };
    moved[tired.rows[head].substr(0, 2)] += !close(of(tired), of(wide), 100 * kEpsilon);
  }
  CHECK(moved == std::map<std::string, std::size_t>{{"L1", 0}, {"L2", 4}, {"po", 1}});
}

TEST_CASE("cuts: a head loses all its edges and the other heads none; a layer loses all") {
  const CutMasks head(cut_head(1, 2, 4), config_of(2));
  CHECK(identical(head.before.layers[0], head.after.layers[0]));
  const std::size_t square = head.batch.longest() * head.batch.longest();
  const Array& mask = head.after.layers[1];
  REQUIRE(mask.shape() == Shape{4, 4, head.batch.longest(), head.batch.longest()});
  for (std::size_t b = 0; b < 4; ++b) {
    for (std::size_t h = 0; h < 4; ++h) {
      const Real* first = mask.data() + (b * 4 + h) * square;
      const auto words = head.batch.examples[b].words.size();
      const auto left = static_cast<std::size_t>(std::count(first, first + square, Real{1}));
      CHECK(left == (h == 2 ? 0 : words * head.batch.longest()));
    }
  }
  const CutMasks layer(cut_layer(0), config_of(2));
  CHECK(std::count(layer.after.layers[0].begin(), layer.after.layers[0].end(), Real{0}) ==
        static_cast<std::ptrdiff_t>(layer.after.layers[0].size()));
  CHECK(identical(layer.before.layers[1], layer.after.layers[1]));
}
