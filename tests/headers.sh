#!/bin/sh
# Every header compiles alone: it includes what it needs, whatever stands before it.
#   sh tests/headers.sh COMPILER FLAGS...
cd "$(dirname "$0")/.." || exit 2
echo include/heed/*.hpp src/kernels/*.hpp experiments/parts/*.hpp | tr ' ' '\n' |
  xargs -P "$(nproc 2>/dev/null || echo 2)" -I{} sh -c \
    'echo "#include \"{}\"" | "$@" -fsyntax-only -x c++ - || { echo "{}: does not compile alone"; exit 1; }' \
    headers "$@" || exit 1
echo "headers: each compiles alone"
