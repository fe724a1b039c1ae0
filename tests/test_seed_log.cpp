#include "heed/file.hpp"
#include "heed/seed_log.hpp"
#include "support.hpp"
#include "temporary_folder.hpp"

using namespace heed;

namespace {

SeedResult result(std::uint64_t seed) {
  SeedResult r;
  r.seed = seed;
  r.score = {0.1 + 0.2, kNaN, 1.0 / 3, 0, 1};
  r.flip = static_cast<double>(seed);
  r.cuts = {1, 0.9, 0.8, 0.5, 0.99, kNaN, 0.25, 0.5};
  return r;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const SeedResult& a, const SeedResult& b) {
  const Score &s = a.score, &t = b.score;
  const Cuts &c = a.cuts, &d = b.cuts;
  return a.seed == b.seed && same(a.flip, b.flip) && same(s.plain, t.plain) &&
         same(s.plain_twins, t.plain_twins) && same(s.contrastive, t.contrastive) &&
         same(s.contrastive_twins, t.contrastive_twins) && same(s.all, t.all) &&
         same(c.whole, d.whole) && same(c.pronoun, d.pronoun) && same(c.candidates, d.candidates) &&
         same(c.both, d.both) && same(c.random, d.random) && same(c.antecedent, d.antecedent) &&
         same(c.others, d.others) && same(c.chance, d.chance);
}

}  // namespace

TEST_CASE("seed log: results come in any order, and stand in the file in that of the seeds") {
  const TemporaryFolder folder;
  SeedLog log(folder / "log", 7, 3);
  log.add(result(9));
  CHECK(read_file(folder / "log") == "");
  log.add(result(7));
  CHECK(log.done() == 2);
  CHECK(log.results().size() == 1);
  log.add(result(8));
  const std::string text = read_file(folder / "log");
  CHECK(text.substr(0, 48) == "{\"seed\":7,\"right\":1,\"plain\":0.30000000000000004,");
  CHECK(text.find("{\"seed\":8") < text.find("{\"seed\":9"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
}

TEST_CASE("seed log: what it holds is known to the last bit when it is opened again") {
  const TemporaryFolder folder;
  {
    SeedLog log(folder / "log", 7, 3);
    log.add(result(7));
    log.add(result(9));  // its predecessor never comes
  }
  SeedLog log(folder / "log", 7, 3);
  CHECK(log.done() == 1);
  CHECK(same(log.results()[0], result(7)));
  log.add(result(8));
  CHECK(log.done() == 2);
}

TEST_CASE("seed log: a line cut short, or of another seed, and what follows it does not count") {
  const TemporaryFolder folder;
  {
    SeedLog log(folder / "log", 1, 3);
    for (const std::uint64_t seed : {1U, 2U, 3U}) log.add(result(seed));
  }
  const std::string text = read_file(folder / "log");
  const std::size_t line = text.find('\n') + 1;
  for (const std::size_t length : {line, line + 1, 2 * line - 1}) {
    write_file(folder / "cut", text.substr(0, length));
    CHECK(SeedLog(folder / "cut", 1, 3).done() == 1);
    CHECK(read_file(folder / "cut") == text.substr(0, line));
  }
  CHECK(SeedLog(folder / "log", 2, 3).done() == 0);
  CHECK(read_file(folder / "log") == "");
}

TEST_CASE("seed log: a line where a text stands for a number does not count") {
  const TemporaryFolder folder;
  SeedLog(folder / "log", 1, 1).add(result(1));
  std::string text = read_file(folder / "log");
  const std::string flip = "\"flip\":1";
  text.replace(text.find(flip), flip.size(), "\"flip\":\"inf\"");
  write_file(folder / "log", text);
  CHECK(SeedLog(folder / "log", 1, 1).done() == 0);
}
