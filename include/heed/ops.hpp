// Layer 3. ops: everything that can be differentiated.
//
// Free functions from tensors to tensors. Elementwise ones stretch shapes as broadcast() says, and
// the gradient of a stretched operand is summed back to its own shape. dx is the gradient of the
// loss with respect to x, dout that of the result; ⊙ multiplies element by element.
// Throws ShapeError or ValueError, naming the operation and the numbers that disagree.
#pragma once

#include <vector>

#include "heed/random.hpp"
#include "heed/tensor.hpp"

namespace heed {

// Axes by number; negative ones count from the end. An empty list means all axes.
using Axes = std::vector<int>;

// ---- element by element -------------------------------------------------------------------------

Tensor operator+(const Tensor& a, const Tensor& b);  // da = dout, db = dout
Tensor operator-(const Tensor& a, const Tensor& b);  // da = dout, db = −dout
Tensor operator*(const Tensor& a, const Tensor& b);  // da = dout ⊙ b, db = dout ⊙ a
Tensor operator/(const Tensor& a, const Tensor& b);  // da = dout / b, db = −dout ⊙ out / b
Tensor operator-(const Tensor& x);                   // dx = −dout
Tensor scale(const Tensor& x, double factor);        // factor·x,  dx = factor·dout
Tensor shift(const Tensor& x, double amount);        // x + amount,  dx = dout
inline Tensor operator*(const Tensor& x, double factor) { return scale(x, factor); }
inline Tensor operator*(double factor, const Tensor& x) { return scale(x, factor); }
inline Tensor operator/(const Tensor& x, double divisor) { return scale(x, 1 / divisor); }
inline Tensor operator+(const Tensor& x, double amount) { return shift(x, amount); }
inline Tensor operator-(const Tensor& x, double amount) { return shift(x, -amount); }
inline Tensor operator-(double amount, const Tensor& x) { return shift(-x, amount); }

Tensor exp(const Tensor& x);   // dx = dout ⊙ out
Tensor log(const Tensor& x);   // dx = dout / x;  log 0 = −∞, log of a negative number is NaN
Tensor sqrt(const Tensor& x);  // dx = dout / (2 out); at 0 the true derivative, ∞
Tensor pow(const Tensor& x, double exponent);  // dx = dout ⊙ exponent·x^(exponent − 1)
Tensor tanh(const Tensor& x);                  // dx = dout ⊙ (1 − out²)
Tensor sigmoid(const Tensor& x);               // 1 / (1 + e⁻ˣ),  dx = dout ⊙ out(1 − out)
Tensor relu(const Tensor& x);                  // max(x, 0),  dx = dout where x > 0; at 0 it is 0
// x Φ(x) in its tanh form, ½x(1 + tanh u), u = √(2/π)(x + 0.044715 x³).  Hendrycks & Gimpel 2016
Tensor gelu(const Tensor& x);
Tensor abs(const Tensor& x);  // dx = dout ⊙ sign(x); at 0 it is 0
// The larger of the two, or a NaN; where they are equal each gets half of dout.
Tensor maximum(const Tensor& a, const Tensor& b);
// a where condition is not 0, else b; the operand that was not taken gets exactly 0, whatever it
// holds. A function that is not finite outside its range must be given arguments inside it:
// where(x < 1, x, sqrt(maximum(x, 1))), since 0·∞ is NaN in the gradient of sqrt(x).
Tensor where(const Array& condition, const Tensor& a, const Tensor& b);

// ---- over axes ----------------------------------------------------------------------------------

// The axes go away, or stay with size 1 where `keep` is true. Over no numbers: sum 0, mean NaN,
// max −∞, min ∞, logsumexp −∞, norm 0.
Tensor sum(const Tensor& x, const Axes& axes = {}, bool keep = false);   // dx = dout
Tensor mean(const Tensor& x, const Axes& axes = {}, bool keep = false);  // dx = dout / count
Tensor max(const Tensor& x, const Axes& axes = {}, bool keep = false);   // ties share dout equally
Tensor min(const Tensor& x, const Axes& axes = {}, bool keep = false);   // ties share dout equally
Tensor norm(const Tensor& x, const Axes& axes = {},
            bool keep = false);  // √Σx²,  dx = dout x / out, 0 at 0
// ln Σ eˣ, computed from the largest so that it cannot overflow.  dx = dout ⊙ softmax(x)
Tensor logsumexp(const Tensor& x, const Axes& axes = {}, bool keep = false);

// ---- matrices -----------------------------------------------------------------------------------

// The product of the last two axes; leading axes are a batch and stretch to each other. With a
// matrix on the right, the leading axes of a are folded into its rows.
//   a [..., M, K], b [..., K, N], out [..., M, N];  da = dout bᵀ, db = aᵀ dout.
Tensor matmul(const Tensor& a, const Tensor& b);
// The same with b given transposed, [..., N, K]: a bᵀ, without the copy that transpose(b) makes.
Tensor matmul_transposed(const Tensor& a, const Tensor& b);
// x W + b in one pass: what a linear layer is.   x [..., M, K], weight [K, N], bias [N].
//   dx = dout Wᵀ, dweight = xᵀ dout, dbias = Σ dout over the rows.
Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias);
// relu(affine(x, weight, bias)), with an array and two passes over memory less.
Tensor affine_relu(const Tensor& x, const Tensor& weight, const Tensor& bias);
Tensor transpose(const Tensor& x);  // the last two axes exchanged
Tensor permute(const Tensor& x,
               const std::vector<int>& order);  // axis i of the result is order[i] of x

// ---- layout -------------------------------------------------------------------------------------

Tensor reshape(const Tensor& x, const Shape& shape);        // the same numbers in another shape
Tensor concat(const std::vector<Tensor>& parts, int axis);  // one after the other along an axis
Tensor slice(const Tensor& x, int axis, std::size_t begin, std::size_t end);  // begin … end − 1
Tensor select(const Tensor& x, int axis, std::size_t index);  // one index; the axis goes away

// ---- lookup -------------------------------------------------------------------------------------

// Rows of a table: table [V, D], ids of any shape [...], out [..., D]. A repeated id adds up in the
// gradient. The row `padding` (none if negative) collects no gradient.
// Throws ValueError: "embedding: id 17 at position 1 is outside a table of 12 rows".
Tensor embedding(const Tensor& table, const Indices& ids, int padding = -1);

// ---- softmax and its kin, over the last axis ----------------------------------------------------

// yᵢ = exp(xᵢ) / Σ exp(xⱼ);  dx = y ⊙ (dy − (dy·y)).
// mask stretches to x: 1 = may be looked at, 0 = gets weight 0 and gradient 0, whatever it holds. A
// row that may look at nothing is all zeros, with zero gradients.
Tensor softmax(const Tensor& x);
Tensor softmax(const Tensor& x, const Array& mask);
// ln softmax(x);  dx = dout − softmax(x) Σ dout.  Masked places are −∞, with gradient 0.
Tensor log_softmax(const Tensor& x);
Tensor log_softmax(const Tensor& x, const Array& mask);

inline constexpr int kIgnore = -100;
// The mean of −ln softmax(logits)[label] over the rows whose label is not `ignore`; 0 with zero
// gradients when there is none.   logits [..., C], labels [...].
//   dlogits = (softmax − onehot) / count.
// Throws ValueError: "cross_entropy: label 3 in row 1 is not among 3 classes".
Tensor cross_entropy(const Tensor& logits, const Indices& labels, int ignore = kIgnore);

// softmax(scale · Q Kᵀ) V for `heads` heads side by side, head h being the columns h·D/H … of each
// matrix; mask as in softmax, stretching to [B, H, T, S], or Array(). The same numbers as the
// composition that attention.hpp shows, within rounding; but the weights are never kept, and memory
// grows with T, not T².   query [B, T, D], key and value [B, S, D], out [B, T, D].
// Throws ShapeError, or ValueError unless heads divides D.
Tensor fused_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                       std::size_t heads, const Array& mask, double scale);

// ---- recurrence ---------------------------------------------------------------------------------

// How many of its T steps each of B sequences has; the rest is padding. Empty: all have T.
using Lengths = std::vector<std::size_t>;

// The states h₁ … h_T [B, T, H] of a recurrent network that starts from h₀ = 0; recurrent.hpp has
// the equations. `given` [B, T, kH] is what the input says to the k gates at every step, x W + b,
// and weight [H, kH] the matrix U that the state before is multiplied by; the gates lie side by
// side. After the last step of a sequence its state stays as it is, whatever padding holds. All
// steps are one operation, and its backward pass one walk back through time.
// Throws ShapeError: "rnn_scan: sequence 1 has a length of 5, but there are 4 steps".
Tensor rnn_scan(const Tensor& given, const Tensor& weight, const Lengths& lengths = {});
Tensor lstm_scan(const Tensor& given, const Tensor& weight, const Lengths& lengths = {});
// bias [H]: the recurrent bias of the gate n.
Tensor gru_scan(const Tensor& given, const Tensor& weight, const Tensor& bias,
                const Lengths& lengths = {});
// The steps of each sequence in the opposite order, its padding where it was: what a network that
// reads backward is given.   x and out [B, T, D].
Tensor reverse_steps(const Tensor& x, const Lengths& lengths = {});

// ---- normalisation and chance -------------------------------------------------------------------

// y = gain ⊙ (x − mean) / √(variance + eps) + bias over the last axis, the variance biased.
//   x [..., D], gain [D], bias [D].  Ba, Kiros & Hinton 2016, eq. (4)
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias, double eps = 1e-5);

// Each number 0 with probability `rate`, else divided by 1 − rate; dx = dout under the same choice.
// Throws ValueError outside 0 … 1.
Tensor dropout(const Tensor& x, double rate, Random& random);

}  // namespace heed
