// Matrix products and transpositions.
#include "heed/error.hpp"
#include "heed/ops.hpp"

namespace heed {

Tensor matmul(const Tensor& a, const Tensor& b) {
  return Tensor::from_op(
      "matmul", matmul(a.value(), b.value()), {a, b},
      [a, b](const Array& dout, const Array&) -> Grads {
        // out = a b, so  d out = da b + a db  and  ⟨dout, d out⟩ = ⟨dout bᵀ, da⟩ + ⟨aᵀ dout, db⟩.
        Array da, db;
        if (a.requires_grad()) {
          da = sum_to(matmul(dout, b.value(), Side::kPlain, Side::kTransposed), a.shape());
        }
        if (b.requires_grad()) {
          // With one matrix on the right, the leading axes of a are more rows of the same product.
          db = b.shape().rank() == 2
                   ? outer_sum(a.value(), dout)
                   : sum_to(matmul(a.value(), dout, Side::kTransposed), b.shape());
        }
        return {std::move(da), std::move(db)};
      });
}

Tensor matmul_transposed(const Tensor& a, const Tensor& b) {
  return Tensor::from_op("matmul_transposed",
                         matmul(a.value(), b.value(), Side::kPlain, Side::kTransposed), {a, b},
                         [a, b](const Array& dout, const Array&) -> Grads {
                           // out = a bᵀ:  da = dout b,  db = doutᵀ a.
                           Array da, db;
                           if (a.requires_grad()) da = sum_to(matmul(dout, b.value()), a.shape());
                           if (b.requires_grad()) {
                             db = sum_to(matmul(dout, a.value(), Side::kTransposed), b.shape());
                           }
                           return {std::move(da), std::move(db)};
                         });
}

namespace {

// out = x W + b:  dx = dout Wᵀ,  dW = xᵀ dout,  db = dout summed over the rows.
Grads affine_gradients(const Tensor& x, const Tensor& weight, const Tensor& bias,
                       const Array& dout) {
  Array dx, dweight, dbias;
  if (x.requires_grad()) dx = matmul(dout, weight.value(), Side::kPlain, Side::kTransposed);
  if (weight.requires_grad()) dweight = outer_sum(x.value(), dout);
  if (bias.requires_grad()) dbias = sum_to(dout, bias.shape());
  return {std::move(dx), std::move(dweight), std::move(dbias)};
}

}  // namespace

Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return Tensor::from_op("affine", matmul_plus(x.value(), weight.value(), bias.value()),
                         {x, weight, bias},
                         [x, weight, bias](const Array& dout, const Array&) -> Grads {
                           return affine_gradients(x, weight, bias, dout);
                         });
}

Tensor affine_relu(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  Array out = map(matmul_plus(x.value(), weight.value(), bias.value()),
                  [](Real v) { return v < 0 ? Real{0} : v; });
  return Tensor::from_op("affine_relu", std::move(out), {x, weight, bias},
                         [x, weight, bias](Array dout, const Array& result) -> Grads {
                           // The slope is 1 where the result is > 0, else 0.
                           for_blocks(dout.size(), [&](std::size_t i, std::size_t end) {
                             for (; i < end; ++i) dout[i] *= result[i] > 0 ? Real{1} : Real{0};
                           });
                           return affine_gradients(x, weight, bias, dout);
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
