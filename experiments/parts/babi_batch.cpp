// Stories as numbers, and their renaming.
#include <algorithm>
#include <numeric>
#include <utility>

#include "heed/error.hpp"
#include "parts/babi.hpp"

namespace heed {
namespace {

// The places of a square mask where slot i may look: at slots from `first` on that precede it.
void fill_earlier(Real* mask, std::size_t slots, std::size_t first) {
  for (std::size_t i = 0; i < slots; ++i) {
    for (std::size_t j = first; j < i; ++j) mask[i * slots + j] = 1;
  }
}

// The ids of those words that the vocabulary has.
template <class Words>
std::vector<int> known_ids(const Vocabulary& vocabulary, const Words& words) {
  std::vector<int> ids;
  for (const auto& word : words) {
    if (vocabulary.known(word)) ids.push_back(vocabulary.id(word));
  }
  return ids;
}

}  // namespace

StoryQuestions::StoryQuestions(const std::vector<Story>& stories, const Vocabulary& vocabulary,
                               std::size_t statements) {
  for (const Story& story : stories) {
    for (const StoryQuestion& asked : story.questions) {
      Question question{
          std::vector<std::vector<int>>(statements + 1), vocabulary.id(asked.answer), {}};
      const std::size_t told = std::min(asked.seen, statements);
      const std::size_t empty = statements - told, dropped = asked.seen - told;
      for (std::size_t i = 0; i < told; ++i) {
        question.slots[empty + i] = vocabulary.ids(story.statements[dropped + i]);
      }
      question.slots.back() = vocabulary.ids(asked.words);
      for (const std::size_t support : asked.supports) {
        if (support >= dropped) question.supports.push_back(empty + support - dropped);
      }
      for (const auto& slot : question.slots) longest_ = std::max(longest_, slot.size());
      questions_.push_back(std::move(question));
    }
  }
}

StoryBatch StoryQuestions::batch(const std::vector<std::size_t>& which) const {
  const std::size_t slots = questions_.at(0).slots.size();
  StoryBatch batch{{{which.size(), slots, longest_}, {}},
                   {{which.size()}, {}},
                   zeros({which.size(), 1, slots, slots}),
                   {}};
  batch.words.values.assign(which.size() * slots * longest_, Vocabulary::kPad);
  auto sentence = batch.words.values.begin();
  for (std::size_t b = 0; b < which.size(); ++b) {
    const Question& question = questions_.at(which[b]);
    std::size_t first = 0;
    while (question.slots[first].empty()) ++first;
    fill_earlier(batch.earlier.data() + b * slots * slots, slots, first);
    for (const std::vector<int>& words : question.slots) {
      std::copy(words.begin(), words.end(), sentence);
      sentence += static_cast<std::ptrdiff_t>(longest_);
    }
    batch.answers.values.push_back(question.answer);
    batch.supports.push_back(question.supports);
  }
  return batch;
}

StoryBatch StoryQuestions::all() const {
  std::vector<std::size_t> which(size());
  std::iota(which.begin(), which.end(), std::size_t{0});
  return batch(which);
}

double share_wrong(const Array& logits, const StoryBatch& batch) {
  const Indices named = argmax(logits);
  double wrong = 0;
  for (std::size_t b = 0; b < batch.size(); ++b) {
    wrong += named.values[b] != batch.answers.values[b];
  }
  return wrong / static_cast<double>(batch.size());
}

Array cut_back(const StoryBatch& batch, std::size_t heads, std::size_t first, std::size_t end,
               std::size_t back) {
  const std::size_t slots = batch.slots();
  Array mask = expand(batch.earlier, {batch.size(), heads, slots, slots});
  for (std::size_t b = 0; b < batch.size(); ++b) {
    for (std::size_t h = first; h < end; ++h) {
      Real* own = mask.data() + (b * heads + h) * slots * slots;
      for (std::size_t i = back; i < slots; ++i) own[i * slots + i - back] = 0;
    }
  }
  return mask;
}

double weight_before(const Array& weights, const StoryBatch& batch, std::size_t head,
                     bool pronoun) {
  double total = 0, count = 0;
  for (std::size_t b = 0; b < batch.size(); ++b) {
    const std::vector<std::size_t>& supports = batch.supports[b];
    if (supports.empty()) continue;
    const std::size_t i = pronoun ? supports.back() : supports.front();
    if (i == 0 || batch.earlier.at({b, 0, i, i - 1}) == 0) continue;
    total += static_cast<double>(weights.at({b, head, i, i - 1}));
    ++count;
  }
  return total / count;
}

Vocabulary story_vocabulary(const std::vector<Story>& stories) {
  std::vector<std::string> text;
  for (const Story& story : stories) {
    for (const Sentence& words : story.statements) {
      text.insert(text.end(), words.begin(), words.end());
    }
    for (const StoryQuestion& question : story.questions) {
      text.insert(text.end(), question.words.begin(), question.words.end());
      text.push_back(question.answer);
    }
  }
  return Vocabulary(text);
}

Renaming::Renaming(const Vocabulary& vocabulary, const StoryWords& words)
    : size_(vocabulary.size()) {
  for (const char* word : {"mary", "sandra", "daniel", "john", "she", "he"}) {
    gendered_ = gendered_ && vocabulary.known(word);
  }
  groups_ = {known_ids(vocabulary, words.places)};
  if (gendered_) {
    for (const Sentence& group :
         {Sentence{"mary", "sandra"}, {"she"}, {"daniel", "john"}, {"he"}}) {
      groups_.push_back(vocabulary.ids(group));
    }
  } else {
    groups_.push_back(known_ids(vocabulary, words.people));
  }
}

std::vector<int> Renaming::draw(Random& random) const {
  std::vector<std::vector<int>> fresh = groups_;
  for (std::vector<int>& group : fresh) random.shuffle(group);
  if (gendered_ && random.below(2) == 1) {
    std::swap(fresh[1], fresh[3]);
    std::swap(fresh[2], fresh[4]);
  }
  std::vector<int> renamed(size_);
  std::iota(renamed.begin(), renamed.end(), 0);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::size_t i = 0; i < groups_[g].size(); ++i) {
      renamed[static_cast<std::size_t>(groups_[g][i])] = fresh[g][i];
    }
  }
  return renamed;
}

void Renaming::operator()(StoryBatch& batch, Random& random) const {
  const std::size_t length = batch.words.values.size() / batch.size();
  for (std::size_t b = 0; b < batch.size(); ++b) {
    const std::vector<int> renamed = draw(random);
    const auto rename = [&](int& id) { id = renamed[static_cast<std::size_t>(id)]; };
    const auto begin = batch.words.values.begin() + static_cast<std::ptrdiff_t>(b * length);
    std::for_each(begin, begin + static_cast<std::ptrdiff_t>(length), rename);
    rename(batch.answers.values[b]);
  }
}

StoryTask::Texts StoryTask::read(const std::string& path) {
  Texts texts{read_babi(path + "_train.txt"), {}, {}, read_babi(path + "_test.txt")};
  if (texts.all.size() < 10) {
    fail<InputError>(path, "_train.txt:1:1: ", texts.all.size(),
                     " stories; ten or more are needed");
  }
  const auto split = texts.all.end() - static_cast<std::ptrdiff_t>(texts.all.size() / 10);
  texts.train.assign(texts.all.begin(), split);
  texts.validation.assign(split, texts.all.end());
  return texts;
}

StoryTask::StoryTask(const std::string& path, std::size_t statements)
    : StoryTask(read(path), statements) {}

StoryTask::StoryTask(const Texts& texts, std::size_t statements)
    : rules(story_rules(texts.all, texts.test)),
      vocabulary(story_vocabulary(texts.train)),
      renaming(vocabulary, StoryWords(texts.train)),
      train(texts.train, vocabulary, statements),
      validation(StoryQuestions(texts.validation, vocabulary, statements).all()),
      test(StoryQuestions(texts.test, vocabulary, statements).all()) {}

}  // namespace heed
