#!/bin/sh
# Every header and kernel says its layer on line 1 ("// Layer 2. ...") and includes its own or lower
# layers only. A source file counts as its header's layer.
cd "$(dirname "$0")/.." || exit 2
bad=0
layer_of() { sed -n '1s|^// Layer \([0-9]\)\..*|\1|p' "$1"; }
for file in include/heed/*.hpp src/kernels/*.hpp experiments/parts/*.hpp src/*.cpp; do
  case $file in
    src/*.cpp)
      header=include/heed/$(basename "$file" .cpp).hpp
      [ -f "$header" ] || header=include/heed/$(basename "$file" .cpp | sed 's/_.*//').hpp
      [ -f "$header" ] || header=include/heed/ops.hpp
      own=$(layer_of "$header") ;;
    *) own=$(layer_of "$file") ;;
  esac
  if [ -z "$own" ]; then echo "$file:1: does not say its layer"; bad=1; continue; fi
  for name in $(sed -n 's|^#include "\(.*\)"|\1|p' "$file"); do
    included=$name
    for base in include src experiments; do [ -f "$base/$name" ] && { included=$base/$name; break; }; done
    theirs=$(layer_of "$included")
    if [ "${theirs:-9}" -gt "$own" ]; then
      echo "$file: layer $own includes $name of layer ${theirs:-unknown}"; bad=1
    fi
  done
done
[ $bad = 0 ] && echo "layers: every include points down"
exit $bad
