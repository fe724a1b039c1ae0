// Cuts: a trained model's answers when edges of its attention are removed.
#include <algorithm>
#include <cstdlib>

#include "heed/probe.hpp"

namespace heed {
namespace {

using Edge = std::pair<std::size_t, std::size_t>;  // from, to

// The words whose edges a cut takes: the pronoun, the candidates' words, or all of them.
std::vector<std::size_t> askers(const Example& example, bool pronoun, bool candidates) {
  std::vector<std::size_t> words;
  if (pronoun) words.push_back(example.pronoun);
  for (const Mention& mention : example.candidates) {
    for (std::size_t t = mention.first; candidates && t <= mention.last; ++t) words.push_back(t);
  }
  return words;
}

std::vector<Edge> edges_to_clues(const Questions& questions, std::size_t i, bool pronoun,
                                 bool candidates) {
  std::vector<Edge> edges;
  for (const std::size_t from : askers(questions.examples[i], pronoun, candidates)) {
    for (const std::size_t to : questions.clues[i]) edges.emplace_back(from, to);
  }
  return edges;
}

// For each edge to a clue, another one from one of the same words to a word that is no clue: of the
// same length, or of the nearest that is left. None is taken twice.
std::vector<Edge> random_edges(const Questions& questions, std::size_t i, Random& random) {
  const std::vector<std::size_t>& clues = questions.clues[i];
  const auto length = [](const Edge& edge) {
    return std::abs(static_cast<std::ptrdiff_t>(edge.first) -
                    static_cast<std::ptrdiff_t>(edge.second));
  };
  std::vector<Edge> left, taken;
  for (const std::size_t from : askers(questions.examples[i], true, true)) {
    for (std::size_t to = 0; to < questions.examples[i].words.size(); ++to) {
      if (std::find(clues.begin(), clues.end(), to) == clues.end()) left.emplace_back(from, to);
    }
  }
  random.shuffle(left);
  for (const Edge& edge : edges_to_clues(questions, i, true, true)) {
    const auto nearest =
        std::min_element(left.begin(), left.end(), [&](const Edge& a, const Edge& b) {
          return std::abs(length(a) - length(edge)) < std::abs(length(b) - length(edge));
        });
    if (nearest == left.end()) break;
    taken.push_back(*nearest);
    left.erase(nearest);
  }
  return taken;
}

// The mask of one layer with room for an own value for every example and pair of words.
Array spread(const Array& mask, const Batch& batch) {
  return expand(mask, {batch.size(), 1, batch.longest(), batch.longest()});
}

// Removes edges(questions, i) of each example i from every head of the first layer.
template <class Edges>
Cut cut_first_layer(Edges edges) {
  return [edges](const Questions& questions, std::size_t first, const Batch& batch, Masks& masks) {
    const std::size_t length = batch.longest();
    Array mask = spread(masks.layers.front(), batch);
    for (std::size_t b = 0; b < batch.size(); ++b) {
      for (const auto& [from, to] : edges(questions, first + b)) {
        mask[(b * length + from) * length + to] = 0;
      }
    }
    masks.layers.front() = std::move(mask);
  };
}

Cut cut_to_clues(bool pronoun, bool candidates) {
  return cut_first_layer([=](const Questions& questions, std::size_t i) {
    return edges_to_clues(questions, i, pronoun, candidates);
  });
}

// Removes the edges from the pronoun to the antecedents, or to the other candidates, where the
// answer is read.
Cut cut_readout(bool antecedents) {
  return [=](const Questions&, std::size_t, const Batch& batch, Masks& masks) {
    const std::size_t length = batch.longest();
    const bool pointer = !masks.pointer.nothing();
    Array mask = pointer ? masks.pointer : spread(masks.layers.back(), batch);
    for (std::size_t b = 0; b < batch.size(); ++b) {
      const Example& example = batch.examples[b];
      const std::size_t row = pointer ? b : b * length + example.pronoun;
      for (const Mention& mention : example.candidates) {
        for (std::size_t t = mention.first; t <= mention.last; ++t) {
          if (mention.antecedent == antecedents) mask[row * length + t] = 0;
        }
      }
    }
    (pointer ? masks.pointer : masks.layers.back()) = std::move(mask);
  };
}

}  // namespace

Cut cut_pronoun_to_clues() { return cut_to_clues(true, false); }
Cut cut_candidates_to_clues() { return cut_to_clues(false, true); }
Cut cut_both() { return cut_to_clues(true, true); }

Cut cut_random(std::uint64_t seed) {
  return cut_first_layer([seed](const Questions& questions, std::size_t i) {
    Random random(seed, i);
    return random_edges(questions, i, random);
  });
}

Cut cut_pronoun_to_antecedent() { return cut_readout(true); }
Cut cut_pronoun_to_others() { return cut_readout(false); }

Cut cut_head(std::size_t layer, std::size_t head, std::size_t heads) {
  return [=](const Questions&, std::size_t, const Batch& batch, Masks& masks) {
    const std::size_t square = batch.longest() * batch.longest();
    Array mask =
        expand(masks.layers.at(layer), {batch.size(), heads, batch.longest(), batch.longest()});
    for (std::size_t b = 0; b < batch.size(); ++b) {
      std::fill_n(mask.data() + (b * heads + head) * square, square, Real{0});
    }
    masks.layers.at(layer) = std::move(mask);
  };
}

Cut cut_layer(std::size_t layer) {
  return [=](const Questions&, std::size_t, const Batch&, Masks& masks) {
    masks.layers.at(layer) = zeros(masks.layers.at(layer).shape());
  };
}

}  // namespace heed
