// Layer 6. overview: every head of every layer at a glance, as small maps without numbers.
#pragma once

#include <string>
#include <vector>

#include "heed/heatmap.hpp"

namespace heed {

struct NamedMap {
  std::string name;  // "L1 H2"
  HeatMap map;
};

// The maps beside each other, as many as the width holds, then the next ones below. One character a
// cell, background colour or ramp; where a side is longer than 20 words, a cell shows the largest of
// several values. Throws ValueError as heatmap() does.
std::string overview(const std::vector<NamedMap>& maps, const Style& style);

}  // namespace heed
