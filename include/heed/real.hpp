// Layer 0. Real: the number everything is computed in, chosen when heed is built.
//
// Training uses float: half the memory, twice the numbers in a vector register. Gradients are
// checked in double, where a difference quotient keeps ten digits. Both come from the same sources:
// `make` builds float, `make REAL=double` builds double.
#pragma once

namespace heed {

#if defined(HEED_DOUBLE)
using Real = double;
#else
using Real = float;
#endif

inline constexpr bool kDouble = sizeof(Real) == 8;

}  // namespace heed
