#include <atomic>

#include "heed/file.hpp"
#include "heed/page.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

const RunSetting kSilent = [] {
  RunSetting run;
  run.progress = "never";
  return run;
}();

RunFolder open_folder(const TemporaryFolder& folder) {
  return RunFolder("page", folder / "run", Existing::kResume, {"", "page"});
}

}  // namespace

TEST_CASE("results: median, least and most over the seeds of a row; NaN where there are none") {
  TemporaryFolder folder;
  const RunFolder run = open_folder(folder);
  Results results(run / "metrics.jsonl");
  results.measure({"a", "b"}, {1, 2, 3, 4}, kSilent, run, [](std::size_t row, std::uint64_t seed) {
    const double s = static_cast<double>(seed);
    return row == 0 ? Values{{"right", s * s}} : Values{{"right", 7}, {"steps", s}};
  });
  CHECK(results.median("a", "right") == 6.5);  // of 1, 4, 9, 16
  CHECK(results.least("a", "right") == 1);
  CHECK(results.most("a", "right") == 16);
  CHECK(results.values("b", "steps") == std::vector<double>{1, 2, 3, 4});
  CHECK(std::isnan(results.median("a", "steps")));
  CHECK(std::isnan(results.median("c", "right")));
  CHECK(results.text() ==
        "     seeds         right        steps\n"
        "  a      4  6.5 [1 … 16]            –\n"
        "  b      4     7 [7 … 7]  2.5 [1 … 4]\n");
}

TEST_CASE("results: the log is in the order of rows and seeds, and nothing in it is done again") {
  TemporaryFolder folder;
  const RunFolder run = open_folder(folder);
  const std::string log = run / "metrics.jsonl";
  std::atomic<int> calls = 0;
  const auto f = [&](std::size_t row, std::uint64_t seed) {
    ++calls;
    return Values{{"x", static_cast<double>(10 * row + seed)}};
  };
  {
    Results results(log);
    results.measure({"a", "b"}, {5, 6}, kSilent, run, f);
  }
  const std::string whole = read_file(log);
  CHECK(whole ==
        "{\"row\":\"a\",\"seed\":5,\"x\":5}\n{\"row\":\"a\",\"seed\":6,\"x\":6}\n"
        "{\"row\":\"b\",\"seed\":5,\"x\":15}\n{\"row\":\"b\",\"seed\":6,\"x\":16}\n");
  CHECK(calls == 4);
  // a crash in the middle of the third line
  write_file(log, whole.substr(0, whole.size() * 5 / 8));
  Results again(log);
  again.measure({"a", "b"}, {5, 6}, kSilent, run, f);
  CHECK(read_file(log) == whole);
  CHECK(calls == 6);
}

TEST_CASE(
    "results: logs of several runs are one table; a contradiction is an error with its line") {
  TemporaryFolder folder;
  write_file(folder / "one", "{\"row\":\"a\",\"seed\":1,\"x\":1}\n{\"step\":3}\n");
  write_file(folder / "two",
             "{\"row\":\"a\",\"seed\":2,\"x\":null}\n{\"row\":\"a\",\"seed\":1,\"x\":1}\n");
  write_file(folder / "other", "{\"step\":3}\n{\"row\":\"a\",\"seed\":1,\"x\":2}\n");
  write_file(folder / "broken", "{\"row\":\"a\",\"seed\":3,\"x\":1}\n{\"row\"\n");
  Results results;
  results.read(folder / "one");
  results.read(folder / "two");
  CHECK(results.values("a", "x") == std::vector<double>{1});
  CHECK_THROWS_WITH_AS(results.read(folder / "other"),
                       (folder / "other")
                           .append(":2: other results for 'a', seed 1, than an earlier line has; "
                                   "join logs of the same experiment alone")
                           .c_str(),
                       InputError);
  CHECK_THROWS_AS(results.read(folder / "broken"), InputError);
}

TEST_CASE("results: a loss that is not finite is told with its row and seed") {
  TemporaryFolder folder;
  Results results;
  const auto f = [](std::size_t row, std::uint64_t seed) -> Values {
    if (row == 1 && seed == 6) fail<NonFiniteError>("step 12: loss is nan");
    return {};
  };
  CHECK_THROWS_WITH_AS(results.measure({"a", "b"}, {5, 6}, kSilent, open_folder(folder), f),
                       "b, seed 6: step 12: loss is nan", NonFiniteError);
}

TEST_CASE("results: a value of a log is a number, or NaN") {
  CHECK(number_of(parse_json("-2.5e3", "x")) == -2500);
  for (const char* other : {"null", "true", "\"1\"", "[1]", "1e999"}) {
    CHECK(std::isnan(number_of(parse_json(other, "x"))));
  }
}

TEST_CASE("results: a line that is no object is an error, and a text is no number") {
  TemporaryFolder folder;
  write_file(folder / "log", "{\"row\":\"a\",\"seed\":1,\"x\":\"inf\",\"y\":\"1\"}\n5\n");
  Results results;
  CHECK(input_error([&] { results.read(folder / "log"); }) ==
        folder / "log:2: an object was expected, as in {\"row\":\"a\",\"seed\":1}");
  CHECK(results.values("a", "x").empty());
  CHECK(results.values("a", "y").empty());
}

TEST_CASE("verdict: one failed part fails the page; a NaN is no success") {
  Verdict held;
  held.predict("x", 0.5, 0.4, 0.5);
  held.claim("C1", "holds", "because");
  CHECK(held.exit_code() == 0);
  Verdict failed = held;
  failed.predict("y", 0.39, 0.4);
  failed.predict("z", 1, 0);
  CHECK(failed.exit_code() == 1);
  Verdict nothing;
  nothing.predict("x", std::numeric_limits<double>::quiet_NaN(), 0);
  CHECK(nothing.exit_code() == 1);
}
