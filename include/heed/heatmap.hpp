// Layer 6. heatmap: who looks at whom, as coloured text for a terminal (svg draws the same map).
//
// A row is a word that asks, a column a word that is looked at, everywhere: row A, column x is the
// attention A → x. The scale is always 0 … 1, so two pictures can be compared; the number stands in
// every cell, so that colour never carries anything alone. Words are shown, never obeyed: control
// characters are spelled out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "heed/progress.hpp"

namespace heed {

struct HeatMap {
  std::vector<std::string> rows;     // the words that ask: T of them, in the order of the sentence
  std::vector<std::string> columns;  // the words that are looked at: S of them
  std::vector<double> values;        // T x S, row by row, each in [0, 1]; NaN where there is none
};

// Throws ValueError where the values are not T x S or one is not in [0, 1]. All that draw it do so.
void check(const HeatMap& map);

// A value as a cell shows it: ".45", "1.00", "nan".
std::string hundredths(double value);

// The sequence that sets background and text for a value; empty where there is no colour or value.
std::string ink(double value, Color color);

struct Style {
  Color color = Color::kNone;  // without colours, an ASCII ramp
  std::size_t width = 80;      // of the terminal, in columns
};

// The map as lines of text, the sum of each row behind it. A sentence too long for the width goes
// on in further blocks of columns below.
std::string heatmap(const HeatMap& map, const Style& style);

// One asking word alone: what it looks at, one row for each head (map.rows are the heads' names).
std::string strip(const HeatMap& map, std::string_view word, const Style& style);

// The same for two sentences: beside each other where the width allows, else one above the other.
// Where both have as many words, a last line says how much more the second one's word looks at each
// place in the last row (second − first).
std::string strips(const HeatMap& first, const HeatMap& second, std::string_view word,
                   const Style& style);

}  // namespace heed
