// Writes what each fuzz target begins with:  seeds FOLDER  →  FOLDER/safetensors/1, …
#include "heed/array.hpp"
#include "heed/coreference.hpp"
#include "heed/encoding.hpp"
#include "heed/file.hpp"
#include "heed/run.hpp"
#include "heed/safetensors.hpp"
#include "heed/seed_log.hpp"
#include "heed/training_record.hpp"
#include "smallest.hpp"

namespace {

using namespace heed;

void write(const std::string& folder, const std::vector<std::string>& inputs) {
  make_folders(folder);
  for (std::size_t i = 0; i < inputs.size(); ++i) write_file(concat(folder, "/", i + 1), inputs[i]);
}

std::string tensor_file(const std::string& header, std::size_t data_bytes) {
  std::string bytes;
  append_little_endian(bytes, std::uint64_t{header.size()});
  return bytes + header + std::string(data_bytes, '\x3f');
}

// One tensor of two numbers for each type; a file without any; an axis of 0, a scalar, escapes.
std::vector<std::string> tensor_files() {
  std::vector<std::string> files = {tensor_file("{}", 0)};
  for (const char* type : {"BOOL", "U8", "I8", "U16", "I16", "F16", "BF16", "U32", "I32", "F32",
                           "U64", "I64", "F64"}) {
    const std::size_t bytes = 2 * static_cast<std::size_t>(bytes_of_type(type));
    files.push_back(tensor_file(concat(R"({"__metadata__":{"format":"pt"},"a":{"dtype":")", type,
                                       R"(","shape":[2,1],"data_offsets":[0,)", bytes, "]}}  "),
                                bytes));
  }
  files.push_back(tensor_file(R"({"b":{"shape":[0,3],"dtype":"F32","data_offsets":[4,4]},)"
                              R"("\u00e9\ud83d\ude00":{"dtype":"F32","shape":[],)"
                              R"("data_offsets":[0,4]}})",
                              4));
  return files;
}

// The first sentences of heed's own, in both languages, and every mark of the format.
std::vector<std::string> sentences() {
  std::vector<std::string> texts = {"\xEF\xBB\xBF# marks\r\n\r\nx.0\t{a \\{b}* {c}* [\\*] \\\\ ."};
  for (const char* language : {"en", "zh"}) {
    const auto all = read_examples(concat(HEED_DATASETS "/tired_or_wide/", language, "/comb.txt"));
    texts.push_back(concat(to_string(all[0]), "\n", to_string(all[1]), "\n"));
  }
  return texts;
}

const std::vector<std::string> kStories = {
    "1 Sandra went back to the garden.\n2 After that she moved to the kitchen.\n"
    "3 Where is Sandra? \tkitchen\t1 2\n1 Ann left.\n2 Where is Ann?\tnowhere\t1\n"};

using namespace std::string_literals;
const std::vector<std::string> kCommands = {
    "program\0--steps\0-5\0--rate=1e-3\0--data\0it's\0--causal\0one\0two"s,
    "program\0--seed=7\0--language\0zh\0--quiet\0--\0--data"s, "program\0--help"s,
    "program\0--version"s,
    "program\0--lr\0"
    "1"s};

const std::vector<std::string> kWords = {
    "</script><img/onerror=alert(1)> \x01\xc2\x85\xe2\x80\xae \xff \xef\xbf\xbf {{data}} \"'&\\",
    "]]><!-- \xf0\x9f\x98\x80 动物"};

// A training after its first step, without and with its best so far; models of both read-outs.
void write_kept(const std::string& folder) {
  make_folders(folder);
  TrainingState state = smallest_training();
  TrainingRecord record(state, kSmallestSteps);
  ++state.step;
  record.step(1);
  save_checkpoint(folder + "/1", state);
  state.best = {0.5, snapshot(state.parameters)};
  save_checkpoint(folder + "/2", state);

  const Vocabulary vocabulary({"a", "b", "it", "left"});
  ResolverConfig config = smallest_config();
  Random random(1);
  save_resolver(folder + "/3",
                {Resolver(config, vocabulary.size(), random), vocabulary, {"it", "they"}});
  config.readout = Readout::kName;
  config.encoder.positions = Positions::kSinusoidal;
  config.encoder.layers = 1;
  config.encoder.hidden = 1;
  save_resolver(folder + "/4", {Resolver(config, vocabulary.size(), random), vocabulary, {}});
}

// The text files of a run: config.txt, the log of seeds, the log of a page.
std::vector<std::string> run_files(const std::string& log) {
  SeedLog seeds(log, 1, 2);
  for (const std::uint64_t seed : {1u, 2u}) {
    SeedResult result;
    result.seed = seed;
    result.flip = std::numeric_limits<double>::quiet_NaN();
    seeds.add(result);
  }
  return {"rate = 0.5\nsteps = 600\nprecision = float\n", read_file(log),
          "{\"row\":\"a\",\"seed\":1,\"x\":0.5}\n{\"step\":1}\n"
          "{\"row\":\"a\",\"seed\":2,\"x\":null,\"y\":-1e9}\n"};
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("seeds", [=] {
    if (argc != 2) fail<UsageError>("seeds FOLDER");
    const std::string folder = argv[1];
    write(folder + "/safetensors", tensor_files());
    write(folder + "/sentences", sentences());
    write(folder + "/babi", kStories);
    write(folder + "/options", kCommands);
    write(folder + "/report", kWords);
    write_kept(folder + "/checkpoint");
    write(folder + "/run", run_files(folder + "/log"));
    return 0;
  });
}
