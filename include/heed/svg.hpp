// Layer 6. svg: a heat map as a picture for documents.
#pragma once

#include <string>
#include <string_view>

#include "heed/heatmap.hpp"

namespace heed {

// The map as one SVG element that needs nothing else: no script, no font, no file. Text stays text;
// a cell says its words, their places and its value when pointed at; title and description are what
// a screen reader reads. NaN is a dashed cell without colour.
std::string svg(const HeatMap& map, std::string_view title, std::string_view description);

// The text with & < > " ' written as entities and control characters spelled out: safe between tags
// and inside quoted attributes, in XML and in HTML.
std::string escape_markup(std::string_view text);

}  // namespace heed
