#include "heed/attention.hpp"

#include <cmath>

#include "heed/error.hpp"
#include "heed/init.hpp"

namespace heed {

Attention scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                       const Array& mask, const AttentionOptions& options,
                                       const Pass& pass) {
  const double d_k = static_cast<double>(query.shape().last());
  Tensor scores = matmul_transposed(query, key);         // Q Kᵀ           [B, H, T, S]
  if (options.scaled) scores = scores / std::sqrt(d_k);  // / √d_k,  eq. (1)
  if (options.bias.exists()) scores = scores + options.bias;
  const Tensor weights = mask.nothing() ? softmax(scores) : softmax(scores, mask);
  return {matmul(options.dropout(weights, pass), value), weights};  // … V            [B, H, T, d_k]
}

Tensor split_heads(const Tensor& x, std::size_t heads) {
  const Shape& s = x.shape();  // [B, T, D]
  if (heads == 0 || s.last() % heads != 0) {
    fail<ValueError>("split_heads: a width of ", s.last(), " does not split into ", heads,
                     " heads");
  }
  return permute(reshape(x, {s[0], s[1], heads, s[2] / heads}), {0, 2, 1, 3});
}

Tensor merge_heads(const Tensor& x) {
  const Shape& s = x.shape();  // [B, H, T, d_k]
  return reshape(permute(x, {0, 2, 1, 3}), {s[0], s[2], s[1] * s[3]});
}

Array padding_mask(const std::vector<std::size_t>& lengths, std::size_t longest) {
  Array mask = zeros({lengths.size(), 1, 1, longest});
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    std::fill_n(mask.data() + b * longest, std::min(lengths[b], longest), Real{1});
  }
  return mask;
}

Array causal_mask(std::size_t length) {
  Array mask = zeros({length, length});
  for (std::size_t t = 0; t < length; ++t) std::fill_n(mask.data() + t * length, t + 1, Real{1});
  return mask;
}

MultiHeadAttention::MultiHeadAttention(std::size_t width, std::size_t heads_, Random& random)
    : heads(heads_) {
  if (heads == 0 || width % heads != 0) {
    fail<ValueError>("MultiHeadAttention: ", heads, " heads do not divide a width of ", width);
  }
  for (Tensor* matrix : {&query, &key, &value, &output}) {
    *matrix = Tensor::parameter(xavier(width, width, random));
  }
}

Attention MultiHeadAttention::operator()(const Tensor& from, const Tensor& at, const Tensor& taken,
                                         const Array& mask, const Pass& pass) const {
  const bool drops = options.dropout.rate > 0 && pass.dropout != nullptr;
  if (!pass.weights && !options.bias.exists() && !drops) {
    const double d_k = static_cast<double>(query.shape()[1] / heads);
    // One after the other: compilers order the arguments of a call as they like, and the gradients
    // of `from` are added in the order in which these were born.
    const Tensor v = matmul(taken, value);
    const Tensor k = matmul(at, key);
    const Tensor q = matmul(from, query);
    const Tensor heard =
        fused_attention(q, k, v, heads, mask, options.scaled ? 1 / std::sqrt(d_k) : 1);
    return {matmul(heard, output), Tensor()};
  }
  const Tensor q = split_heads(matmul(from, query), heads);  // [B, H, T, d_k]
  const Tensor k = split_heads(matmul(at, key), heads);      // [B, H, S, d_k]
  const Tensor v = split_heads(matmul(taken, value), heads);
  const Attention heard = scaled_dot_product_attention(q, k, v, mask, options, pass);
  return {matmul(merge_heads(heard.output), output), heard.weights};
}

Attention MultiHeadAttention::operator()(const Tensor& from, const Tensor& at, const Array& mask,
                                         const Pass& pass) const {
  return (*this)(from, at, at, mask, pass);
}

Attention MultiHeadAttention::operator()(const Tensor& x, const Array& mask,
                                         const Pass& pass) const {
  return (*this)(x, x, x, mask, pass);
}

Parameters MultiHeadAttention::parameters() const {
  Parameters list;
  list.add("query", query).add("key", key).add("value", value).add("output", output);
  if (options.bias.exists() && options.bias.requires_grad()) list.add("bias", options.bias);
  return list;
}

}  // namespace heed
