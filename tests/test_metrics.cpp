#include <doctest/doctest.h>

#include <limits>

#include "heed/metrics.hpp"
#include "temporary_folder.hpp"

using namespace heed;

TEST_CASE("metrics: each line is one object, its keys in the order given") {
  const TemporaryFolder folder;
  Metrics metrics(folder / "metrics.jsonl");
  metrics.line({{"step", 10}, {"loss", 0.5}});
  metrics.line({{"type", "twins"}, {"accuracy", 1.0f}, {"best", true}, {"words", std::size_t{11}}});
  metrics.line({});
  metrics.sync();
  const std::string expected =
      "{\"step\":10,\"loss\":0.5}\n"
      "{\"type\":\"twins\",\"accuracy\":1,\"best\":true,\"words\":11}\n"
      "{}\n";
  CHECK(read_file(folder / "metrics.jsonl") == expected);
  CHECK(metrics.bytes() == expected.size());
}

TEST_CASE("metrics: what JSON cannot say is null or escaped, so that every line can be read") {
  const TemporaryFolder folder;
  Metrics metrics(folder / "metrics.jsonl");
  metrics.line({{"loss", std::numeric_limits<double>::quiet_NaN()},
                {"rate", std::numeric_limits<float>::infinity()},
                {"wo\"rd\n", std::string("\x1b<b>\xFF")}});
  const std::string line = read_file(folder / "metrics.jsonl");
  CHECK(line == "{\"loss\":null,\"rate\":null,\"wo\\\"rd\\u000a\":\"\\u001b\\u003cb>\uFFFD\"}\n");
  CHECK(parse_json(line, "metrics").find("wo\"rd\n")->text == "\x1b<b>\uFFFD");
}

TEST_CASE("metrics: a log that goes on keeps the lines it is told to") {
  const TemporaryFolder folder;
  std::size_t kept = 0;
  {
    Metrics metrics(folder / "metrics.jsonl");
    metrics.line({{"step", 1}});
    kept = metrics.bytes();
    metrics.line({{"step", 2}});
  }
  Metrics metrics(folder / "metrics.jsonl", kept);
  metrics.line({{"step", 20}});
  CHECK(read_file(folder / "metrics.jsonl") == "{\"step\":1}\n{\"step\":20}\n");
}
