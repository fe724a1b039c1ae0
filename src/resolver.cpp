#include "heed/resolver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/error.hpp"

namespace heed {
namespace {

// The epochs' streams of a seed begin here, far from those of its weights.
constexpr std::uint64_t kOrderStream = std::uint64_t{1} << 32;

std::vector<Example> chosen(const std::vector<Example>& all,
                            const std::vector<std::size_t>& which) {
  std::vector<Example> examples;
  for (const std::size_t i : which) examples.push_back(all[i]);
  return examples;
}

}  // namespace

Batch::Batch(const std::vector<Example>& all, const std::vector<std::size_t>& which,
             const Vocabulary& vocabulary)
    : Batch(chosen(all, which), vocabulary) {}

Batch::Batch(std::vector<Example> all, const Vocabulary& vocabulary) : examples(std::move(all)) {
  auto [padded, mask] = pad(examples, vocabulary);
  ids = std::move(padded);
  words = std::move(mask);
  const std::size_t length = longest();
  antecedent = zeros({size(), length});
  pronouns = {{size()}, {}};
  names = zeros({size(), vocabulary.size()});
  for (std::size_t b = 0; b < size(); ++b) {
    const Example& example = examples[b];
    const int* own = ids.values.data() + b * length;
    pronouns.values.push_back(static_cast<int>(example.pronoun));
    for (const Mention& mention : example.candidates) {
      if (!mention.antecedent) continue;
      names[b * vocabulary.size() + static_cast<std::size_t>(own[mention.last])] = 1;
      for (std::size_t t = mention.first; t <= mention.last; ++t) antecedent[b * length + t] = 1;
    }
  }
}

Masks whole(const Batch& batch, const ResolverConfig& config) {
  const Array layer = config.causal ? mul(batch.words, causal_mask(batch.longest())) : batch.words;
  Masks masks{std::vector<Array>(std::max<std::size_t>(config.encoder.layers, 1), layer), Array()};
  if (config.readout == Readout::kPointer) {
    masks.pointer = reshape(batch.words, {batch.size(), batch.longest()});
    for (std::size_t b = 0; config.causal && b < batch.size(); ++b) {
      Real* row = masks.pointer.data() + b * batch.longest();
      std::fill(row + batch.examples[b].pronoun + 1, row + batch.longest(), Real{0});
    }
  }
  return masks;
}

Resolver::Resolver(const ResolverConfig& config, std::size_t words, Random& random)
    : embedding(words, config.encoder.width, 0.02, random, Vocabulary::kPad),
      encoder(config.encoder, random),
      config_(config) {
  if (config.readout == Readout::kPointer) {
    pointer.emplace(config.encoder.width, random);
  } else {
    namer.emplace(config.encoder.width, words, random);
  }
}

Reading Resolver::operator()(const Batch& batch, const Masks& masks, const Pass& pass) const {
  const Encoded encoded = encoder(embedding(batch.ids), masks.layers, pass);
  const Tensor asker = pick_words(encoded.output, batch.pronouns);  // [B, D]
  if (pointer) {
    return {log_softmax((*pointer)(asker, encoded.output), masks.pointer), encoded.weights};
  }
  return {log_softmax((*namer)(asker)), encoded.weights};
}

Tensor Resolver::loss(const Batch& batch, const Reading& reading) const {
  return pointer_loss(reading.log_answer, pointer ? batch.antecedent : batch.names);
}

std::vector<std::vector<double>> Resolver::answers(const Batch& batch,
                                                   const Reading& reading) const {
  const std::size_t row = reading.log_answer.shape().last();
  std::vector<std::vector<double>> all;
  for (std::size_t b = 0; b < batch.size(); ++b) {
    const Real* log_answer = reading.log_answer.value().data() + b * row;
    const auto name = [&](const Mention& m) {
      return batch.ids.values[b * batch.longest() + m.last];
    };
    const std::vector<Mention>& candidates = batch.examples[b].candidates;
    std::vector<double> own;
    for (const Mention& mention : candidates) {
      double probability = 0;
      for (std::size_t t = mention.first; pointer && t <= mention.last; ++t) {
        probability += std::exp(static_cast<double>(log_answer[t]));
      }
      if (!pointer) {
        // Candidates of one name share its probability: the name does not say which of them.
        const auto same = std::count_if(candidates.begin(), candidates.end(),
                                        [&](const Mention& m) { return name(m) == name(mention); });
        probability =
            std::exp(static_cast<double>(log_answer[name(mention)])) / static_cast<double>(same);
      }
      own.push_back(probability);
    }
    all.push_back(std::move(own));
  }
  return all;
}

Parameters Resolver::parameters() const {
  Parameters list;
  list.add("embedding", embedding).add("encoder", encoder);
  if (pointer) list.add("pointer", *pointer);
  if (namer) list.add("namer", *namer);
  return list;
}

DataOrder::DataOrder(std::size_t examples, std::size_t batch, std::uint64_t seed)
    : order_(examples), batch_(batch), seed_(seed) {
  if (examples == 0) fail<ValueError>("data order: no examples to draw from");
}

const std::vector<std::size_t>& DataOrder::operator()(std::int64_t step) {
  const auto examples = static_cast<std::int64_t>(order_.size());
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    const std::int64_t place =
        step * static_cast<std::int64_t>(batch_.size()) + static_cast<std::int64_t>(i);
    if (place / examples != epoch_) {
      epoch_ = place / examples;
      std::iota(order_.begin(), order_.end(), std::size_t{0});
      Random(seed_, kOrderStream + static_cast<std::uint64_t>(epoch_)).shuffle(order_);
    }
    batch_[i] = order_[static_cast<std::size_t>(place % examples)];
  }
  return batch_;
}

}  // namespace heed
