// Rows of a table, by number.
#include "heed/error.hpp"
#include "heed/ops.hpp"

namespace heed {

Tensor embedding(const Tensor& table, const Indices& ids, int padding) {
  if (table.shape().rank() != 2)
    fail<ShapeError>("embedding: a table ", table.shape(), " is not [V, D]");
  if (ids.values.size() != ids.shape.elements()) {
    fail<ShapeError>("embedding: ", ids.values.size(), " ids for the shape ", ids.shape);
  }
  const std::size_t rows = table.shape()[0], width = table.shape()[1];
  for (std::size_t i = 0; i < ids.values.size(); ++i) {
    const int id = ids.values[i];
    if (id < 0 || static_cast<std::size_t>(id) >= rows) {
      fail<ValueError>("embedding: id ", id, " at position ", i, " is outside a table of ", rows,
                       " rows");
    }
  }
  Array out(ids.shape.appended(width));
  for (std::size_t i = 0; i < ids.values.size(); ++i) {
    const auto row = static_cast<std::size_t>(ids.values[i]);
    std::copy_n(table.value().data() + row * width, width, out.data() + i * width);
  }
  return Tensor::from_op("embedding", std::move(out), {table},
                         [table, ids, padding, width](const Array& dout, const Array&) -> Grads {
                           Array dtable = zeros(table.shape());
                           for (std::size_t i = 0; i < ids.values.size(); ++i) {
                             if (ids.values[i] == padding) continue;
                             Real* row =
                                 dtable.data() + static_cast<std::size_t>(ids.values[i]) * width;
                             const Real* from = dout.data() + i * width;
                             for (std::size_t d = 0; d < width; ++d) row[d] += from[d];
                           }
                           return {std::move(dtable)};
                         });
}

}  // namespace heed
