#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "heed/encoding.hpp"
#include "heed/json.hpp"
#include "heed/report.hpp"
#include "heed/utf8.hpp"
#include "heed/vocabulary.hpp"

using namespace heed;

namespace {

// Words that would be markup, end a script, turn the direction of text or drive a terminal.
const std::string kHostile = "</script><img/onerror=alert(1)>";
const std::string kControl = "a\x01\xc2\x85\xe2\x80\xaez";

Corpus corpus_of(const std::string& text) {
  std::vector<Example> examples = parse_examples(text, "text");
  Vocabulary vocabulary(examples);
  std::vector<Example> shown = {examples[0]};
  if (examples.size() > 1) shown.push_back(examples[1]);
  return {examples, {{"held out", Questions(examples)}}, vocabulary, {"it"}, 9, shown};
}

const std::string kTwins = "1.0\tThe {cat}* met {" + kHostile +
                           "} as [it] was sad\n"
                           "1.1\tThe {cat} met {" +
                           kHostile + "}* as [it] was " + kControl + "\n";

ResolverConfig small() {
  ResolverConfig config;
  config.encoder.width = 4;
  config.encoder.heads = 2;
  config.encoder.longest = 16;
  return config;
}

struct Made {
  Corpus corpus;
  Resolver model;
  TrainingState state;
  TrainingRecord record;
  std::string data, snapshots, page;

  explicit Made(const std::string& text, const ResolverConfig& config = small())
      : corpus(corpus_of(text)),
        model(make(config, corpus)),
        state(model.parameters()),
        record(state, 3) {
    for (state.step = 1; state.step <= 3; ++state.step) record.step(state.step == 2 ? NAN : 0.5);
    state.step = 3;
    const Report report{
        model, corpus, record, {"layers = 1\n", "", "coreference"}, "Tables <of> numbers"};
    data = report_data(report);
    snapshots = report_snapshots(report);
    page = report_html(report);
  }

  static Resolver make(const ResolverConfig& config, const Corpus& corpus) {
    Random random(1);
    return Resolver(config, corpus.vocabulary.size(), random);
  }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
  return times;
}

const Json& member(const Json& object, const std::string& key) {
  const Json* found = object.find(key);
  REQUIRE_MESSAGE(found != nullptr, key);
  return *found;
}

}  // namespace

TEST_CASE("report: the data is strict JSON that holds the architecture, the words and the twins") {
  const Made made(kTwins);
  const Json data = parse_json(made.data, "data");
  CHECK(member(member(data, "architecture"), "heads").text == "2");
  CHECK(member(member(data, "architecture"), "readout").text == "pointer");
  CHECK(member(data, "vocabulary").items.size() == made.corpus.vocabulary.size());
  const Json& pair = member(data, "pairs").items[0];
  CHECK(member(member(pair, "first"), "words").items[3].text == kHostile);
  CHECK(member(member(pair, "second"), "words").items[7].text == kControl);
  CHECK(member(member(pair, "first"), "candidates").items[0].items[2].text == "true");
  CHECK(member(member(pair, "second"), "candidates").items[0].items[2].text == "false");
  CHECK(member(member(data, "losses"), "mean").items[1].kind == Json::Kind::null);  // not finite
}

TEST_CASE("report: words are never markup, and no control character is left in the page") {
  const Made made(kTwins);
  CHECK(made.data.find('<') == made.data.npos);
  CHECK(count(made.page, "<img") == 0);
  CHECK(count(made.page, "</script") == 3);  // of the data, the code and the snapshots
  CHECK(count(made.page, "&lt;img/onerror") > 0);
  CHECK(count(made.page, "Tables &lt;of&gt; numbers") > 0);
  for (const char32_t point : decode_utf8(made.page)) {
    const bool control = (point < 0x20 && point != '\n') || (point >= 0x7F && point < 0xA0) ||
                         (point >= 0x202A && point <= 0x202E);
    if (control) FAIL("U+" << static_cast<unsigned>(point));
  }
}

TEST_CASE("report: without scripts the page shows the lines that the program printed") {
  const std::string page = Made(kTwins).page;
  const std::size_t begin = page.find("<pre>");
  const std::string text = page.substr(begin, page.find("</pre>") - begin);
  CHECK(count(text, "<pre>  The cat met ") == 1);
  CHECK(count(text, "\n  The cat met ") == 1);
  CHECK(count(text, "\nTables &lt;of&gt; numbers\n") == 1);
  CHECK(count(text, "\\x0a") == 0);
}

TEST_CASE("report: the weights are those of the model, and a snapshot takes two bytes a number") {
  const Made made(kTwins);
  const Json data = parse_json(made.data, "data");
  CHECK(member(data, "weights").text == base64(floats_of(made.model.parameters())));
  const std::size_t numbers = made.model.parameters().count();
  CHECK(floats_of(made.model.parameters()).size() == 4 * numbers);
  const Json& steps = member(data, "snapshots");
  REQUIRE(steps.items.size() == 3);
  CHECK(steps.items[2].text == "2");
  const Json halves = parse_json(made.snapshots, "snapshots");
  REQUIRE(halves.items.size() == 3);
  CHECK(halves.items[0].text.size() == (2 * numbers + 2) / 3 * 4);
  std::size_t listed = 0;
  for (const Json& tensor : member(data, "tensors").items) {
    std::size_t size = 1;
    for (const Json& axis : member(tensor, "shape").items) size *= *axis.whole();
    listed += size;
  }
  CHECK(listed == numbers);
}

TEST_CASE("report: what a word cannot see has no number to be compared with") {
  ResolverConfig config = small();
  config.causal = true;
  const Made made(kTwins, config);
  const Json data = parse_json(made.data, "data");
  const Json& expected = member(member(member(data, "pairs").items[0], "first"), "expected");
  REQUIRE(expected.items.size() == 8);
  CHECK(expected.items[5].kind == Json::Kind::number);  // the pronoun itself
  CHECK(expected.items[6].kind == Json::Kind::null);    // behind it
}

TEST_CASE("report: one sentence alone, without layers, that names the antecedent") {
  ResolverConfig config = small();
  config.readout = Readout::kName;
  config.encoder.layers = 0;
  config.encoder.positions = Positions::kNone;
  const Made made("The {cat}* met {dogs} as [it] was sad\n", config);
  const Json data = parse_json(made.data, "data");
  const Json& pair = member(data, "pairs").items[0];
  CHECK(pair.find("second") == nullptr);
  CHECK(member(member(pair, "first"), "expected").items.size() == made.corpus.vocabulary.size());
}

TEST_CASE("report: a model too large for a page leaves its weights out") {
  ResolverConfig config = small();
  config.encoder.longest = 230'000;
  const Made made(kTwins, config);
  const Json data = parse_json(made.data, "data");
  CHECK(member(data, "weights").text == "");
  CHECK(member(data, "snapshots").items.empty());
  CHECK(made.snapshots == "[]");
  CHECK(made.page.size() < 400'000);
}

TEST_CASE("report: equal runs give equal pages; the page asks nobody for anything") {
  const Made made(kTwins);
  CHECK(made.page == Made(kTwins).page);
  CHECK(count(made.page, "default-src 'none'") == 1);
  CHECK(count(made.page, "{{") == 0);
  CHECK(count(made.page, ">" + made.snapshots + "</script>") == 1);
  CHECK(count(made.page, "http://") == 1);  // the name of SVG, which is no address
}
