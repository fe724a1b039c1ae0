#!/bin/sh
# Every function of tensors in the headers of layers 3 and 4, and every layer that can be called, has
# a group of gradient checks of its name in src/gradients/.
cd "$(dirname "$0")/.." || exit 2
bad=0 found=0
for header in $(grep -l '^// Layer [34]\.' include/heed/*.hpp | grep -v gradcheck.hpp); do
  # Tensor softmax(const Tensor& x);     struct Linear { ... Tensor operator()(...) ... };
  names=$(sed -nE 's/^(inline )?(Tensor|Attention|Encoded) ([a-z_]+|operator[-+*\/])\(.*/\3/p' "$header"
          awk '/^struct /{ name = $2 } /^  [A-Z][A-Za-z]* operator\(\)/{ print name }' "$header")
  for name in $(echo "$names" | sort -u); do
    found=$((found + 1))
    grep -qF "\"$name\"" src/gradients/*.cpp && continue
    echo "$header: $name has no gradient check: give it a group in src/gradients/"
    bad=1
  done
done
[ "$found" -ge 40 ] || { echo "tests/gradients.sh found only $found operations: mend its patterns"; bad=1; }
exit $bad
