// Layer 6. cividis: a number from 0 to 1 as a colour.
#pragma once

namespace heed {

struct Rgb {
  int red = 0, green = 0, blue = 0;
};

// From dark blue (0) over grey to yellow (1); a value outside is taken as the nearer end. Luminance
// grows with the value, so the scale survives colour blindness and a grey print. After Nuñez,
// Anderton & Renslow 2018, through ten of its colours.
Rgb cividis(double value);

// How bright a colour is, from 0 to 1 (relative luminance, WCAG 2).
double luminance(const Rgb& color);

// Is black the text that stands out on it, rather than white?
bool takes_black(const Rgb& color);

}  // namespace heed
