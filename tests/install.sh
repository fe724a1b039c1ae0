#!/bin/sh
# make install into a temporary folder whose name has a blank: a user's program builds and runs with
# heed.pc alone, the installed programs read the installed sentences, and make uninstall leaves
# nothing behind.
cd "$(dirname "$0")/.." || exit 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
place="$root/opt/my heed"
sentences=$place/share/heed/datasets/tired_or_wide/en/train.txt
passed=0 failed=0
check() {  # WHAT COMMAND...
  what=$1
  shift
  if "$@" >"$root/log" 2>&1; then passed=$((passed + 1)); return; fi
  echo "FAILED: $what"
  cat "$root/log"
  failed=$((failed + 1))
}

# The flags in heed.pc, by pkg-config where there is one; below DESTDIR the prefix is another.
flags() {
  pc=$place/lib/pkgconfig
  if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$place" --cflags --libs heed
  else
    sed -n "s|[$]{\\([a-z]*\\)dir}|$place/\\1|; s/^Cflags: //p; s/^Libs: //p" "$pc/heed.pc" | tr '\n' ' '
  fi
}
builds() { eval "$CXX '$root/user.cpp' $(flags) -o '$root/user'"; }
says() { [ "$("$root/user")" = "$1" ]; }
names_the_checkout() { grep -r "$PWD" "$place/include" "$place/lib/pkgconfig"; }
refuses_a_relative_prefix() {
  "$MAKE" install DESTDIR="$root" PREFIX=some 2>&1 | grep "PREFIX=some is not an absolute path"
}
ends() {  # CODE COMMAND...
  code=$1
  shift
  "$@"
  [ $? = "$code" ]
}

cat >"$root/user.cpp" <<'END'
#include <cstdio>

#include "heed/ops.hpp"
#include "heed/optimizer.hpp"

using namespace heed;

int main() {
  Tensor x = Tensor::parameter(Array({3}, {1, 2, 3}));
  sum(x * x).backward();
  Sgd(Parameters().add("x", x)).step(0.5);  // x - 0.5 · 2x
  std::printf("%s %s %zu\n", to_string(x.grad()).c_str(), to_string(x.value()).c_str(), sizeof(Real));
}
END
[ "$REAL" = double ] && bytes=8 || bytes=4

check "make install" "$MAKE" install DESTDIR="$root" PREFIX="/opt/my heed"
check "make install over itself" "$MAKE" install DESTDIR="$root" PREFIX="/opt/my heed"
check "what is installed does not name the checkout" ends 1 names_the_checkout
check "a program builds with the flags of heed.pc" builds
check "it computes 2x, and takes x to 0" says "[2, 4, 6] [0, 0, 0] $bytes"
check "an installed program runs" "$place/bin/coreference" --steps 1 --quiet --out "$root/run"
check "another lists its model" "$place/bin/tensors" verify "$root/run/model.safetensors"
echo "no sentence" >>"$sentences"
check "it reads the installed sentences" ends 3 "$place/bin/coreference" --out "$root/none"
echo "somebody else's" >"$place/include/mine.hpp"
check "make uninstall" "$MAKE" uninstall DESTDIR="$root" PREFIX="/opt/my heed"
check "the only file left is somebody else's" [ "$(find "$place" -type f)" = "$place/include/mine.hpp" ]
check "no folder of heed's own is left" [ -z "$(find "$place" -name heed -mindepth 1)" ]
check "nothing to remove is said in one line" [ \
  "$(sh src/uninstall.sh "$root/none" 2>&1)" = "make uninstall: no heed below $root/none" ]
check "a relative PREFIX is refused" refuses_a_relative_prefix
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
