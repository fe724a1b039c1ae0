// The numbers and words of a report's page, as JSON.
#include <algorithm>
#include <cmath>
#include <set>

#include "heed/encoding.hpp"
#include "heed/error.hpp"
#include "heed/json.hpp"
#include "heed/options.hpp"
#include "heed/report.hpp"

namespace heed {
namespace {

// ---- JSON ---------------------------------------------------------------------------------------

template <std::floating_point Number>
std::string value(Number number) {
  return json_number(number);
}
std::string value(bool yes) { return yes ? "true" : "false"; }
std::string value(std::size_t number) { return concat(number); }
std::string value(const std::string& text) { return json_string(text); }
std::string value(const char* text) { return json_string(text); }

// "[a,b]" of f(item) for every item.
template <class List, class F>
std::string list(const List& items, F f) {
  std::string text = "[";
  for (const auto& item : items) text += concat(text.size() > 1 ? "," : "", f(item));
  return concat(text, "]");
}

std::string words(const std::vector<std::string>& texts) {
  return list(texts, [](const std::string& text) { return json_string(text); });
}

// An object, member by member; a member that is JSON already goes in by json().
class Object {
 public:
  template <class Value>
  Object& add(std::string_view key, const Value& content) {
    return json(key, value(content));
  }
  Object& json(std::string_view key, std::string_view content) {
    text_ += concat(text_.size() > 1 ? "," : "", json_string(key), ":", content);
    return *this;
  }
  std::string done() const { return concat(text_, "}"); }

 private:
  std::string text_ = "{";
};

// ---- the model ----------------------------------------------------------------------------------

constexpr std::size_t kMostWeights = 900'000;

std::string architecture(const ResolverConfig& config) {
  constexpr const char* kPositions[] = {"none", "sinusoidal", "learned"};
  const EncoderConfig& encoder = config.encoder;
  return Object()
      .add("width", encoder.width)
      .add("layers", encoder.layers)
      .add("heads", encoder.heads)
      .add("positions", kPositions[static_cast<std::size_t>(encoder.positions)])
      .add("longest", encoder.longest)
      .add("scaled", encoder.scaled)
      .add("readout", config.readout == Readout::kPointer ? "pointer" : "name")
      .add("causal", config.causal)
      .done();
}

std::string tensors(const Parameters& parameters) {
  return list(parameters, [](const Parameter& parameter) {
    const Shape& shape = parameter.tensor.shape();
    return Object()
        .add("name", parameter.name)
        .json("shape", list(shape, [](std::size_t size) { return concat(size); }))
        .done();
  });
}

// A model above this size is not shipped, nor are the moments of its training.
bool shipped(const Report& report) { return report.model.parameters().count() <= kMostWeights; }

// f(snapshot) of every kept moment.
template <class F>
std::string snapshots(const Report& report, F f) {
  return shipped(report) ? list(report.record.snapshots(), f) : "[]";
}

std::string losses(const TrainingRecord& record) {
  return Object()
      .add("every", record.every())
      .json("mean",
            list(record.losses(), [](double mean) { return value(static_cast<float>(mean)); }))
      .done();
}

// ---- the sentences ------------------------------------------------------------------------------

// ln of the weights the program itself gives every word or name; null for what it cannot see.
std::string expected(const Report& report, const Example& example) {
  const NoGrad no_grad;
  const Batch batch({example}, {0}, report.corpus.vocabulary);
  const Reading reading = report.model(batch, whole(batch, report.model.config()));
  return list(reading.log_answer.value(), [](Real log) { return value(static_cast<float>(log)); });
}

std::string sentence(const Report& report, const Example& example) {
  return Object()
      .add("id", example.id)
      .json("words", words(example.words))
      .add("pronoun", example.pronoun)
      .json("candidates", list(example.candidates,
                               [](const Mention& m) {
                                 return concat("[", m.first, ",", m.last, ",", m.antecedent, "]");
                               }))
      .json("expected", expected(report, example))
      .done();
}

// Two twins, or one sentence twice where there is no other.
std::string pair(const Report& report, const std::string& split, const char* kind,
                 const Example& first, const Example* second) {
  Object object;
  object.add("split", split).add("kind", kind).json("first", sentence(report, first));
  if (second != nullptr) object.json("second", sentence(report, *second));
  return object.done();
}

// Those that are shown, then two plain and two contrastive pairs of every split, or single
// sentences where it has no twins.
std::string pairs(const Report& report) {
  constexpr std::size_t kEach = 2;
  const std::vector<Example>& shown = report.corpus.shown;
  std::vector<std::string> all = {
      pair(report, "train", "", shown[0], shown.size() > 1 ? &shown[1] : nullptr)};
  for (const Split& split : report.corpus.splits) {
    const Questions& questions = split.questions;
    const auto add = [&](const std::vector<Twins>& twins, const char* kind) {
      for (std::size_t i = 0; i < std::min(kEach, twins.size()); ++i) {
        all.push_back(pair(report, split.name, kind, questions.examples[twins[i].first],
                           &questions.examples[twins[i].second]));
      }
    };
    add(questions.plain, "plain");
    add(questions.contrastive, "contrastive");
    if (!questions.plain.empty() || !questions.contrastive.empty()) continue;
    for (std::size_t i = 0; i < std::min(2 * kEach, questions.examples.size()); ++i) {
      all.push_back(pair(report, split.name, "", questions.examples[i], nullptr));
    }
  }
  return list(all, [](const std::string& json) { return json; });
}

// What a reader's own sentence is made of: the phrases that were candidates in training, and the
// words that alone told twins apart.
std::string mentions(const Corpus& corpus) {
  std::set<std::string> phrases;
  for (const Example& example : corpus.train) {
    for (const Mention& mention : example.candidates) phrases.insert(words_of(example, mention));
  }
  return words({phrases.begin(), phrases.end()});
}

std::string clue_words(const Corpus& corpus) {
  std::set<std::string> found;
  for (const Twins& pair : find_twins(corpus.train)) {
    const Example &a = corpus.train[pair.first], &b = corpus.train[pair.second];
    if (a.words.size() != b.words.size() || clues(a, b).size() != 1) continue;
    found.insert(a.words[clues(a, b)[0]]);
    found.insert(b.words[clues(a, b)[0]]);
  }
  return words({found.begin(), found.end()});
}

// ---- what was measured --------------------------------------------------------------------------

std::string score(const Score& s) {
  return list(
      std::vector<double>{s.plain, s.contrastive, s.plain_twins, s.contrastive_twins, s.all},
      [](double share) { return value(share); });
}

std::string cuts(const Cuts& c) {
  return Object()
      .add("whole", c.whole)
      .add("pronoun", c.pronoun)
      .add("candidates", c.candidates)
      .add("both", c.both)
      .add("random", c.random)
      .add("antecedent", c.antecedent)
      .add("others", c.others)
      .add("chance", c.chance)
      .done();
}

std::string findings(const Report& report) {
  const Corpus& corpus = report.corpus;
  return Object()
      .add("main", static_cast<std::size_t>(&corpus.main_split() - corpus.splits.data()))
      .json("splits", list(corpus.splits, [](const Split& split) { return value(split.name); }))
      .json("rivals", list(report.rivals,
                           [](const Rival& rival) {
                             return Object()
                                 .add("name", rival.name)
                                 .json("scores", list(rival.scores, score))
                                 .done();
                           }))
      .json("heads", list(report.heads,
                          [](const HeadMeasures& head) {
                            return Object()
                                .add("name", head.name)
                                .add("mass", head.mass)
                                .add("candidates", head.candidates)
                                .add("twins", head.twins)
                                .add("flip", head.flip)
                                .done();
                          }))
      .json("cuts", cuts(report.cuts))
      .json("ablations",
            list(report.ablations,
                 [](const Ablation& ablation) {
                   return Object().add("part", ablation.part).add("right", ablation.right).done();
                 }))
      .json("seeds", list(report.seeds,
                          [](const SeedResult& result) {
                            return Object()
                                .add("seed", static_cast<std::size_t>(result.seed))
                                .json("score", score(result.score))
                                .add("flip", result.flip)
                                .json("cuts", cuts(result.cuts))
                                .done();
                          }))
      .done();
}

}  // namespace

std::string report_data(const Report& report) {
  const Corpus& corpus = report.corpus;
  const Parameters parameters = report.model.parameters();
  std::vector<std::string> vocabulary;
  for (std::size_t i = 0; i < corpus.vocabulary.size(); ++i) {
    vocabulary.push_back(corpus.vocabulary.word(static_cast<int>(i)));
  }
  return Object()
      .json("architecture", architecture(report.model.config()))
      .add("parameters", parameters.count())
      .json("tensors", tensors(parameters))
      .add("weights", shipped(report) ? base64(floats_of(parameters)) : "")
      .json("snapshots", snapshots(report, [](const Snapshot& s) { return value(s.step); }))
      .add("steps", report.record.steps())
      .json("losses", losses(report.record))
      .json("vocabulary", words(vocabulary))
      .json("pronouns", words(corpus.pronouns))
      .json("mentions", mentions(corpus))
      .json("clues", clue_words(corpus))
      .json("pairs", pairs(report))
      .json("findings", findings(report))
      .add("config", report.asked.config)
      .add("command", report.asked.recipe)
      .add("tables", report.tables)
      .add("version", kVersion)
      .add("compiler", __VERSION__)
      .done();
}

std::string report_snapshots(const Report& report) {
  return snapshots(report, [](const Snapshot& s) { return value(base64(s.halves)); });
}

}  // namespace heed
