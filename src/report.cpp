#include "heed/report.hpp"

#include "heed/error.hpp"
#include "heed/svg.hpp"
#include "heed/utf8.hpp"
#include "web/source.hpp"

namespace heed {
namespace {

// All files of src/web/ that end so, one after the other.
std::string all_of(std::string_view ending) {
  std::string text;
  for (std::size_t i = 0; i < kWebFileCount; ++i) {
    if (kWebFiles[i].name.ends_with(ending)) text += kWebFiles[i].text;
  }
  return text;
}

// What a reader without scripts sees: the sentences, their maps and the tables as text.
std::string plain_text(const Report& report) {
  return concat(answers_text(report.model, report.corpus), "\n",
                maps_text(report.model, report.corpus, {Color::kNone, 100}), "\n", report.tables);
}

// Line by line: the end of one is the only control character that stays what it is.
std::string escape_lines(std::string_view text) {
  std::string safe;
  for (const std::string_view line : split_lines(text)) safe += escape_markup(line) + "\n";
  return safe;
}

// The page with each {{name}} replaced. What is put in is not searched again: it may hold braces.
std::string filled(std::string_view page,
                   const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string text;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t open = page.find("{{", at);
    text += page.substr(at, open - at);
    if (open == page.npos) break;
    const std::size_t close = page.find("}}", open);
    for (const auto& [name, value] : parts) {
      if (page.substr(open + 2, close - open - 2) == name) text += value;
    }
    at = close + 2;
  }
  return text;
}

}  // namespace

std::string report_html(const Report& report) {
  return filled(all_of(".html"), {{"style", all_of(".css")},
                                  {"script", all_of(".js")},
                                  {"data", report_data(report)},
                                  {"snapshots", report_snapshots(report)},
                                  {"plain", escape_lines(plain_text(report))},
                                  {"command", escape_markup(report.asked.recipe)}});
}

}  // namespace heed
