#include "heed/baselines.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "heed/error.hpp"
#include "kernels/math.hpp"

namespace heed {

namespace {

// A rule scores the candidates of an example; the highest score answers.
using Rule = std::function<double(const Example&, std::size_t candidate)>;

std::vector<double> scores(const Rule& rule, const Example& example) {
  std::vector<double> all(example.candidates.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = rule(example, c);
  return all;
}

// The share of antecedents among the candidates with the highest score.
double chance_right(const Rule& rule, const Example& example) {
  const std::vector<double> all = scores(rule, example);
  const double best = *std::max_element(all.begin(), all.end());
  double tied = 0, right = 0;
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c] != best) continue;
    ++tied;
    right += example.candidates[c].antecedent;
  }
  return right / tied;
}

std::string noun(const Example& example, std::size_t candidate) {
  return words_of(example, example.candidates[candidate]);
}

std::string place(const Example& example, std::size_t candidate) {
  return concat(example.candidates[candidate].first, ' ', example.pronoun);
}

std::string neighbours(const Example& example, std::size_t candidate) {
  const Mention& mention = example.candidates[candidate];
  const bool ends = mention.last + 1 == example.words.size();
  return (mention.first == 0 ? "" : example.words[mention.first - 1]) + ' ' +
         (ends ? "" : example.words[mention.last + 1]);
}

// How often each key is a candidate of train, and how often the antecedent.
using Key = std::string (*)(const Example&, std::size_t candidate);
struct Count {
  double candidate = 0, antecedent = 0;
};
std::map<std::string, Count> count(const std::vector<Example>& train, Key key) {
  std::map<std::string, Count> counts;
  for (const Example& example : train) {
    if (!example.labelled()) continue;
    for (std::size_t c = 0; c < example.candidates.size(); ++c) {
      Count& of = counts[key(example, c)];
      ++of.candidate;
      of.antecedent += example.candidates[c].antecedent;
    }
  }
  return counts;
}

Rule majority(const std::vector<Example>& train) {
  return [counts = count(train, noun)](const Example& example, std::size_t c) {
    const auto found = counts.find(noun(example, c));
    return found == counts.end() ? 0 : found->second.antecedent;
  };
}

Rule share(const std::vector<Example>& train, Key key) {
  return [counts = count(train, key), key](const Example& example, std::size_t c) {
    const auto found = counts.find(key(example, c));
    return found == counts.end() ? 0.5 : found->second.antecedent / found->second.candidate;
  };
}

// The features of a candidate: its name joined to each of some words. They are sorted, so that the
// same bag gives the same sum, to the last bit.
using Features = std::vector<std::string> (*)(const Example&, std::size_t candidate);

std::vector<std::string> joined(const std::string& name, std::vector<std::string> words) {
  for (std::string& word : words) word = name + '\t' + word;
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string> clue_alone(const Example& example, std::size_t c) {
  const auto pronoun = example.words.begin() + static_cast<std::ptrdiff_t>(example.pronoun);
  return joined(concat(c), {pronoun, example.words.end()});
}

std::vector<std::string> bag_of_words(const Example& example, std::size_t c) {
  return joined(noun(example, c), example.words);
}

// The softmax over the candidates, or over those that are antecedents and 0 elsewhere.
std::vector<double> softmax(std::vector<double> values, const Example& example, bool antecedents) {
  const auto counts = [&](std::size_t c) {
    return !antecedents || example.candidates[c].antecedent;
  };
  double top = -std::numeric_limits<double>::infinity(), sum = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (counts(c)) top = std::max(top, values[c]);
  }
  for (std::size_t c = 0; c < values.size(); ++c) {
    values[c] = counts(c) ? kernels::exp(values[c] - top) : 0;
    sum += values[c];
  }
  for (double& value : values) value /= sum;
  return values;
}

// A log-linear model, trained by gradient descent one example at a time:
//   s(c) = Σ w[feature of c],   p = softmax(s),   loss = −ln Σ p over the antecedents.
//   With q = softmax(s) over the antecedents alone, dloss/ds = p − q.
class LogLinear {
 public:
  LogLinear(const std::vector<Example>& train, Features features) : features_(features) {
    std::vector<Lesson> lessons;
    for (const Example& example : train) {
      if (example.labelled()) lessons.push_back(lesson(example));
    }
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
      for (const Lesson& each : lessons) learn(each);
    }
  }

  double operator()(const Example& example, std::size_t candidate) const {
    double sum = 0;
    for (const std::string& name : features_(example, candidate)) {
      const auto found = weights_.find(name);
      if (found != weights_.end()) sum += found->second;
    }
    return sum;
  }

 private:
  // Slow and long: at ten times the rate, the contrastive twins, which no bag can learn, shake the
  // weights enough to hide what is learnt from the plain ones.
  static constexpr int kEpochs = 100;
  static constexpr double kRate = 0.01;

  // An example, and the weights of each candidate's features. A map never moves its values.
  struct Lesson {
    const Example& example;
    std::vector<std::vector<double*>> weights;
  };

  Lesson lesson(const Example& example) {
    Lesson made{example, {}};
    for (std::size_t c = 0; c < example.candidates.size(); ++c) {
      std::vector<double*>& weights = made.weights.emplace_back();
      for (const std::string& name : features_(example, c)) weights.push_back(&weights_[name]);
    }
    return made;
  }

  static void learn(const Lesson& lesson) {
    std::vector<double> s(lesson.weights.size());
    for (std::size_t c = 0; c < s.size(); ++c) {
      for (const double* weight : lesson.weights[c]) s[c] += *weight;
    }
    const std::vector<double> p = softmax(s, lesson.example, false);
    const std::vector<double> q = softmax(s, lesson.example, true);
    for (std::size_t c = 0; c < s.size(); ++c) {
      for (double* weight : lesson.weights[c]) *weight -= kRate * (p[c] - q[c]);
    }
  }

  Features features_;
  std::map<std::string, double> weights_;
};

}  // namespace

std::vector<Baseline> baselines(const std::vector<Example>& train,
                                const std::vector<Example>& test) {
  const std::vector<std::pair<const char*, Rule>> rules = {
      {"random", [](const Example&, std::size_t) { return 0.; }},
      {"majority", majority(train)},
      {"first", [](const Example&, std::size_t c) { return c == 0 ? 1. : 0.; }},
      {"last", [](const Example&, std::size_t c) { return static_cast<double>(c); }},
      {"noun prior", share(train, noun)},
      {"position", share(train, place)},
      {"neighbours", share(train, neighbours)},
      {"clue alone", LogLinear(train, clue_alone)},
      {"bag of words", LogLinear(train, bag_of_words)},
  };
  std::vector<Baseline> answers;
  for (const auto& [name, rule] : rules) {
    Baseline& baseline = answers.emplace_back(Baseline{name, {}});
    for (const Example& example : test) baseline.right.push_back(chance_right(rule, example));
  }
  return answers;
}

double accuracy(const Baseline& baseline, const std::vector<std::size_t>& examples) {
  if (examples.empty()) fail<ValueError>("accuracy: ", baseline.name, ": of no examples");
  double sum = 0;
  for (std::size_t i : examples) sum += baseline.right.at(i);
  return sum / static_cast<double>(examples.size());
}

double twin_accuracy(const Baseline& baseline, const std::vector<Twins>& twins) {
  if (twins.empty()) fail<ValueError>("twin_accuracy: ", baseline.name, ": of no twins");
  double sum = 0;
  for (const Twins& twin : twins) {
    sum += baseline.right.at(twin.first) * baseline.right.at(twin.second);
  }
  return sum / static_cast<double>(twins.size());
}

}  // namespace heed
