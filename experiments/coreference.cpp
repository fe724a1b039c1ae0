// Question    What does "it" look at in "The animal didn't cross the street because it was too
//             tired", and does that explain the answer?
// Model       one layer of multi-head self-attention, then a pointer from the pronoun to the words.
// Control     the same model with uniform attention, without positions, and without the layer.
// Run         build/bin/coreference                       English, about five seconds
//             build/bin/coreference --language zh         Chinese
//             build/bin/coreference --data mine.txt       your own sentences (README says how)
#include <atomic>
#include <iostream>
#include <mutex>

#include "heed/findings.hpp"
#include "heed/metrics.hpp"
#include "heed/optimizer.hpp"
#include "heed/options.hpp"
#include "heed/parallel.hpp"
#include "heed/progress.hpp"
#include "heed/run.hpp"
#include "heed/schedule.hpp"
#include "heed/utf8.hpp"

namespace {

using namespace heed;

struct Config {
  std::string data, language = "en";
  std::size_t layers = 1, heads = 4, width = 32;
  std::string readout = "pointer", positions = "learned";
  bool no_scale = false, causal = false;
  std::size_t steps = 2000, batch = 32;
  double rate = 3e-3;  // the highest; warm-up over 100 steps, then a cosine down to a twentieth
  std::uint64_t seed = 1;
  std::size_t seeds = 1;  // how many trainings, from seeds seed, seed + 1, …
  std::size_t threads = 0;
  std::string out, color = "auto", progress = "auto";
  bool overwrite = false, quiet = false;
};

// What one training is to be, beside the config: the model as it is, or one of its controls.
enum class Variant { kModel, kUniform, kNoPositions, kNoLayer };

ResolverConfig architecture(const Config& config, const Corpus& corpus, Variant variant) {
  ResolverConfig model;
  model.encoder.width = config.width;
  model.encoder.heads = config.heads;
  model.encoder.layers = variant == Variant::kNoLayer ? 0 : config.layers;
  model.encoder.scaled = !config.no_scale;
  model.encoder.longest = std::max<std::size_t>(128, corpus.longest);
  model.encoder.positions = config.positions == "none" || variant == Variant::kNoPositions
                                ? Positions::kNone
                            : config.positions == "learned" ? Positions::kLearned
                                                            : Positions::kSinusoidal;
  model.readout = config.readout == "name" ? Readout::kName : Readout::kPointer;
  model.causal = config.causal;
  return model;
}

Resolver untrained(const Config& config, const Corpus& corpus, Variant variant,
                   std::uint64_t seed) {
  Random random(seed);
  Resolver model(architecture(config, corpus, variant), corpus.vocabulary.size(), random);
  if (variant == Variant::kUniform) {
    // Queries of zeros score all words alike; train() leaves them so.
    for (EncoderBlock& block : model.encoder.blocks) {
      block.attention.query = Tensor(zeros(block.attention.query.shape()));
    }
  }
  return model;
}

// Called after every step with the loss and the norm of the gradient.
using Watch = std::function<void(std::size_t step, double loss, double norm)>;

// Trains `model` in place: its parameters are shared handles.
void train(const Resolver& model, const Config& config, const Corpus& corpus, std::uint64_t seed,
           const Watch& watch = nullptr) {
  const Parameters parameters = model.parameters();
  Adam adam(parameters, {.decay = 0.5});
  const auto steps = static_cast<std::int64_t>(config.steps);
  const Schedule schedule{
      .most = config.rate, .least = config.rate / 20, .warm_up = 100, .total = steps};
  DataOrder order(corpus.train.size(), config.batch, seed);
  for (std::int64_t step = 0; step < steps; ++step) {
    const Batch batch(corpus.train, order(step), corpus.vocabulary);
    const Reading reading = model(batch, whole(batch, model.config()));
    const Tensor loss = model.loss(batch, reading);
    check_loss(static_cast<double>(loss.item()), step + 1);
    parameters.zero_grad();
    loss.backward();
    const double norm = clip_gradients(parameters, 1);
    adam.step(schedule.rate(step));
    if (watch) watch(static_cast<std::size_t>(step + 1), static_cast<double>(loss.item()), norm);
  }
}

// One model: trained, saved and shown, with its controls beside it.
void run_one(const Config& config, const Corpus& corpus, const RunFolder& folder,
             const Style& style) {
  Metrics metrics(folder / "metrics.jsonl");
  const Resolver model = untrained(config, corpus, Variant::kModel, config.seed);
  std::cout << corpus.train.size() << " sentences to learn from, " << corpus.vocabulary.size()
            << " words, " << model.parameters().count() << " parameters, seed " << config.seed
            << "\n\n";
  const std::string before = maps_text(model, corpus, style);
  {
    Progress progress(config.steps, progress_style(config.progress, config.quiet), 250);
    train(model, config, corpus, config.seed, [&](std::size_t step, double loss, double norm) {
      if (step % 10 == 0) metrics.line({{"step", step}, {"loss", loss}, {"gradient_norm", norm}});
      progress.update(step, {{"loss", loss}});
    });
  }
  save_resolver(folder / "model.safetensors", {model, corpus.vocabulary, corpus.pronouns});
  std::cout << answers_text(model, corpus) << "\nBefore training\n"
            << before << "\nAfter training\n"
            << maps_text(model, corpus, style) << std::flush;

  // The same training, with one thing missing.
  const std::vector<std::pair<std::string, Variant>> controls = {
      {"uniform attention", Variant::kUniform},
      {"no positions", Variant::kNoPositions},
      {"no attention layer", Variant::kNoLayer}};
  std::vector<Rival> models(1 + controls.size());
  models[0] = judge("this model", model, corpus);
  parallel(controls.size(), [&](std::size_t i) {
    const Resolver control = untrained(config, corpus, controls[i].second, config.seed);
    train(control, config, corpus, config.seed);
    models[1 + i] = judge(controls[i].first, control, corpus);
  });
  std::cout << "\n"
            << score_table(corpus, models) << "\n"
            << head_table(model, corpus) << "\n"
            << cut_table(measure_cuts(model, corpus))
            << "\nmodel: " << printable(folder / "model.safetensors")
            << "\nask it: build/bin/attend --model " << printable(folder / "model.safetensors")
            << " --sentence \"…\"\n";
}

// The same training from several seeds, a row each.
void run_seeds(const Config& config, const Corpus& corpus, const RunFolder& folder) {
  std::vector<SeedResult> results(config.seeds);
  Progress progress(config.seeds, progress_style(config.progress, config.quiet), 1);
  std::atomic<std::size_t> done = 0;
  std::mutex lock;
  parallel(config.seeds, [&](std::size_t i) {
    const std::uint64_t seed = config.seed + i;
    const Resolver model = untrained(config, corpus, Variant::kModel, seed);
    train(model, config, corpus, seed);
    results[i] = measure_seed(model, corpus, seed);
    const std::lock_guard<std::mutex> one_at_a_time(lock);
    progress.update(++done);
  });
  Metrics metrics(folder / "metrics.jsonl");
  for (const SeedResult& r : results) {
    metrics.line({{"seed", r.seed},
                  {"plain", r.score.plain},
                  {"contrastive", r.score.contrastive},
                  {"twins", r.score.contrastive_twins}});
  }
  std::cout << seed_table(results, corpus);
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("coreference", [&] {
    Config config;
    Options options(
        "coreference",
        "Train self-attention on sentences with a pronoun and show what \"it\" looks at.");
    options.example("coreference", "the English sentences; about five seconds");
    options.example("coreference --language zh", "the Chinese ones");
    options.example("coreference --data mine.txt", "your own sentences");
    options.example("coreference --layers 2 --readout name",
                    "an emergent map instead of a pointer");
    options.example("coreference --seeds 10", "ten trainings: median, worst, how many");
    options.group("Data");
    options.text("data", config.data, "PATH",
                 "a file of sentences, or a folder with train.txt and others");
    options.choice("language", config.language, {"en", "zh"},
                   "of the sentences that come with heed");
    options.group("Model");
    options.number("layers", config.layers, {0, 16}, "N", "layers of self-attention");
    options.number("heads", config.heads, {1, 64}, "N",
                   "heads in each layer; they divide the width");
    options.number("width", config.width, {1, 1024}, "N", "numbers for each word");
    options.choice("readout", config.readout, {"pointer", "name"},
                   "point at the antecedent, or name it");
    options.choice("positions", config.positions, {"none", "sinusoidal", "learned"},
                   "how a word's place enters");
    options.flag("no-scale", config.no_scale, "do not divide scores by the root of d_k");
    options.flag("causal", config.causal, "let no word look at later ones");
    options.group("Training");
    options.number("steps", config.steps, {1, 10'000'000}, "N", "updates");
    options.number("batch", config.batch, {1, 4096}, "N", "sentences in each");
    options.number("rate", config.rate, {0, 1e38}, "X", "highest learning rate");
    options.number("seed", config.seed, {0, 1'000'000'000'000}, "N", "of weights and data order");
    options.number("seeds", config.seeds, {1, 1000}, "N",
                   "trainings, from seeds counted up from --seed");
    options.group("Run", Options::Part::kDisplay);
    options.number("threads", config.threads, {0, 256}, "N", "0: one for each core");
    options.text("out", config.out, "DIR", "folder of the run (default runs/coreference-N)");
    options.flag("overwrite", config.overwrite, "replace the run that is in --out");
    options.choice("color", config.color, {"auto", "always", "never"}, "colours");
    options.choice("progress", config.progress, {"auto", "always", "never"}, "progress on stderr");
    options.flag("quiet", config.quiet, "no progress");
    if (!options.parse(argc, argv)) return 0;
    if (config.width % config.heads != 0) {
      fail<UsageError>("--width ", config.width, " is not divisible by --heads ", config.heads);
    }
    if (config.threads > 0) set_threads(config.threads);
    const Corpus corpus = load_corpus(config.data, config.language);
    const RunFolder folder("coreference", config.out, config.overwrite, options.config());
    const Style style = Style{choose_colors(config.color, surroundings()), terminal_columns()};
    if (config.seeds > 1) {
      run_seeds(config, corpus, folder);
    } else {
      run_one(config, corpus, folder, style);
    }
    return 0;
  });
}
