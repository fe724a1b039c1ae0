#!/bin/sh
# The matrix product multiplies whole vectors: no compiler setting has taken them apart into lanes.
#   sh tests/vectors.sh gemm.o
command -v objdump >/dev/null || { echo "vectors: skipped, no objdump here"; exit 0; }
count() { objdump -d "$1" | grep -cE "[[:blank:]]v?(mul|fn?m(add|sub)[0-9]*)$2[sd][[:blank:]]"; }
whole=$(count "$1" p)
lanes=$(count "$1" s)
if [ "$((whole + lanes))" = 0 ]; then echo "vectors: skipped, this is not x86"; exit 0; fi
if [ "$whole" -le "$lanes" ]; then
  echo "$1: $lanes multiplications of single lanes, $whole of vectors; see WIDE in the Makefile"
  exit 1
fi
echo "vectors: $whole multiplications of whole vectors, $lanes of single lanes"
