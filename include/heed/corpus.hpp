// Layer 6. corpus: the sentences of one experiment, split into what is learned from and what is
// asked.
#pragma once

#include <string>
#include <vector>

#include "heed/probe.hpp"
#include "heed/vocabulary.hpp"

namespace heed {

struct Split {
  std::string name;  // "comb"
  Questions questions;
};

struct Corpus {
  std::vector<Example> train;         // labelled ones alone
  std::vector<Split> splits;          // what is asked: one or more
  Vocabulary vocabulary;              // of train
  std::vector<std::string> pronouns;  // the words that are pronouns in train
  std::size_t longest = 0;            // words of the longest sentence of all
  std::vector<Example> shown;         // one sentence, or two twins, to look at: the first of train
  std::string fingerprint = {};       // of all sentences: another one where any has changed

  // The split that stands for the model: held-out combinations where there are such, else the
  // first.
  const Split& main_split() const;
};

// `data` is a folder with train.txt and one file a split (iid, comb, far, template, or others); or
// one file of sentences, of which every tenth, twins together, is kept apart as the split "held
// out". Where that leaves nothing to ask about, the split "train" is what is learned from. Empty:
// the folder `language` of the sentences that come with heed. Throws InputError where nothing is
// labelled, beside what read_examples throws.
Corpus load_corpus(const std::string& data, const std::string& language);

// Throws InputError "name:line: what" for a sentence of train whose antecedents all stand behind the
// pronoun: a causal pointer cannot see them, and its loss would be infinite.
void check_reach(const Corpus& corpus, const std::string& name);

}  // namespace heed
