#include "heed/findings.hpp"

#include <algorithm>

#include "heed/baselines.hpp"
#include "heed/error.hpp"
#include "heed/format.hpp"
#include "heed/table.hpp"
#include "heed/utf8.hpp"

namespace heed {
namespace {

std::string sentence(const Example& example) {
  std::string text;
  for (std::size_t i = 0; i < example.words.size(); ++i) {
    const bool pronoun = i == example.pronoun;
    text += concat(i == 0 ? "" : " ", pronoun ? "[" : "", printable(example.words[i]),
                   pronoun ? "]" : "");
  }
  return text;
}

using Row = std::vector<std::string>;

}  // namespace

std::string answers_text(const Resolver& model, const Corpus& corpus) {
  const Questions questions(corpus.shown);
  const auto answers = ask(model, corpus.vocabulary, questions);
  std::string text;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Example& example = questions.examples[i];
    const auto best = std::max_element(answers[i].begin(), answers[i].end()) - answers[i].begin();
    text += concat("  ", sentence(example), "\n    ");
    for (std::size_t c = 0; c < answers[i].size(); ++c) {
      text += concat(c == 0 ? "" : "   ", printable(words_of(example, example.candidates[c])), " ",
                     percent(answers[i][c]), " %");
    }
    text +=
        example.candidates[static_cast<std::size_t>(best)].antecedent ? "   right\n" : "   wrong\n";
  }
  return text;
}

std::string maps_text(const Resolver& model, const Corpus& corpus, const Style& style) {
  std::vector<HeatMap> maps;
  for (const Example& example : corpus.shown) {
    maps.push_back(pronoun_map(model, corpus.vocabulary, example));
  }
  const std::string& word = corpus.shown.front().words[corpus.shown.front().pronoun];
  if (maps.front().rows.empty()) return "  (no attention: 0 layers and no pointer)\n";
  if (maps.size() == 1) return strip(maps[0], word, style);
  return strips(maps[0], maps[1], word, style) + "  change: of the last row, second − first\n";
}

std::string heads_text(const Resolver& model, const Corpus& corpus, const Style& style) {
  const EncoderConfig& encoder = model.config().encoder;
  const std::size_t heads = encoder.layers * encoder.heads;
  if (heads == 0 || heads > 64) return "";
  return concat("\nEvery head, the first sentence: rows ask, columns are looked at\n",
                overview(head_maps(model, corpus.vocabulary, corpus.shown.front()), style));
}

// ---- answers, beside controls and baselines -----------------------------------------------------

Rival judge(const std::string& name, const Resolver& model, const Corpus& corpus) {
  Rival rival{name, {}};
  for (const Split& split : corpus.splits) {
    rival.scores.push_back(score(model, corpus.vocabulary, split.questions));
  }
  return rival;
}

std::vector<Rival> with_baselines(std::vector<Rival> models, const Corpus& corpus) {
  const std::size_t first = models.size();
  for (const Split& split : corpus.splits) {
    const auto all = baselines(corpus.train, split.questions.examples);
    models.resize(first + all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      models[first + i].name = all[i].name;
      models[first + i].scores.push_back(score(split.questions, all[i].right));
    }
  }
  return models;
}

namespace {

// One table: plain and contrastive of every split, by two members of Score.
std::string scores_of(const Corpus& corpus, const std::vector<Rival>& rivals, double Score::*plain,
                      double Score::*contrastive) {
  Row split_row = {""}, kind_row = {""};
  for (const Split& split : corpus.splits) {
    split_row.insert(split_row.end(), {split.name, ""});
    kind_row.insert(kind_row.end(), {"plain", "contr."});
  }
  std::vector<Row> rows = {split_row, kind_row};
  for (const Rival& rival : rivals) {
    Row row = {rival.name};
    for (const Score& score : rival.scores) {
      row.insert(row.end(), {percent(score.*plain), percent(score.*contrastive)});
    }
    rows.push_back(row);
  }
  return table(rows);
}

}  // namespace

std::string score_table(const Corpus& corpus, const std::vector<Rival>& rivals) {
  return concat(
      "Right answers, %\n", scores_of(corpus, rivals, &Score::plain, &Score::contrastive),
      "\nTwins with both answers right, %\n",
      scores_of(corpus, rivals, &Score::plain_twins, &Score::contrastive_twins),
      "  plain: the words alone, in any order, tell the answer; plain twins differ by a word.\n"
      "  contr.: contrastive twins hold the same words; only their order tells the answer.\n"
      "  uniform attention: in the layers every word takes the mean of all, each with its place;\n"
      "  only the pointer still chooses. What that gets right needs no map of the layers.\n");
}

// ---- heads --------------------------------------------------------------------------------------

namespace {

std::vector<Example> twins_only(const Questions& questions, const std::vector<Twins>& twins) {
  std::vector<Example> examples;
  for (const Twins& pair : twins) {
    examples.push_back(questions.examples[pair.first]);
    examples.push_back(questions.examples[pair.second]);
  }
  return examples;
}

}  // namespace

std::vector<HeadMeasures> measure_heads(const Resolver& model, const Corpus& corpus) {
  const Questions& questions = corpus.main_split().questions;
  if (questions.hard().empty()) return {};
  return measure_heads(model, corpus.vocabulary, questions, questions.hard());
}

std::string head_table(const Resolver& model, const Corpus& corpus) {
  const Split& split = corpus.main_split();
  const Questions& questions = split.questions;
  if (questions.hard().empty()) {
    return concat(
        "Heads and cuts are measured on twins, and ", printable(split.name),
        " has none: give two sentences\nthat differ by their clues the ids 1.0 and 1.1.\n");
  }
  std::vector<Row> rows = {{"", "mass", "candidate", "twins", "flip"}};
  for (const HeadMeasures& head : measure_heads(model, corpus)) {
    rows.push_back({head.name, percent(head.mass), percent(head.candidates), percent(head.twins),
                    percent(head.flip)});
  }
  const Questions hard(twins_only(questions, questions.hard()));
  const FixedOffset offset = fixed_offset(corpus.train, hard.examples);
  rows.push_back({concat("word ", offset.offset, " from the pronoun"), "", percent(offset.hits)});
  const auto answers = ask(model, corpus.vocabulary, hard);
  return concat(
      "What the pronoun looks at (", printable(split.name),
      questions.contrastive.empty() ? "" : ", contrastive twins", "), %\n", table(rows),
      "  mass: attention on the antecedent.  candidate: the antecedent gets more than the\n"
      "  others.  twins: in both twins.  flip: mass in the twin where it is less; high only\n"
      "  for a head that switches. A first layer cannot: its pronoun sees no clue yet.\n"
      "  ln p(antecedent) − ln p(other), mean: ",
      fixed(logit_difference(hard, answers), 1), "\n");
}

}  // namespace heed
