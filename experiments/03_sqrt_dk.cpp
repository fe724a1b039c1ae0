// Question    Why divide the scores by √d_k?
// Claims      C10: at d_k = 64 raw scores run to 20, 30 and more, softmax saturates, gradients
//             vanish, the network stops learning.  C11: divided by √64 = 8, it learns.
// Data        Rows of a random query and ten keys. Then a task: ten of 32 words, each with one of 8
//             values; a query asks for a word, its value is the answer (eq. (1), a linear map).
// Control     small vectors at the start; d_k = 8; another optimizer and rate.
// Prediction  At 64 the largest of ten weights is 0.866 raw, 0.319 scaled, the entropy 0.346 and
//             1.926 nats; 1.3 % of scores are beyond 20. From N(0, 1), raw attention takes 10 times
//             the steps to 99 % of scaled (SGD: 8 times) or more; from N(0, 0.1²) fewer.
// Run         build/bin/03_sqrt_dk
#include <algorithm>
#include <cmath>
#include <iostream>

#include "heed/attention.hpp"
#include "heed/embedding.hpp"
#include "heed/init.hpp"
#include "heed/linear.hpp"
#include "heed/optimizer.hpp"
#include "heed/page.hpp"

namespace {

using namespace heed;

constexpr std::size_t kWords = 32, kKeys = 10, kValues = 8, kBatch = 32, kAsked = 500;

// What softmax makes of rows of ten scores, and how much of a random cotangent of the weights comes
// back to the query.
Values random_rows(std::size_t d_k, bool scaled, std::size_t rows, std::uint64_t seed) {
  Random random(seed);
  const Tensor query = Tensor::parameter(normal({rows, 1, d_k}, 1, random));
  const Tensor key(normal({rows, kKeys, d_k}, 1, random));
  const Tensor raw = matmul_transposed(query, key);
  const Tensor weights = softmax(scaled ? raw / std::sqrt(static_cast<double>(d_k)) : raw);
  weights.backward(normal(weights.shape(), 1, random));
  Array gradients = norm(Tensor(query.grad()), {-1}).value();
  std::sort(gradients.begin(), gradients.end());
  double entropy = 0, spread = 0, beyond = 0;
  for (std::size_t i = 0; i < raw.value().size(); ++i) {
    const auto p = static_cast<double>(weights.value()[i]);
    entropy -= p > 0 ? p * std::log(p) : 0;
    spread += p * (1 - p);
    beyond += std::abs(raw.value()[i]) > 20;
  }
  const auto n = static_cast<double>(rows);
  return {{"largest weight", static_cast<double>(mean(max(weights, {-1})).item())},
          {"entropy", entropy / n},
          {"Σ p(1−p)", spread / n},
          {"|QKᵀ| > 20", beyond / n / kKeys},
          {"|dQ|, mean", static_cast<double>(mean(Tensor(gradients)).item())},
          {"|dQ|, median", static_cast<double>(gradients[rows / 2])}};
}

struct Trial {
  std::string name;
  bool scaled;
  double rate = 1e-2;
  bool adam = true;
  double start = 1;  // deviation of the vectors
  std::size_t d_k = 64;
};
const Trial kTrials[] = {{"Adam 0.01, scaled", true},
                         {"Adam 0.01, raw", false},
                         {"Adam 0.001, scaled", true, 1e-3},
                         {"Adam 0.001, raw", false, 1e-3},
                         {"SGD 0.1, scaled", true, 0.1, false},
                         {"SGD 0.1, raw", false, 0.1, false},
                         {"small start, scaled", true, 1e-2, true, 0.1},
                         {"small start, raw", false, 1e-2, true, 0.1},
                         {"d_k 8, scaled", true, 1e-2, true, 1, 8},
                         {"d_k 8, raw", false, 1e-2, true, 1, 8}};

struct Questions {
  Indices query, keys, values, answers;  // [B, 1, 1] or [B, 1, 10]: one head

  Questions(std::size_t count, Random& random) {
    query.shape = answers.shape = {count, 1, 1};
    keys.shape = values.shape = {count, 1, kKeys};
    std::vector<int> words;
    for (std::size_t word = 0; word < kWords; ++word) words.push_back(static_cast<int>(word));
    for (std::size_t b = 0; b < count; ++b) {
      random.shuffle(words);
      for (std::size_t i = 0; i < kKeys; ++i) {
        keys.values.push_back(words[i]);
        values.values.push_back(static_cast<int>(random.below(kValues)));
      }
      const std::size_t asked = random.below(kKeys);
      query.values.push_back(words[asked]);
      answers.values.push_back(values.values[b * kKeys + asked]);
    }
  }
};

struct Model {
  Model(const Trial& trial, Random& random)
      : options{trial.scaled, {}, {}},
        query(kWords, trial.d_k, trial.start, random),
        key(kWords, trial.d_k, trial.start, random),
        value(kValues, 32, 1, random),
        out(32, kValues, random) {}

  AttentionOptions options;
  Embedding query, key, value;
  Linear out;
  Tensor operator()(const Questions& asked) const {  // [B, 1, 1, 8]
    const Tensor q = query(asked.query), k = key(asked.keys), v = value(asked.values);
    return out(scaled_dot_product_attention(q, k, v, Array(), options).output);
  }
  Parameters parameters() const {
    return Parameters().add("query", query).add("key", key).add("value", value).add("out", out);
  }
};

double share_right(const Model& model, const Questions& asked) {
  const NoGrad evaluation;
  const Indices named = argmax(model(asked).value());
  double right = 0;
  for (std::size_t b = 0; b < kAsked; ++b) right += named.values[b] == asked.answers.values[b];
  return right / kAsked;
}

// Thousands of steps until 99 % of 500 fresh questions are answered right, asked every 50 steps; or `most`.
Values train(const Trial& trial, std::int64_t most, std::uint64_t seed) {
  Random weights(seed), draws(seed, 1), fresh(seed, 2);
  const Model model(trial, weights);
  const Parameters parameters = model.parameters();
  Adam adam(parameters);
  Sgd sgd(parameters, 0.9);
  const Questions asked(kAsked, fresh);
  double right = share_right(model, asked);
  std::int64_t step = 0;
  while (step < most && right < 0.99) {
    const Questions questions(kBatch, draws);
    const Tensor loss = cross_entropy(model(questions), questions.answers);
    check_loss(static_cast<double>(loss.item()), ++step, parameters);
    parameters.zero_grad();
    loss.backward();
    trial.adam ? adam.step(trial.rate) : sgd.step(trial.rate);
    if (step % 50 == 0) right = share_right(model, asked);
  }
  return {{"1000 steps", static_cast<double>(step) / 1000}, {"right at the end", right}};
}

int verdict(const Results& results, bool quick) {
  Verdict verdict;
  const auto predict = [&](const std::string& row, const char* what, double least, double most) {
    verdict.predict(row + ": " + what, results.median(row, what), least, most);
  };
  predict("64, raw", "largest weight", 0.85, 0.88);
  predict("64, scaled", "largest weight", 0.305, 0.335);
  predict("64, raw", "entropy", 0.3, 0.39);
  predict("64, scaled", "entropy", 1.88, 1.97);
  predict("64, raw", "|QKᵀ| > 20", 0.009, 0.016);
  const auto slower = [&](const std::string& how, double least, double most) {
    const double raw = results.median(how + ", raw", "1000 steps");
    const double scaled = results.median(how + ", scaled", "1000 steps");
    verdict.predict(how + ": steps raw / scaled", raw / scaled, least, most);
  };
  slower("Adam 0.01", quick ? 5 : 10, 1000);
  slower("SGD 0.1", quick ? 2 : 8, 1000);
  slower("small start", 0, 0.9);
  verdict.claim("C10", "holds if", "q and k start with unit variance; slowed, it seldom stops");
  verdict.claim("C11", "holds", "at every d_k; small vectors learn faster without it");
  return verdict.exit_code();
}

}  // namespace

int main(int argc, char** argv) {
  PageSetting setting;
  Options options("03_sqrt_dk", "Why attention divides its scores by the root of d_k.");
  options.example("03_sqrt_dk", "random rows, then training");
  return run_page(options, setting, argc, argv, [&](const RunFolder& folder) {
    const std::vector<std::uint64_t> seeds = setting.seeds_or(setting.pick(2U, 5U, 20U));
    std::vector<std::string> rows;
    for (std::size_t d_k = 4; d_k <= 512; d_k *= 2) {
      for (const char* kind : {", scaled", ", raw"}) rows.push_back(concat(d_k, kind));
    }
    const std::size_t first = rows.size();
    for (const Trial& trial : kTrials) rows.push_back(trial.name);
    Results results(folder / "metrics.jsonl");
    results.measure(rows, seeds, setting.run, folder, [&](std::size_t row, std::uint64_t seed) {
      return row < first ? random_rows(std::size_t{4} << row / 2, row % 2 == 0, 2000, seed)
                         : train(kTrials[row - first], setting.pick(2000, 10000, 10000), seed);
    });
    std::cout << results.text() << "\n";
    return verdict(results, setting.quick);
  });
}
