#include <algorithm>
#include <set>

#include "heed/findings.hpp"
#include "heed/table.hpp"
#include "support.hpp"

using namespace heed;

namespace {

const char* const kPlain =
    "1.0\tThe {cat}* met the {car} and [it] was tired\n"
    "1.1\tThe {cat} met the {car}* and [it] was wide\n";
const char* const kContrastive =
    "2.0\tThe {cat}* met the {car} and [it] was tired not wide\n"
    "2.1\tThe {cat} met the {car}* and [it] was wide not tired\n";
const char* const kAlone = "The {old cat}* met {\x1b\\[2J} and [it] ran\n";

// All of it is learned from, and asked in one split.
Corpus corpus_of(const std::string& text, const std::string& name = "comb") {
  const std::vector<Example> examples = parse_examples(text, "text");
  return {examples, {{name, Questions(examples)}}, Vocabulary(examples), {"it"}, 12, {examples[0]}};
}

Resolver random_model(const Corpus& corpus, std::size_t layers, Readout readout) {
  ResolverConfig config;
  config.encoder.width = 8;
  config.encoder.heads = 2;
  config.encoder.layers = layers;
  config.readout = readout;
  Random random(1);
  return Resolver(config, corpus.vocabulary.size(), random);
}

Resolver pointing(const Corpus& corpus) { return random_model(corpus, 2, Readout::kPointer); }

// A hundred of heed's own sentences.
Corpus comb() {
  std::vector<Example> all = read_examples(HEED_DATASETS "/tired_or_wide/en/comb.txt");
  all.resize(100);
  return {all, {{"comb", Questions(all)}}, Vocabulary(all), {"it"}, 128, {all[0]}};
}

// A pointing model whose weights are so large that every word matters.
Resolver scattered(const Corpus& corpus, std::uint64_t seed) {
  const Resolver model = pointing(corpus);
  Random random(seed);
  for (const Parameter& parameter : model.parameters()) {
    Tensor tensor = parameter.tensor;
    for (Real& value : tensor.mutable_value()) value = static_cast<Real>(random.normal());
  }
  return model;
}

bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != text.npos;
  if (!found) MESSAGE("'" << part << "' is not in:\n" << text);
  return found;
}

Cuts cuts(double whole, double pronoun, double candidates) {
  return {whole, pronoun, candidates, .5, whole, 0, 1};
}

SeedResult result(std::uint64_t seed, Score score) { return {seed, score, .25, cuts(1, 1, .5)}; }

}  // namespace

TEST_CASE("answers: the sentence, every candidate with its probability, and right or wrong") {
  const Corpus corpus = corpus_of(kAlone);
  const Resolver model = pointing(corpus);
  const std::vector<double> p = ask(model, corpus.vocabulary, Questions(corpus.shown)).front();
  CHECK(answers_text(model, corpus) ==
        concat("  The old cat met \\x1b[2J and [it] ran\n    old cat ", percent(p[0]),
               " %   \\x1b[2J ", percent(p[1]), " %   ", p[0] >= p[1] ? "right" : "wrong", "\n"));
}

TEST_CASE("maps: of one sentence, of two with their difference, and of no attention at all") {
  Corpus corpus = corpus_of(kPlain);
  const Style style;
  const std::string one = maps_text(pointing(corpus), corpus, style);
  CHECK(has(one, "L2 H2"));
  CHECK(has(one, "pointer"));
  CHECK_FALSE(one.find("change") != one.npos);
  corpus.shown = corpus.train;
  CHECK(has(maps_text(pointing(corpus), corpus, style), "change"));
  CHECK(has(maps_text(random_model(corpus, 0, Readout::kName), corpus, style), "no attention"));
}

TEST_CASE("judge: the scores of every split, one after the other") {
  Corpus corpus = corpus_of(kPlain);
  corpus.splits.push_back({"far", Questions(parse_examples(kContrastive, "text"))});
  const Rival rival = judge("me", pointing(corpus), corpus);
  CHECK(rival.name == "me");
  REQUIRE(rival.scores.size() == 2);
  CHECK(rival.scores[0].plain >= 0);
  CHECK(std::isnan(rival.scores[0].contrastive));
  CHECK(std::isnan(rival.scores[1].plain));
  CHECK(rival.scores[1].contrastive >= 0);
}

TEST_CASE("score table: answers, then twins, each of the model above the baselines") {
  const Corpus corpus = corpus_of(std::string(kPlain) + kContrastive);
  const std::vector<Rival> models = {{"me", {{.125, .25, .375, .5}}}};
  const std::string text = score_table(corpus, with_baselines(models, corpus));
  CHECK(has(text, "  me             12.5    37.5\n"));
  CHECK(has(text, "  me             25.0    50.0\n"));
  CHECK(has(text, "  random         50.0    50.0\n"));
  CHECK(has(text, "  random         25.0    25.0\n"));
  CHECK(has(text, "  bag of words  100.0    50.0\n"));
  CHECK(text.find("  me ") < text.find("  random "));
}

TEST_CASE("head table: every head of the contrastive twins, and the fixed offset") {
  const Corpus corpus = corpus_of(std::string(kPlain) + kContrastive);
  const Resolver model = pointing(corpus);
  const std::string text = head_table(model, corpus);
  const Questions& questions = corpus.main_split().questions;
  const auto heads = measure_heads(model, corpus.vocabulary, questions, questions.contrastive);
  REQUIRE(heads.size() == 5);
  for (const HeadMeasures& head : heads) {
    const std::size_t line = text.find(head.name);
    REQUIRE(line != text.npos);
    CHECK(has(text.substr(line, 70), " " + percent(head.mass) + "  "));
    CHECK(has(text.substr(line, 70), "  " + percent(head.flip) + "\n"));
  }
  // The cat is 5 words before "it" and the car 2; each is the antecedent of half.
  CHECK(has(text, "word -5 from the pronoun             50.0\n"));
}

TEST_CASE("heads and cuts: where there are no twins, the text says that they are needed") {
  const Corpus corpus = corpus_of(kAlone);
  const Resolver model = pointing(corpus);
  CHECK(has(head_table(model, corpus), "are measured on twins"));
  CHECK(std::isnan(measure_cuts(model, corpus).whole));
  CHECK(std::isnan(measure_cuts(model, corpus).both));
  CHECK(cut_table(measure_cuts(model, corpus)) == "");
  CHECK(std::isnan(measure_seed(model, corpus, 1).flip));
}

TEST_CASE("cuts: each is the share of right answers to contrastive twins under its own cut") {
  const Corpus corpus = comb();
  const Questions& questions = corpus.main_split().questions;
  const Resolver model = scattered(corpus, 1);
  const auto after = [&](const Cut& cut) {
    const auto answers = ask(model, corpus.vocabulary, questions, cut);
    return score(questions, right(questions, answers)).contrastive;
  };
  const Cuts found = measure_cuts(model, corpus);
  CHECK(found.whole == after(nullptr));
  CHECK(found.pronoun == after(cut_pronoun_to_clues()));
  CHECK(found.candidates == after(cut_candidates_to_clues()));
  CHECK(found.both == after(cut_both()));
  CHECK(found.random == after(cut_random(1)));
  CHECK(found.antecedent == 0);  // a pointer that may not point at it
  CHECK(found.others == 1);
  // Four different numbers: none can stand in for another.
  CHECK(std::set{found.whole, found.pronoun, found.candidates, found.both}.size() == 4);
}

TEST_CASE("cut table: who fetches the clue is who cannot do without it") {
  CHECK(has(cut_table(cuts(1, .5, 1)), "fetches them here: the pronoun."));
  CHECK(has(cut_table(cuts(1, 1, .5)), "fetches them here: the candidates."));
  CHECK(has(cut_table(cuts(1, .5, .5)), "fetches them here: both are needed."));
  CHECK(has(cut_table(cuts(1, 1, 1)), "fetches them here: either will do."));
  CHECK(has(cut_table(cuts(.85, .5, .5)), "fetches them here: not learned."));
  CHECK(has(cut_table(cuts(1, .74, .76)), "fetches them here: the pronoun."));
  Cuts by_other_roads = cuts(1, 1, 1);
  by_other_roads.both = .9;
  CHECK(has(cut_table(by_other_roads), "fetches them here: other words."));
  CHECK(has(cut_table(cuts(.98, .625, 1)), "  layer 1, pronoun → clues               62.5\n"));
}

TEST_CASE("seed: the score of the main split, and the flip of the best head that is no pointer") {
  const Corpus corpus = comb();
  const Questions& questions = corpus.main_split().questions;
  std::size_t pointer_is_best = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Resolver model = scattered(corpus, seed);
    const SeedResult found = measure_seed(model, corpus, seed);
    CHECK(found.seed == seed);
    CHECK(found.score.contrastive == found.cuts.whole);
    auto heads = measure_heads(model, corpus.vocabulary, questions, questions.contrastive);
    const double pointer = heads.back().flip;
    heads.pop_back();
    double best = 0;
    for (const HeadMeasures& head : heads) best = std::max(best, head.flip);
    CHECK(found.flip == best);
    pointer_is_best += pointer > best;
  }
  CHECK(pointer_is_best > 0);
}

TEST_CASE("seed table: a row a seed, the median, the worst, and how many reached 99 %") {
  const Corpus corpus = corpus_of(kPlain);
  const SeedResult good = result(1, {1, 1, 1, 1, 1}), bad = result(2, {.5, .25, .5, 0, .5});
  const std::string three = seed_table({good, bad, result(3, {.98, .96, 1, .75, .99})}, corpus);
  CHECK(has(three, "\n  2      50.0    50.0    0.0  25.0  100.0  50.0  50.0   100.0  the cand"));
  CHECK(has(three, "all sentences   median 99.0  worst 50.0  at 99 % or more 2 of 3\n"));
  CHECK(has(three, "twins           median 75.0  worst 0.0\n"));
  CHECK(has(seed_table({good, bad}, corpus),
            "all sentences   median 75.0  worst 50.0  at 99 % or more 1 of 2\n"));
}

TEST_CASE("seed table: where there are no contrastive twins, the plain ones stand for them") {
  const SeedResult plain = result(1, {.75, .5, kNaN, kNaN, .75});
  const std::string text = seed_table({plain}, corpus_of(kPlain));
  CHECK(has(text, "all sentences   median 75.0  worst 75.0"));
  CHECK(has(text, "twins           median 50.0  worst 50.0"));
}

TEST_CASE("ablations: of each layer and of each head; nothing without twins") {
  const Corpus corpus = corpus_of(kContrastive);
  const Resolver model = scattered(corpus, 1);
  const std::vector<Ablation> all = measure_ablations(model, corpus);
  std::string parts;
  for (const Ablation& ablation : all) parts += ablation.part + ",";
  CHECK(parts == "L1,L1 H1,L1 H2,L2,L2 H1,L2 H2,");
  // Without any attention, words of another order are no other words: one of the two is wrong.
  const Corpus many = comb();
  const Resolver one = random_model(many, 1, Readout::kName);
  CHECK(measure_ablations(one, many)[0].right == 0.5);
  CHECK(measure_ablations(pointing(corpus_of(kAlone)), corpus_of(kAlone)).empty());
}

TEST_CASE("heads: a small map for each, none for a model without layers") {
  const Corpus corpus = corpus_of(kContrastive);
  const Style style{Color::kNone, 80};
  CHECK(has(heads_text(pointing(corpus), corpus, style), "L1 H1        L1 H2        L2 H1"));
  CHECK(heads_text(random_model(corpus, 0, Readout::kName), corpus, style) == "");
}
