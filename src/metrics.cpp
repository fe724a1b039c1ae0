#include "heed/metrics.hpp"

namespace heed {

void Metrics::line(const std::vector<Metric>& metrics) {
  std::string object = "{";
  for (const Metric& metric : metrics) {
    if (object.size() > 1) object += ',';
    object += metric.json;
  }
  file_.line(object + "}");
}

}  // namespace heed
