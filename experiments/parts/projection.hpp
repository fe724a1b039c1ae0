// Layer 6. projection: a cloud of vectors seen in two dimensions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heed/array.hpp"

namespace heed {

// The directions in which points spread most, the widest first (principal component analysis).
struct Components {
  Array mean;                    // [D]
  Array directions;              // [count, D], of length 1 and at right angles to one another
  std::vector<double> variance;  // along each, biased; the sum over all D is the points' own
  double total = 0;              // Σ of all D variances
};

// The eigenvectors of the covariance, by Jacobi's rotations; the largest number of each is positive.
//   points [N, D].  Throws ShapeError unless 1 ≤ count ≤ D and there is a point.
Components principal_components(const Array& points, std::size_t count);

// Where the points lie along the components: (points − mean) directionsᵀ, [N, count].
Array project(const Array& points, const Components& components);

// cos of the angle between two rows; 0 where one is all zeros.   rows [N, D]
double cosine(const Array& rows, std::size_t a, std::size_t b);

// The k rows that make the smallest angles with row `of`, itself left out, the nearest first.
std::vector<std::size_t> nearest(const Array& rows, std::size_t of, std::size_t k);

// Points [N, 2] as text, `columns` wide and `lines` high, each with its name where it lies; where
// a name would cover another, it is left out. Names are shown, never obeyed.
std::string scatter(const Array& points, const std::vector<std::string>& names, std::size_t columns,
                    std::size_t lines);

}  // namespace heed
