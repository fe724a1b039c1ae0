// Twins: what the drawn sentences of binding and roles have in common.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/coreference.hpp"

namespace twins {

// Noun and adjective of a pair that training never shows: their numbers are equal modulo 4.
inline bool held_out(std::size_t noun, std::size_t adjective) { return noun % 4 == adjective % 4; }

// `count` items, each as its sentences 0 and 1, side by side: twins, with the ids 0.0, 0.1, 1.0, ….
template <class DrawItem, class Sentence>
std::vector<heed::Example> draw(std::size_t count, DrawItem draw_item, Sentence sentence) {
  std::vector<heed::Example> all;
  for (std::size_t i = 0; i < count; ++i) {
    const auto item = draw_item();
    for (std::size_t twin = 0; twin < 2; ++twin) {
      all.push_back(sentence(item, twin));
      all.back().id = std::to_string(i) + "." + std::to_string(twin);
    }
  }
  return all;
}

}  // namespace twins
