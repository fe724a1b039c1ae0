#include "heed/options.hpp"

#include <algorithm>
#include <utility>

#include "heed/utf8.hpp"

namespace heed {
namespace {

// What other programs call our options.
constexpr std::pair<const char*, const char*> kElsewhere[] = {
    {"lr", "rate"},     {"learning-rate", "rate"}, {"dim", "width"},       {"hidden", "width"},
    {"embed", "width"}, {"epochs", "steps"},       {"iters", "steps"},     {"depth", "layers"},
    {"output", "out"},  {"colour", "color"},       {"force", "overwrite"}, {"file", "data"},
    {"input", "data"},  {"lang", "language"},      {"jobs", "threads"},    {"silent", "quiet"},
};

constexpr std::size_t kNameColumns = 24;
constexpr const char* kExitCodes =
    "\nExit: 0 done, 1 its own check failed, 2 wrong usage, 3 unreadable or malformed input,\n"
    "      4 loss not finite, 5 output cannot be written, 130 or 143 interrupted\n";

// How many insertions, deletions, replacements and swaps of neighbours lead from a to b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = std::min(
          {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// How far a typed name is from a known one, if that is not more than `most`: where one contains the
// other, they are neighbours; else each letter that one has more is an insertion at least.
std::size_t distance(std::string_view typed, std::string_view known, std::size_t most) {
  if (typed == known) return 0;
  const bool longer = known.size() >= 4 && typed.find(known) != typed.npos;
  const bool shorter = typed.size() >= 3 && known.find(typed) != known.npos;
  if (longer || shorter) return 1;
  const std::size_t letters = std::max(typed.size(), known.size());
  const std::size_t more = letters - std::min(typed.size(), known.size());
  return more > most ? more : edit_distance(typed, known);
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
}

// Two columns, the second beginning where `width` says, or a blank behind a longer first.
std::string row(const std::string& left, const std::string& right, std::size_t width) {
  return "  " + fit(left, std::max(width, display_width(left))) + "  " + right + "\n";
}

}  // namespace

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

Options::Options(std::string program, std::string purpose)
    : program_(std::move(program)), purpose_(std::move(purpose)) {}

void Options::example(std::string command, std::string meaning) {
  examples_.emplace_back(std::move(command), std::move(meaning));
}

void Options::group(std::string heading, Part part) {
  groups_.push_back({std::move(heading), part});
}

void Options::add(Option option) {
  option.initial = option.get();
  option.group = groups_.size() - 1;
  options_.push_back(std::move(option));
}

void Options::text(std::string name, std::string& field, std::string placeholder,
                   std::string help) {
  add({std::move(name), std::move(placeholder), "some text", std::move(help),
       [&field](const std::string& word) { return field = word, !word.empty(); },
       [&field] { return field; }});
}

void Options::choice(std::string name, std::string& field, std::vector<std::string> allowed,
                     std::string help) {
  std::string placeholder;
  for (const std::string& word : allowed) placeholder += (placeholder.empty() ? "" : "|") + word;
  const std::string list = join(allowed);
  add({std::move(name), placeholder, list, std::move(help),
       [&field, allowed = std::move(allowed)](const std::string& word) {
         const bool known = std::find(allowed.begin(), allowed.end(), word) != allowed.end();
         if (known) field = word;
         return known;
       },
       [&field] { return field; }});
}

void Options::flag(std::string name, bool& field, std::string help) {
  add({std::move(name), "", "", std::move(help),
       [&field](const std::string&) { return field = true; }, [&field] { return concat(field); }});
}

void Options::operands(std::string placeholder, std::vector<std::string>& field, std::size_t least,
                       std::size_t most) {
  operand_placeholder_ = std::move(placeholder);
  operands_ = &field;
  least_ = least;
  most_ = most;
}

template <class... Parts>
void Options::refuse(const Parts&... parts) const {
  fail<UsageError>(parts..., ". Try '", program_, " --help'.");
}

std::string Options::suggestion(std::string_view name) const {
  std::vector<std::pair<std::string, std::string>> known = {{"help", "help"},
                                                            {"version", "version"}};
  for (const Option& option : options_) known.emplace_back(option.name, option.name);
  for (const auto& [theirs, ours] : kElsewhere) {
    const auto is_ours = [ours = ours](const Option& option) { return option.name == ours; };
    if (std::any_of(options_.begin(), options_.end(), is_ours)) known.emplace_back(theirs, ours);
  }
  // A third of the letters may be wrong, but one always may.
  const std::size_t most = std::max<std::size_t>(1, name.size() / 3);
  std::size_t least = most + 1;
  std::string nearest;
  for (const auto& [theirs, ours] : known) {
    const std::size_t edits = distance(name, theirs, most);
    if (edits < least) least = edits, nearest = " (did you mean '--" + ours + "'?)";
  }
  return nearest;
}

Options::Option& Options::find(const std::string& word) {
  const std::string name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& option) { return word == "--" + option.name; });
  if (found == options_.end()) refuse("unknown option ", quote(word), suggestion(name));
  return *found;
}

bool Options::read_option(const std::string& word, const std::string* next) {
  const std::size_t equals = word.find('=');
  const bool joined = equals != word.npos;
  Option& option = find(word.substr(0, equals));
  const std::string name = "option '--" + option.name + "'";
  if (std::exchange(option.given, true)) refuse(name, " is given twice");
  if (option.placeholder.empty()) {
    if (joined) refuse(name, " takes no value, but ", quote(word.substr(equals + 1)), " is given");
    return option.set(""), false;
  }
  if (!joined && (next == nullptr || next->substr(0, 2) == "--")) {
    refuse(name, " needs a value: ", option.allowed);
  }
  const std::string value = joined ? word.substr(equals + 1) : *next;
  if (!option.set(value)) refuse(name, " must be ", option.allowed, ", not ", quote(value));
  return !joined;
}

void Options::take_operands(std::vector<std::string> words) {
  if (words.size() > most_) refuse("nothing is expected at ", quote(words[most_]));
  if (words.size() < least_) refuse(operand_placeholder_, " is missing");
  if (operands_ != nullptr) *operands_ = std::move(words);
}

bool Options::parse(int argc, const char* const* argv, std::ostream& out) {
  typed_ = argc > 0 ? argv[0] : program_;
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--help" || word == "-h") return out << help(), false;
    if (word == "--version") return out << program_ << ' ' << kVersion << '\n', false;
    if (word == "--") {
      rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      rest.push_back(word);
    } else if (read_option(word, i + 1 < words.size() ? &words[i + 1] : nullptr)) {
      ++i;
    }
  }
  take_operands(std::move(rest));
  return true;
}

std::string Options::help() const {
  std::string text = purpose_ + "\n\nUsage: " + program_ + " [options]";
  if (!operand_placeholder_.empty()) text += " " + operand_placeholder_;
  text += "\n\nExamples:\n";
  std::size_t width = 0;
  for (const auto& [command, meaning] : examples_) width = std::max(width, display_width(command));
  for (const auto& [command, meaning] : examples_) text += row(command, meaning, width);
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    std::string rows;
    for (const Option& option : options_) {
      if (option.group != group) continue;
      const std::string initial = option.initial.empty() || option.placeholder.empty()
                                      ? ""
                                      : " (default " + option.initial + ")";
      rows +=
          row("--" + option.name + " " + option.placeholder, option.help + initial, kNameColumns);
    }
    if (!rows.empty()) text += "\n" + groups_[group].heading + ":\n" + rows;
  }
  text += "\nHelp:\n" + row("-h, --help", "this text", kNameColumns) +
          row("--version", "the version", kNameColumns);
  return text + kExitCodes;
}

std::string Options::config() const {
  std::string lines;
  for (const Option& option : options_) {
    if (groups_[option.group].part == Part::kDisplay) continue;
    lines += option.name + " = " + printable(option.get()) + "\n";
  }
  return lines;
}

std::string Options::command(const std::vector<std::string_view>& without) const {
  std::string line = shell_word(typed_);
  for (const Option& option : options_) {
    if (!option.given || std::find(without.begin(), without.end(), option.name) != without.end()) {
      continue;
    }
    line += " --" + option.name;
    const std::string value = option.get();
    if (option.placeholder.empty()) continue;
    line += concat(value.substr(0, 2) == "--" ? "=" : " ", shell_word(value));
  }
  return line;
}

}  // namespace heed
