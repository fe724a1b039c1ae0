// Sentences in which words ask for a noun: whose adjective, whose verb, what does "it" mean.
//
//   the big old dogs that the wild cat chases sleep because it was late .
//
// big, old → dogs; wild → cat; sleep → dogs; it → cat; and chases asks twice: its subject is cat, its
// object dogs. One noun of the two is singular and one plural, so that the endings of the verbs and
// the pronoun tell which is meant, as in English; either noun is subject, object or antecedent
// equally often, and either may stand between a verb and its subject.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "heed/random.hpp"

namespace relations {

// Who asks: an adjective for its noun, a verb without object for its subject, a pronoun for its
// antecedent; and one word for two things, a verb with an object for its subject and its object.
enum Relation : std::size_t { kAdjective, kVerb, kPronoun, kSubject, kObject };
inline const std::array<std::string, 5> kRelations = {"adjective", "verb", "pronoun", "subject",
                                                      "object"};

// Word `asker` stands in `relation` to word `target`, the noun kNouns[noun].
struct Question {
  Relation relation;
  std::size_t asker, target, noun;
};

struct Sentence {
  std::vector<std::string> words;
  std::vector<Question> questions;
  std::array<std::size_t, 2> nouns = {};  // where the two nouns stand
};

// Combinations seen in training, or only those that training never shows: of a noun with its
// adjectives and with the verbs it is subject or object of.
enum class Split { kTrain, kComb };

using Words = std::vector<std::string>;
inline const Words kNouns = {"dog",   "cat",   "horse", "cow",   "goat",  "duck",
                             "bear",  "bird",  "lion",  "tiger", "camel", "zebra",
                             "panda", "koala", "eagle", "rabbit"};
inline const Words kAdjectives = {"big",   "small", "old",  "young", "black", "white",
                                  "brown", "gray",  "wild", "tame",  "fast",  "slow",
                                  "fat",   "thin",  "loud", "shy"};
inline const Words kTransitive = {"chase", "see",  "follow", "help",
                                  "like",  "know", "greet",  "lead"};
inline const Words kIntransitive = {"sleep", "wait",  "run",   "sing",
                                    "jump",  "dance", "dream", "eat"};
inline const Words kStates = {"tired", "hungry", "late", "cold", "happy", "sick", "calm", "lost"};

// How a sentence goes. A, B: the nouns 0 and 1 with their adjectives; V: the verb with an object; I:
// the one without; t: that; m: meet.
struct Frame {
  std::string symbols;
  std::size_t subject, other;  // the noun that is the subject of V, and of I
};
inline const std::vector<Frame> kFrames = {
    {"AtVBI", 0, 0},   // the dogs that chase the cat sleep
    {"AtBVI", 1, 0},   // the dogs that the cat chases sleep
    {"AVBtI", 0, 1},   // the dogs chase the cat that sleeps
    {"mAtBtIV", 1, 1}  // meet the dogs that the cat that sleeps chases
};

// Is this noun with this adjective or verb kept for Split::kComb? A quarter of all pairs is.
inline bool held_out(std::size_t noun, std::size_t other) { return (noun + other) % 4 == 3; }

// Draws sentences of one split.
class Draw {
 public:
  Draw(Split split, heed::Random& random) : split_(split), random_(random) {}

  Sentence operator()() {
    const Frame& frame = kFrames[random_.below(kFrames.size())];
    do {
      noun_ = {random_.below(kNouns.size()), random_.below(kNouns.size())};
      verb_ = random_.below(kTransitive.size());
    } while (noun_[0] == noun_[1] || !belongs(noun_[0], verb_) || !belongs(noun_[1], verb_));
    plural_ = random_.below(2);
    sentence_ = {};
    for (const char symbol : frame.symbols) {
      if (symbol == 'A' || symbol == 'B') noun_phrase(symbol == 'B');
      if (symbol == 'V') {
        verb(kTransitive[verb_], frame.subject, kSubject);
        ask(kObject, 1 - frame.subject);
      }
      if (symbol == 'I') {
        verb(kIntransitive[fitting(noun_[frame.other], kIntransitive.size())], frame.other, kVerb);
      }
      if (symbol == 't') say("that");
      if (symbol == 'm') say("meet");
    }
    reason(random_.below(2));
    for (Question& question : sentence_.questions) {
      question.target = sentence_.nouns[question.noun];
      question.noun = noun_[question.noun];
    }
    return sentence_;
  }

 private:
  bool belongs(std::size_t noun, std::size_t other) const {
    return held_out(noun, other) == (split_ == Split::kComb);
  }
  // A word of `count` that this split allows beside the noun.
  std::size_t fitting(std::size_t noun, std::size_t count) {
    std::size_t word = random_.below(count);
    while (!belongs(noun, word)) word = random_.below(count);
    return word;
  }

  void say(const std::string& word) { sentence_.words.push_back(word); }
  // The last word asks for the noun `which`, 0 or 1.
  void ask(Relation relation, std::size_t which) {
    sentence_.questions.push_back({relation, sentence_.words.size() - 1, 0, which});
  }
  void noun_phrase(std::size_t which) {
    say("the");
    for (std::size_t count = 1 + random_.below(3); count > 0; --count) {
      // Not the same adjective twice
      std::string adjective = sentence_.words.back();
      while (adjective == sentence_.words.back()) {
        adjective = kAdjectives[fitting(noun_[which], kAdjectives.size())];
      }
      say(adjective);
      ask(kAdjective, which);
    }
    say(kNouns[noun_[which]] + (which == plural_ ? "s" : ""));
    sentence_.nouns[which] = sentence_.words.size() - 1;
  }
  void verb(const std::string& stem, std::size_t subject, Relation relation) {
    say(stem + (subject == plural_ ? "" : "s"));
    ask(relation, subject);
  }
  void reason(std::size_t which) {
    say("because");
    say(which == plural_ ? "they" : "it");
    ask(kPronoun, which);
    say(which == plural_ ? "were" : "was");
    say(kStates[random_.below(kStates.size())]);
    say(".");
  }

  Split split_;
  heed::Random& random_;
  std::array<std::size_t, 2> noun_ = {};  // their numbers in kNouns, first A, then B
  std::size_t verb_ = 0;                  // its number in kTransitive
  std::size_t plural_ = 0;                // which noun is plural
  Sentence sentence_;
};

inline std::vector<Sentence> sentences(std::size_t count, Split split, std::uint64_t seed) {
  heed::Random random(seed, static_cast<std::uint64_t>(split));
  Draw draw(split, random);
  std::vector<Sentence> all;
  while (all.size() < count) all.push_back(draw());
  return all;
}

// "the big dogs sleep .<TAB>adjective 1>2 verb 3>2": words by their places, from 0.
inline std::string to_string(const Sentence& sentence) {
  std::string line;
  for (const std::string& word : sentence.words) line += (line.empty() ? "" : " ") + word;
  char before = '\t';
  for (const Question& q : sentence.questions) {
    line += before + kRelations[q.relation] + ' ' + std::to_string(q.asker) + '>' +
            std::to_string(q.target);
    before = ' ';
  }
  return line + '\n';
}

// Ten sentences of train, ten of comb.
inline std::string sample() {
  std::string text;
  for (const Split split : {Split::kTrain, Split::kComb}) {
    for (const Sentence& sentence : sentences(10, split, 1)) text += to_string(sentence);
  }
  return text;
}

}  // namespace relations
