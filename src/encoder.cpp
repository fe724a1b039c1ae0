#include "heed/encoder.hpp"

#include <cmath>

#include "heed/error.hpp"
#include "heed/init.hpp"

namespace heed {

Array sinusoidal_positions(std::size_t length, std::size_t width) {
  Array out({length, width});
  for (std::size_t t = 0; t < length; ++t) {
    for (std::size_t d = 0; d < width; ++d) {
      const double exponent = static_cast<double>(d - d % 2) / static_cast<double>(width);
      const double angle = static_cast<double>(t) / std::pow(10000.0, exponent);
      out[t * width + d] = static_cast<Real>(d % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return out;
}

EncoderBlock::EncoderBlock(const EncoderConfig& config, Random& random)
    : attention_norm(config.width),
      attention(config.width, config.heads, random),
      feed_forward_norm(config.width),
      dropout{config.dropout} {
  attention.options.scaled = config.scaled;
  if (config.hidden > 0) feed_forward.emplace(config.width, config.hidden, random);
}

Attention EncoderBlock::operator()(const Tensor& x, const Array& mask, const Pass& pass,
                                   const Tensor& bare) const {
  const Tensor normed = attention_norm(x);
  const Tensor taken = bare.exists() ? attention_norm(bare) : normed;
  const Attention heard = attention(normed, normed, taken, mask, pass);
  const Tensor added = dropout(heard.output, pass);
  const Tensor mixed = residual ? x + added : added;
  if (!feed_forward) return {mixed, heard.weights};
  return {mixed + dropout((*feed_forward)(feed_forward_norm(mixed)), pass), heard.weights};
}

Parameters EncoderBlock::parameters() const {
  Parameters list;
  list.add("attention_norm", attention_norm).add("attention", attention);
  if (feed_forward)
    list.add("feed_forward_norm", feed_forward_norm).add("feed_forward", *feed_forward);
  return list;
}

Encoder::Encoder(const EncoderConfig& config, Random& random)
    : positions(config.positions), norm(config.width), last_bare(config.last_bare) {
  if (positions == Positions::kLearned) {
    position_table = Tensor::parameter(normal({config.longest, config.width}, 0.1, random));
  }
  for (std::size_t i = 0; i < config.layers; ++i) {
    EncoderConfig own = config;
    const bool last = i + 1 == config.layers;
    if (last && config.last_heads > 0) own.heads = config.last_heads;
    blocks.emplace_back(own, random);
    blocks.back().residual = !last || config.last_residual;
  }
}

namespace {

Tensor with_positions(const Encoder& encoder, const Tensor& x) {
  const std::size_t length = x.shape()[1];
  if (encoder.positions == Positions::kNone) return x;
  if (encoder.positions == Positions::kSinusoidal) {
    return x + Tensor(sinusoidal_positions(length, x.shape()[2]));
  }
  const std::size_t longest = encoder.position_table.shape()[0];
  if (length > longest) {
    fail<ShapeError>("encoder: a sentence of ", length, " words, but there are positions for ",
                     longest);
  }
  return x + slice(encoder.position_table, 0, 0, length);
}

}  // namespace

Encoded Encoder::operator()(const Tensor& x, const std::vector<Array>& masks,
                            const Pass& pass) const {
  if (x.shape().rank() != 3 || x.shape()[1] == 0) {
    fail<ShapeError>("encoder: x ", x.shape(), " is not [B, T, D] with at least one word");
  }
  if (masks.size() != 1 && masks.size() != blocks.size()) {
    fail<ShapeError>("encoder: ", masks.size(), " masks for ", blocks.size(), " blocks");
  }
  const Tensor placed = with_positions(*this, x);
  Encoded encoded{placed, {}};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const bool bare = last_bare && i + 1 == blocks.size();
    const Attention block =
        blocks[i](encoded.output, masks[masks.size() == 1 ? 0 : i], pass, bare ? placed : Tensor());
    encoded.output = block.output;
    encoded.weights.push_back(block.weights);
  }
  encoded.output = norm(encoded.output);
  return encoded;
}

Parameters Encoder::parameters() const {
  Parameters list;
  if (position_table.exists()) list.add("positions", position_table);
  for (std::size_t i = 0; i < blocks.size(); ++i) list.add(concat("blocks.", i), blocks[i]);
  return list.add("norm", norm);
}

}  // namespace heed
