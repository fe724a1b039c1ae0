// How fast heed is, and what bounds it:
//
//   step       one training step of an encoder with a pointer, as PyTorch would be asked to do it
//   gemm       matrix products of the shapes that training makes
//   ops        what recording and differentiating one small operation costs
//   attention  attention forward and backward against the length of the text
//   recurrent  recurrent networks, and attention of their size, against the length of the text
//
// Every table closes with the share of the machine's peak, measured in the same run.
#include "benchmark.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "benchmark_recurrent.hpp"
#include "heed/attention.hpp"
#include "heed/init.hpp"
#include "heed/options.hpp"
#include "heed/run.hpp"
#include "kernels/gemm.hpp"
#include "timing.hpp"
#include "training_step.hpp"

namespace {

using namespace heed;
using timing::measure;
using timing::Timing;

// ---- step ---------------------------------------------------------------------------------------

int run_step(const Settings& settings) {
  const auto model = std::find_if(kModels.begin(), kModels.end(),
                                  [&](const Model& m) { return m.name == settings.config; });
  Random random(1);
  Trainer trainer(*model, random);
  for (int i = 0; i < 3; ++i) trainer.step();
  const std::size_t asked = system_allocations();
  const Timing time = measure(settings.seconds, [&] { trainer.step(); });
  const std::size_t allocations = system_allocations() - asked;
  const double memory = timing::peak_mib(), peak = timing::peak_gflops();
  const double gflops = model->flops() / time.median_wall * 1e-9;
  const double tokens = static_cast<double>(model->batch * model->length) / time.median_wall;
  const double share = gflops / (peak * static_cast<double>(settings.threads));
  if (settings.json) {
    print_json({{"threads", static_cast<double>(settings.threads)},
                {"n", static_cast<double>(time.repeats)},
                {"med_ms", time.median_wall * 1e3},
                {"min_ms", time.least_wall * 1e3},
                {"cpu_ms", time.median_cpu * 1e3},
                {"tok_s", tokens},
                {"gflops", gflops},
                {"peak_gflops", peak},
                {"mflop", model->flops() * 1e-6},
                {"params", static_cast<double>(trainer.parameters.count())},
                {"peak_mb", memory},
                {"allocations", static_cast<double>(allocations)},
                {"loss", trainer.last_loss}});
  } else {
    std::printf("%s, %zu threads: %.4f ms a step (median of %zu; this thread computed %.4f ms)\n",
                model->name.c_str(), settings.threads, time.median_wall * 1e3, time.repeats,
                time.median_cpu * 1e3);
    std::printf("%.0f tokens/s, %.1f GFLOP/s: %.0f %% of the peak of %.1f a thread\n", tokens,
                gflops, 100 * share, peak);
    std::printf("%zu parameters, %.1f MiB, %zu allocations in all these steps\n",
                trainer.parameters.count(), memory, allocations);
  }
  return 0;
}

// ---- gemm ---------------------------------------------------------------------------------------

struct Product {
  std::size_t m, n, k;
  bool a_transposed = false, b_transposed = false;
};

const std::vector<Product> kProducts = {{16, 16, 16},           {32, 32, 32},
                                        {64, 64, 64},           {128, 128, 128},
                                        {256, 256, 256},        {512, 512, 512},
                                        {1024, 1024, 1024},     {1024, 32, 32},
                                        {1024, 128, 32},        {1024, 32, 128},
                                        {2048, 768, 256},       {2048, 256, 768},
                                        {512, 512, 512, true},  {512, 512, 512, false, true},
                                        {256, 768, 2048, true}, {256, 768, 2048, false, true}};

// GFLOP/s by the clock on the wall and by this thread's.
timing::Clocks product_gflops(const Product& p, double seconds) {
  Random random(1);
  const Array a = uniform({p.m, p.k}, -1, 1, random), b = uniform({p.k, p.n}, -1, 1, random);
  Array c({p.m, p.n});
  const kernels::MatrixView left = p.a_transposed ? kernels::MatrixView{a.data(), 1, p.m}
                                                  : kernels::MatrixView{a.data(), p.k, 1};
  const kernels::MatrixView right = p.b_transposed ? kernels::MatrixView{b.data(), 1, p.k}
                                                   : kernels::MatrixView{b.data(), p.n, 1};
  const double flops = 2 * static_cast<double>(p.m * p.n * p.k);
  const auto calls = static_cast<std::size_t>(std::max(1.0, 4e7 / flops));
  const Timing time = measure(
      seconds, [&] { kernels::gemm(p.m, p.n, p.k, left, right, c.data(), p.n); }, calls);
  return {flops / time.median_wall * 1e-9, flops / time.median_cpu * 1e-9};
}

int run_gemm(const Settings& settings) {
  if (!settings.json)
    std::printf("%6s %6s %6s  transposed  GFLOP/s  of this thread\n", "m", "n", "k");
  double best = 0;
  for (const Product& p : kProducts) {
    const timing::Clocks gflops = product_gflops(p, settings.seconds / 4);
    best = std::max(best, gflops.wall);
    if (settings.json) {
      print_json({{"m", static_cast<double>(p.m)},
                  {"n", static_cast<double>(p.n)},
                  {"k", static_cast<double>(p.k)},
                  {"ta", p.a_transposed ? 1 : 0},
                  {"tb", p.b_transposed ? 1 : 0},
                  {"gflops", gflops.wall},
                  {"cpu_gflops", gflops.cpu}});
    } else {
      const char* sides = p.a_transposed ? "a" : p.b_transposed ? "b" : "";
      std::printf("%6zu %6zu %6zu  %10s  %7.1f %7.1f\n", p.m, p.n, p.k, sides, gflops.wall,
                  gflops.cpu);
    }
  }
  if (!settings.json) {
    const double peak = timing::peak_gflops();
    std::printf("peak of a thread: %.1f in a loop of multiply-adds; best product %.1f\n", peak,
                best);
  }
  return 0;
}

// ---- ops ----------------------------------------------------------------------------------------

int run_ops(const Settings& settings) {
  constexpr std::size_t kChain = 1000;
  if (!settings.json) std::printf("%6s  ns an operation, forward and backward  allocations\n", "n");
  for (const std::size_t size : {1u, 16u, 64u, 1024u}) {
    Tensor x = Tensor::parameter(ones({size}));
    const Tensor factor(full({size}, 1.0001)), term(full({size}, 0.0001));
    const Array cotangent = ones({size});
    const auto chain = [&] {
      Tensor y = x;
      for (std::size_t i = 0; i < kChain; ++i) y = i % 2 == 0 ? y * factor : y + term;
      x.zero_grad();
      y.backward(cotangent);
    };
    chain();
    const std::size_t asked = system_allocations();
    const Timing time = measure(settings.seconds / 2, chain);
    const double ns = time.median_cpu * 1e9 / kChain;
    const auto allocations = static_cast<double>(system_allocations() - asked);
    if (settings.json) {
      print_json({{"n", static_cast<double>(size)}, {"ns", ns}, {"allocations", allocations}});
    } else {
      std::printf("%6zu  %38.1f  %11.0f\n", size, ns, allocations);
    }
  }
  return 0;
}

// ---- attention ----------------------------------------------------------------------------------

// One row of the table, in a process of its own, so that its peak of memory is its own.
template <class F>
void in_child(F print_row) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) fail<OutputError>("fork: no process to measure in");
  if (child == 0) {
    print_row();
    std::fflush(stdout);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

struct AttentionRow {
  std::size_t length;
  bool causal, fused;
};

// Eq. (1) as it is written, or the operation that does not keep the weights.
Tensor attend(const std::vector<Tensor>& in, std::size_t heads, const Array& mask, bool fused) {
  const std::size_t d_k = in[0].shape().last() / heads;
  if (fused) {
    const double scale = 1 / std::sqrt(static_cast<double>(d_k));
    return fused_attention(in[0], in[1], in[2], heads, mask, scale);
  }
  return merge_heads(scaled_dot_product_attention(split_heads(in[0], heads),
                                                  split_heads(in[1], heads),
                                                  split_heads(in[2], heads), mask)
                         .output);
}

void print_attention(const Settings& settings, const AttentionRow& row) {
  set_threads(settings.threads);
  Random random(1);
  const Shape shape = {1, row.length, 64};
  std::vector<Tensor> in;
  for (int i = 0; i < 3; ++i) in.push_back(Tensor::parameter(normal(shape, 1, random)));
  const Array mask = row.causal ? causal_mask(row.length) : Array(), cotangent = ones(shape);
  const double before = timing::peak_mib();
  const Timing time = measure(settings.seconds / 4, [&] {
    for (Tensor& x : in) x.zero_grad();
    attend(in, 4, mask, row.fused).backward(cotangent);
  });
  const double memory = timing::peak_mib() - before;
  if (settings.json) {
    print_json({{"length", static_cast<double>(row.length)},
                {"causal", row.causal ? 1 : 0},
                {"fused", row.fused ? 1 : 0},
                {"ms", time.median_wall * 1e3},
                {"cpu_ms", time.median_cpu * 1e3},
                {"mib", memory}});
  } else {
    std::printf("%6zu  %6s  %8s  %10.3f  %14.3f  %8.1f\n", row.length, row.causal ? "yes" : "no",
                row.fused ? "fused" : "composed", time.median_wall * 1e3, time.median_cpu * 1e3,
                memory);
  }
}

int run_attention(const Settings& settings) {
  if (!settings.json) {
    std::printf("4 heads of width 16, forward and backward\n%6s  %6s  %8s  %10s  %14s  %8s\n", "T",
                "causal", "", "ms", "of this thread", "MiB");
  }
  for (const std::size_t length : {16u, 64u, 256u, 1024u, 2048u, 4096u}) {
    for (const bool causal : {false, true}) {
      for (const bool fused : {false, true}) {
        in_child([&] { print_attention(settings, {length, causal, fused}); });
      }
    }
  }
  return 0;
}

int run(int argc, char** argv) {
  Settings settings;
  std::vector<std::string> what;
  std::vector<std::string> names;
  for (const Model& model : kModels) names.push_back(model.name);
  Options options("benchmark", "Measure training steps, matrix products, operations, layers.");
  options.example("benchmark step --config small", "one training step, timed");
  options.example("benchmark gemm --threads 1 --json", "matrix products, a line of JSON each");
  options.operands("step|gemm|ops|attention|recurrent", what, 1, 1);
  options.choice("config", settings.config, names, "the model of step");
  options.number("threads", settings.threads, {1, 1024}, "N", "threads to compute on");
  options.number("seconds", settings.seconds, {0.01, 3600}, "S", "how long to measure");
  options.flag("json", settings.json, "one line of JSON a measurement");
  if (!options.parse(argc, argv)) return 0;
  if (what[0] == "attention") return run_attention(settings);  // its children start the threads
  set_threads(settings.threads);
  if (what[0] == "step") return run_step(settings);
  if (what[0] == "gemm") return run_gemm(settings);
  if (what[0] == "ops") return run_ops(settings);
  if (what[0] == "recurrent") return run_recurrent(settings);
  fail<UsageError>("nothing named ", what[0],
                   " to measure: step, gemm, ops, attention or recurrent");
}

}  // namespace

int main(int argc, char** argv) {
  return heed::run_program("benchmark", [&] { return run(argc, argv); });
}
