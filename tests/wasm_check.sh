#!/bin/sh
# Compile the core (layers 0 to 5, but file.cpp) for WebAssembly: clang, libc++, no exceptions.
cd "$(dirname "$0")/.." || exit 2
clang=$(command -v clang++ || command -v clang++-14)
flags="--target=wasm32-wasi -std=c++20 -O1 -msimd128 -fno-exceptions -ffp-contract=off -Iinclude -Isrc"
if [ -z "$clang" ] || ! echo '#include <vector>' | "$clang" $flags -x c++ -fsyntax-only - 2>/dev/null; then
  echo "wasm-check: skipped, clang has no wasm32-wasi target with libc++ here"
  exit 0
fi
checked=0
for source in src/*.cpp src/kernels/*.cpp; do
  header=include/heed/$(basename "$source" .cpp).hpp
  [ -f "$header" ] || header=include/heed/ops.hpp  # several sources serve ops and array
  layer=$(sed -n '1s|^// Layer \([0-9]\)\..*|\1|p' "$header")
  [ "$layer" -le 5 ] && [ "$source" != src/file.cpp ] || continue
  "$clang" $flags -Wall -Wextra -Werror -fsyntax-only "$source" || exit 1
  checked=$((checked + 1))
done
echo "wasm-check: $checked sources of the core compile for WebAssembly"
