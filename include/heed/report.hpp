// Layer 6. report: a run as one page that opens in any browser, offline.
//
// The page ships the weights and computes again everything it shows: for any sentence, at any kept
// step of the training, with any edge, head or layer cut. It first compares its own answers with
// those of this program. Its source, hand-written, is src/web/; words from files reach it as JSON
// strings and escaped text alone.
#pragma once

#include <string>
#include <vector>

#include "heed/findings.hpp"
#include "heed/options.hpp"
#include "heed/training_record.hpp"

namespace heed {

// What a page is made from. What a run did not measure stays empty.
struct Report {
  const Resolver& model;
  const Corpus& corpus;
  const TrainingRecord& record;
  Invocation asked;
  std::string tables;  // what the program printed about the whole
  std::vector<Rival> rivals = {};
  std::vector<HeadMeasures> heads = {};
  Cuts cuts = {};
  std::vector<Ablation> ablations = {};
  std::vector<SeedResult> seeds = {};
};

// The data of the page, as one JSON object: architecture, vocabulary, sentences with the answers of
// this program, weights in base64 (none above 900,000 numbers: the page then shows text alone),
// the steps of the snapshots, losses and findings. Equal runs give equal bytes.
std::string report_data(const Report& report);

// The half-precise weights of every snapshot in base64, as one JSON list. They are nearly all of the
// page, and stand behind its script, which draws the trained model before they are read.
std::string report_snapshots(const Report& report);

// The whole page.
std::string report_html(const Report& report);

}  // namespace heed
