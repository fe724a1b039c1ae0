// Matrix products and transpositions.
#include "heed/error.hpp"
#include "heed/ops.hpp"

namespace heed {

Tensor matmul(const Tensor& a, const Tensor& b) {
  return Tensor::from_op("matmul", matmul(a.value(), b.value()), {a, b},
                         [a, b](const Array& dout, const Array&) -> Grads {
                           // out = a b, so  d out = da b + a db  and  ⟨dout, d out⟩ = ⟨dout bᵀ, da⟩
                           // + ⟨aᵀ dout, db⟩.
                           Array da = a.requires_grad()
                                          ? matmul(dout, b.value(), Side::kPlain, Side::kTransposed)
                                          : Array();
                           if (!b.requires_grad()) return {sum_to(da, a.shape()), Array()};
                           const std::size_t k = a.shape().last(0), n = dout.shape().last(0);
                           if (b.shape().rank() == 2 && a.shape().rank() > 2 && k > 0 && n > 0) {
                             // One product of two tall matrices, instead of a batch that is summed
                             // afterwards.
                             const Array rows = reshape(a.value(), {a.value().size() / k, k});
                             const Array drows = reshape(dout, {dout.size() / n, n});
                             Array db = matmul(rows, drows, Side::kTransposed);
                             return {std::move(da), std::move(db)};
                           }
                           Array db = sum_to(matmul(a.value(), dout, Side::kTransposed), b.shape());
                           if (!a.requires_grad()) return {Array(), std::move(db)};
                           return {sum_to(da, a.shape()), std::move(db)};
                         });
}

Tensor matmul_transposed(const Tensor& a, const Tensor& b) {
  return Tensor::from_op("matmul_transposed",
                         matmul(a.value(), b.value(), Side::kPlain, Side::kTransposed), {a, b},
                         [a, b](const Array& dout, const Array&) -> Grads {
                           // out = a bᵀ:  da = dout b,  db = doutᵀ a.
                           return {sum_to(matmul(dout, b.value()), a.shape()),
                                   sum_to(matmul(dout, a.value(), Side::kTransposed), b.shape())};
                         });
}

Tensor transpose(const Tensor& x) {
  return Tensor::from_op(
      "transpose", transpose(x.value()), {x},
      [](const Array& dout, const Array&) -> Grads { return {transpose(dout)}; });
}

Tensor permute(const Tensor& x, const std::vector<int>& order) {
  Array out = permute(x.value(), order);
  std::vector<int> back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    back[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return Tensor::from_op("permute", std::move(out), {x},
                         [back = std::move(back)](const Array& dout, const Array&) -> Grads {
                           return {permute(dout, back)};
                         });
}

}  // namespace heed
