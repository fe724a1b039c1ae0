#!/bin/sh
# The matrix product multiplies whole vectors: no compiler setting has taken them apart into lanes.
# Nor are they wider than ARCH has them, so that the program runs on every machine of that kind.
#   sh tests/vectors.sh gemm.o ARCH
command -v objdump >/dev/null || { echo "vectors: skipped, no objdump here"; exit 0; }
if ! objdump -f "$1" | grep -q x86-64; then echo "vectors: skipped, this is not x86"; exit 0; fi
count() { objdump -d "$1" | grep -cE "[[:blank:]]v?(mul|fn?m(add|sub)[0-9]*)$2[sd][[:blank:]]"; }
whole=$(count "$1" p)
lanes=$(count "$1" s)
if [ "$whole" -le "$lanes" ]; then
  echo "$1: $lanes multiplications of single lanes, $whole of vectors; see WIDE in the Makefile"
  exit 1
fi
case $2 in
  x86-64 | x86-64-v2) beyond='[[:blank:]]v[a-z0-9]+[[:blank:]].*%[xyz]mm' ;;
  x86-64-v3) beyond='%zmm' ;;
  *) beyond= ;;
esac
if [ -n "$beyond" ] && objdump -d "$1" | grep -m 1 -E "$beyond"; then
  echo "$1: has instructions that not every $2 has"
  exit 1
fi
echo "vectors: $whole multiplications of whole vectors, $lanes of single lanes"
