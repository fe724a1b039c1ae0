// DataOrder, of resolver.hpp.
#include <algorithm>

#include "heed/resolver.hpp"
#include "support.hpp"

using namespace heed;

namespace {

using Places = std::vector<std::size_t>;

// The examples of the steps begin … end − 1, one after the other.
Places drawn(DataOrder& order, std::int64_t begin, std::int64_t end) {
  Places all;
  for (std::int64_t step = begin; step < end; ++step) {
    const Places& batch = order(step);
    all.insert(all.end(), batch.begin(), batch.end());
  }
  return all;
}

bool each_once(Places::const_iterator begin, Places::const_iterator end) {
  Places places(begin, end);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != i) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("data order: every example once an epoch, in each epoch in another order") {
  DataOrder order(10, 4, 7);  // an epoch ends in the middle of a batch
  const Places all = drawn(order, 0, 10);
  const Places first(all.begin(), all.begin() + 10), second(all.begin() + 10, all.begin() + 20);
  for (std::ptrdiff_t epoch = 0; epoch < 4; ++epoch) {
    CHECK(each_once(all.begin() + 10 * epoch, all.begin() + 10 * (epoch + 1)));
  }
  CHECK(first != second);
  CHECK_FALSE(std::is_sorted(first.begin(), first.end()));
}

TEST_CASE("data order: step 57 is the same, whether or not the steps before it were asked for") {
  DataOrder running(10, 4, 7), fresh(10, 4, 7);
  drawn(running, 0, 57);
  const Places expected = running(57);
  CHECK(fresh(57) == expected);
  drawn(fresh, 0, 9);  // and going back changes nothing
  CHECK(fresh(57) == expected);
  CHECK(fresh(57) == expected);
}

TEST_CASE("data order: another seed gives another order") {
  DataOrder one(50, 50, 1), same(50, 50, 1), other(50, 50, 2);
  CHECK(one(0) == same(0));
  CHECK(one(0) != other(0));
}

TEST_CASE("data order: a batch larger than the examples holds them more than once") {
  DataOrder order(3, 7, 1);
  const Places batch = order(0);
  REQUIRE(batch.size() == 7);
  CHECK(each_once(batch.begin(), batch.begin() + 3));
  CHECK(each_once(batch.begin() + 3, batch.begin() + 6));
}

TEST_CASE("data order: no examples are refused") {
  CHECK_THROWS_WITH_AS(DataOrder(0, 4, 1), "data order: no examples to draw from", ValueError);
}
