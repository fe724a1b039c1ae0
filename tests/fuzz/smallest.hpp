// The smallest training and the smallest model there are: seeds hold them, and targets read them.
#pragma once

#include "heed/checkpoint.hpp"
#include "heed/resolver.hpp"

inline constexpr std::size_t kSmallestSteps = 3;

inline heed::TrainingState smallest_training() {
  heed::TrainingState state(heed::Parameters().add("x", heed::Tensor::parameter(heed::zeros({2}))));
  state.generators.emplace_back(1);
  return state;
}

inline heed::ResolverConfig smallest_config() {
  heed::ResolverConfig config;
  config.encoder.width = 2;
  config.encoder.heads = 1;
  config.encoder.layers = 0;
  config.encoder.longest = 6;
  return config;
}
