// Layer 6. resolver: the model that finds a pronoun's antecedent, and its batches.
//
//   word vectors → encoder → read-out at the pronoun
//
// The read-out is a pointer, whose attention over the words is the answer (so its map is causal by
// construction), or it names the antecedent: the pronoun's vector against the vector of every word
// of the vocabulary, where the encoder's maps are what training made of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heed/coreference.hpp"
#include "heed/embedding.hpp"
#include "heed/encoder.hpp"
#include "heed/pointer.hpp"
#include "heed/vocabulary.hpp"

namespace heed {

// Sentences filled up to the longest.  B examples, T words.
struct Batch {
  // The examples examples[which[0]], examples[which[1]], …
  Batch(const std::vector<Example>& examples, const std::vector<std::size_t>& which,
        const Vocabulary& vocabulary);
  Batch(std::vector<Example> examples, const Vocabulary& vocabulary);  // all of them

  std::vector<Example> examples;
  Indices ids;       // [B, T], Vocabulary::kPad behind each sentence
  Indices pronouns;  // [B], places of the pronouns
  Array names;       // [B, V], 1 on the ids of the antecedents' last words
  Array words;       // [B, 1, 1, T], 1 on words, 0 on padding
  Array antecedent;  // [B, T], 1 on the words of the antecedents

  std::size_t size() const { return examples.size(); }
  std::size_t longest() const { return ids.shape[1]; }
};

enum class Readout { kPointer, kName };

struct ResolverConfig {
  EncoderConfig encoder;
  Readout readout = Readout::kPointer;
  bool causal = false;  // no word sees later ones
};

// Who may look at whom: one mask for every layer and one for the pointer. Cutting edges of a
// trained model means setting places of these to 0.
struct Masks {
  std::vector<Array> layers;  // stretch to [B, H, T, T]
  Array pointer;              // [B, T]; nothing where there is no pointer
};
// Nothing cut: every word looks at every word (at no later one, if the model is causal).
Masks whole(const Batch& batch, const ResolverConfig& config);

// What the model makes of a batch.
struct Reading {
  Tensor log_answer;            // ln of the weights of all words [B, T], or of all names [B, V]
  std::vector<Tensor> weights;  // of each layer, [B, H, T, T]
};

class Resolver {
 public:
  Resolver(const ResolverConfig& config, std::size_t words, Random& random);

  Reading operator()(const Batch& batch, const Masks& masks, const Pass& pass = {}) const;
  // −ln(probability of the antecedents), the mean over the batch, whose examples all have some.
  Tensor loss(const Batch& batch, const Reading& reading) const;
  // The probability of every candidate of every example, in their order; not normalised: the rest
  // went to other words.
  std::vector<std::vector<double>> answers(const Batch& batch, const Reading& reading) const;

  const ResolverConfig& config() const { return config_; }
  Parameters parameters() const;

  Embedding embedding;
  Encoder encoder;
  std::optional<Pointer> pointer;  // of the pointer read-out
  std::optional<Linear> namer;     // of the name read-out, [D, V]

 private:
  ResolverConfig config_;
};

// A model as it is kept in model.safetensors: its config and words are in the file's metadata.
struct SavedResolver {
  Resolver model;
  Vocabulary vocabulary;
  std::vector<std::string> pronouns;  // the words that were pronouns in training
};
void save_resolver(const std::string& path, const SavedResolver& saved);
// Throws InputError where the file is not such a model, or a part of it is missing or does not fit.
SavedResolver load_resolver(const std::string& path);

// Which examples make up which step: every example once an epoch, each epoch in an order of its own
// that follows from (seed, epoch). A step's batch follows from (seed, step) alone.
class DataOrder {
 public:
  DataOrder(std::size_t examples, std::size_t batch, std::uint64_t seed);
  const std::vector<std::size_t>& operator()(std::int64_t step);

 private:
  std::vector<std::size_t> order_, batch_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;
};

}  // namespace heed
