#include "heed/probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "heed/error.hpp"

namespace heed {

namespace {

// Have both the same candidates, and among them the same antecedents?
bool same_answer(const Example& a, const Example& b) {
  return std::equal(a.candidates.begin(), a.candidates.end(), b.candidates.begin(),
                    b.candidates.end(), [&](const Mention& x, const Mention& y) {
                      return x.antecedent == y.antecedent && words_of(a, x) == words_of(b, y);
                    });
}

}  // namespace

Questions::Questions(std::vector<Example> examples_)
    : examples(std::move(examples_)), clues(examples.size()) {
  for (const Twins& pair : find_twins(examples)) {
    const Example &a = examples[pair.first], &b = examples[pair.second];
    if (!a.labelled() || !b.labelled() || same_answer(a, b)) continue;
    (same_bag(a, b) ? contrastive : plain).push_back(pair);
    clues[pair.first] = heed::clues(a, b);
    clues[pair.second] = heed::clues(b, a);
  }
}

namespace {

// f(first, batch, reading) for batch after batch, without gradients.
template <class F>
void read_batches(const Resolver& model, const Vocabulary& vocabulary, const Questions& questions,
                  const Cut& cut, F f) {
  constexpr std::size_t kBatch = 50;
  const NoGrad no_grad;
  for (std::size_t first = 0; first < questions.examples.size(); first += kBatch) {
    std::vector<std::size_t> which(std::min(kBatch, questions.examples.size() - first));
    std::iota(which.begin(), which.end(), first);
    const Batch batch(questions.examples, which, vocabulary);
    Masks masks = whole(batch, model.config());
    if (cut) cut(questions, first, batch, masks);
    f(first, batch, model(batch, masks));
  }
}

}  // namespace

std::vector<std::vector<double>> ask(const Resolver& model, const Vocabulary& vocabulary,
                                     const Questions& questions, const Cut& cut) {
  std::vector<std::vector<double>> answers;
  read_batches(model, vocabulary, questions, cut,
               [&](std::size_t, const Batch& batch, const Reading& reading) {
                 for (auto& answer : model.answers(batch, reading))
                   answers.push_back(std::move(answer));
               });
  return answers;
}

std::vector<double> right(const Questions& questions,
                          const std::vector<std::vector<double>>& answers) {
  std::vector<double> result;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double best = *std::max_element(answers[i].begin(), answers[i].end());
    double tops = 0, good = 0;
    for (std::size_t c = 0; c < answers[i].size(); ++c) {
      if (answers[i][c] != best) continue;
      ++tops;
      good += questions.examples[i].candidates[c].antecedent;
    }
    result.push_back(tops == 0 ? 0 : good / tops);
  }
  return result;
}

Score score(const Questions& questions, const std::vector<double>& right) {
  std::vector<bool> contrastive(right.size());
  for (const Twins& pair : questions.contrastive) {
    contrastive[pair.first] = contrastive[pair.second] = true;
  }
  const auto answers = [&](bool kind) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (contrastive[i] == kind) sum += right[i], ++count;
    }
    return sum / count;
  };
  const auto both = [&](const std::vector<Twins>& twins) {
    double sum = 0;
    for (const Twins& pair : twins) sum += right[pair.first] * right[pair.second];
    return sum / static_cast<double>(twins.size());
  };
  const double all = std::accumulate(right.begin(), right.end(), 0.0);
  return {answers(false), both(questions.plain), answers(true), both(questions.contrastive),
          all / static_cast<double>(right.size())};
}

Score score(const Resolver& model, const Vocabulary& vocabulary, const Questions& questions,
            const Cut& cut) {
  return score(questions, right(questions, ask(model, vocabulary, questions, cut)));
}

double logit_difference(const Questions& questions,
                        const std::vector<std::vector<double>>& answers) {
  double sum = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    double good = 0, other = 0;
    for (std::size_t c = 0; c < answers[i].size(); ++c) {
      double& side = questions.examples[i].candidates[c].antecedent ? good : other;
      side = std::max(side, answers[i][c]);
    }
    // Probabilities of 0 have no logarithm; the smallest number stands for them.
    const double least = std::numeric_limits<double>::min();
    sum += std::log(std::max(good, least)) - std::log(std::max(other, least));
  }
  return sum / static_cast<double>(answers.size());
}

// ---- heads --------------------------------------------------------------------------------------

namespace {

// The weights of one head from the pronoun of example b, a view of T numbers.
struct HeadRow {
  std::string name;
  const Real* weights;
};

std::vector<HeadRow> head_rows(const Reading& reading, const Array& pointer, const Batch& batch,
                               std::size_t b) {
  std::vector<HeadRow> rows;
  const std::size_t length = batch.longest();
  for (std::size_t layer = 0; layer < reading.weights.size(); ++layer) {
    const Array& weights = reading.weights[layer].value();  // [B, H, T, T]
    const std::size_t heads = weights.shape()[1];
    for (std::size_t head = 0; head < heads; ++head) {
      const std::size_t row = (b * heads + head) * length + batch.examples[b].pronoun;
      rows.push_back({concat("L", layer + 1, " H", head + 1), weights.data() + row * length});
    }
  }
  if (!pointer.nothing()) rows.push_back({"pointer", pointer.data() + b * length});
  return rows;
}

// The pointer's weights; nothing where the answer is read otherwise.
Array pointer_weights(const Resolver& model, const Reading& reading) {
  return model.pointer ? exp(reading.log_answer).value() : Array();
}

// What one head gives the antecedents of an example, and the most it gives another candidate.
struct Masses {
  double antecedents = 0, others = 0;
};
Masses masses(const Example& example, const Real* weights) {
  Masses result;
  for (const Mention& mention : example.candidates) {
    double own = 0;
    for (std::size_t t = mention.first; t <= mention.last; ++t)
      own += static_cast<double>(weights[t]);
    if (mention.antecedent) {
      result.antecedents += own;
    } else {
      result.others = std::max(result.others, own);
    }
  }
  return result;
}

}  // namespace

std::vector<HeadMeasures> measure_heads(const Resolver& model, const Vocabulary& vocabulary,
                                        const Questions& questions,
                                        const std::vector<Twins>& twins) {
  std::vector<std::string> names;
  std::vector<std::vector<Masses>> all;  // of each example, of each head
  read_batches(model, vocabulary, questions, nullptr,
               [&](std::size_t, const Batch& batch, const Reading& reading) {
                 const Array pointer = pointer_weights(model, reading);
                 for (std::size_t b = 0; b < batch.size(); ++b) {
                   names.clear();
                   all.emplace_back();
                   for (const HeadRow& row : head_rows(reading, pointer, batch, b)) {
                     names.push_back(row.name);
                     all.back().push_back(masses(batch.examples[b], row.weights));
                   }
                 }
               });
  std::vector<HeadMeasures> result;
  const double pairs = static_cast<double>(twins.size());
  for (std::size_t head = 0; head < names.size(); ++head) {
    HeadMeasures measures{names[head]};
    for (const Twins& pair : twins) {
      const Masses &a = all[pair.first][head], &b = all[pair.second][head];
      const bool a_right = a.antecedents > a.others, b_right = b.antecedents > b.others;
      measures.mass += (a.antecedents + b.antecedents) / 2 / pairs;
      measures.candidates += (a_right + b_right) / 2. / pairs;
      measures.twins += (a_right && b_right) / pairs;
      measures.flip += std::min(a.antecedents, b.antecedents) / pairs;
    }
    result.push_back(measures);
  }
  return result;
}

FixedOffset fixed_offset(const std::vector<Example>& train, const std::vector<Example>& test) {
  const auto offsets = [](const Example& example) {
    std::vector<int> found;
    for (const Mention& mention : example.candidates) {
      for (std::size_t t = mention.first; mention.antecedent && t <= mention.last; ++t) {
        found.push_back(static_cast<int>(t) - static_cast<int>(example.pronoun));
      }
    }
    return found;
  };
  std::map<int, int> counts;
  for (const Example& example : train) {
    for (const int offset : offsets(example)) ++counts[offset];
  }
  FixedOffset best;
  int most = 0;
  for (const auto& [offset, count] : counts) {
    if (count > most) most = count, best.offset = offset;
  }
  for (const Example& example : test) {
    const std::vector<int> own = offsets(example);
    best.hits += std::find(own.begin(), own.end(), best.offset) != own.end();
  }
  best.hits /= static_cast<double>(std::max<std::size_t>(test.size(), 1));
  return best;
}

HeatMap pronoun_map(const Resolver& model, const Vocabulary& vocabulary, const Example& example) {
  const NoGrad no_grad;
  const Batch batch({example}, {0}, vocabulary);
  const Reading reading = model(batch, whole(batch, model.config()));
  const Array pointer = pointer_weights(model, reading);
  HeatMap map{{}, example.words, {}};
  for (const HeadRow& row : head_rows(reading, pointer, batch, 0)) {
    map.rows.push_back(row.name);
    map.values.insert(map.values.end(), row.weights, row.weights + batch.longest());
  }
  return map;
}

std::vector<NamedMap> head_maps(const Resolver& model, const Vocabulary& vocabulary,
                                const Example& example) {
  const NoGrad no_grad;
  const Batch batch({example}, {0}, vocabulary);
  const Reading reading = model(batch, whole(batch, model.config()));
  const std::size_t square = batch.longest() * batch.longest();
  std::vector<NamedMap> maps;
  for (std::size_t layer = 0; layer < reading.weights.size(); ++layer) {
    const Array& weights = reading.weights[layer].value();  // [1, H, T, T]
    for (std::size_t head = 0; head < weights.shape()[1]; ++head) {
      const Real* first = weights.data() + head * square;
      maps.push_back({concat("L", layer + 1, " H", head + 1),
                      {example.words, example.words, {first, first + square}}});
    }
  }
  return maps;
}

}  // namespace heed
