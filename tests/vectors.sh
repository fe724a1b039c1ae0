#!/bin/sh
# The matrix product multiplies whole vectors, and softmax takes the exponentials of whole vectors: no
# compiler setting has taken them apart into lanes. Nor are they wider than ARCH has them, so that the
# program runs on every machine of that kind.
#   sh tests/vectors.sh gemm.o rows.o ARCH
gemm=$1 rows=$2 arch=$3
command -v objdump >/dev/null || { echo "vectors: skipped, no objdump here"; exit 0; }
if ! objdump -f "$gemm" | grep -q x86-64; then echo "vectors: skipped, this is not x86"; exit 0; fi
count() { objdump -d "$1" | grep -cE "[[:blank:]]$2"; }

# more FILE WHAT WHOLE LANES: more instructions on whole vectors than on lanes
more() {
  if [ "$3" -le "$4" ]; then
    echo "$1: $2: $4 of single lanes, $3 of vectors; see WIDE and COMMON in the Makefile"
    exit 1
  fi
  echo "vectors: $2: $3 of whole vectors, $4 of single lanes"
}
product='v?(mul|fn?m(add|sub)[0-9]*)'
more "$gemm" multiplications "$(count "$gemm" "${product}p[sd][[:blank:]]")" \
  "$(count "$gemm" "${product}s[sd][[:blank:]]")"
# exp moves n to where a float has its exponent, 23 bits to the left: eˣ = 2ⁿ eʳ.
more "$rows" "powers of two" "$(count "$rows" 'v?pslld[[:blank:]]+\$0x17,')" \
  "$(count "$rows" '(sal|shl)l?[[:blank:]]+\$0x17,')"

case $arch in
  x86-64 | x86-64-v2) beyond='[[:blank:]]v[a-z0-9]+[[:blank:]].*%[xyz]mm' ;;
  x86-64-v3) beyond='%zmm' ;;
  *) beyond= ;;
esac
if [ -n "$beyond" ] && objdump -d "$gemm" "$rows" | grep -m 1 -E "$beyond"; then
  echo "$gemm or $rows has instructions that not every $arch has"
  exit 1
fi
