#include <doctest/doctest.h>

#include "heed/cividis.hpp"

using namespace heed;

namespace {

bool same(const Rgb& a, const Rgb& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

}  // namespace

TEST_CASE("cividis: it goes from dark blue to yellow, and outside values take the nearer end") {
  CHECK(same(cividis(0), {0, 34, 78}));
  CHECK(same(cividis(1), {254, 232, 56}));
  CHECK(same(cividis(-0.001), cividis(0)));
  CHECK(same(cividis(1.001), cividis(1)));
}

TEST_CASE("cividis: between two of its colours it takes their mean") {
  CHECK(same(cividis(0.5), {125, 124, 118}));  // (112, 113, 115) and (138, 134, 120), rounded up
}

TEST_CASE("cividis: luminance grows with the value") {
  for (int i = 1; i <= 100; ++i) {
    CHECK(luminance(cividis(i / 100.)) > luminance(cividis((i - 1) / 100.)));
  }
}

TEST_CASE("cividis: white, black and the primaries have the luminance WCAG gives them") {
  CHECK(luminance({255, 255, 255}) == doctest::Approx(1));
  CHECK(luminance({0, 0, 0}) == 0);
  CHECK(luminance({255, 0, 0}) == doctest::Approx(.2126));
  CHECK(luminance({10, 10, 10}) == doctest::Approx(.0030353));  // the linear foot: 10/255/12.92
}

TEST_CASE("cividis: the text on every colour has a contrast of 4.5 at least") {
  for (int i = 0; i <= 100; ++i) {
    const Rgb color = cividis(i / 100.);
    const double back = luminance(color) + .05;
    CHECK((takes_black(color) ? back / .05 : 1.05 / back) >= 4.5);
  }
}
