#!/bin/sh
# Builds of one ARCH compute the same bits, whichever compiler made them and however it optimised:
# what two trainings write, with another number of threads for each build, and the values and
# gradients of each layer, are compared byte for byte with those of the first build.
#   sh tests/same_bits.sh MAKE ARCH COMPILER/MODE...
make=$1 arch=$2
shift 2
cd "$(dirname "$0")/.." || exit 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cat >"$root/mine.txt" <<'END'
1.0	The {cat}* met the {car} , [it] was sad
1.1	The {cat} met the {car}* , [it] was wide
2.0	The {dog}* met the {road} , [it] was sad
2.1	The {dog} met the {road}* , [it] was wide
END

# Without the name of the compiler, which the page alone has.
write() {  # BIN FOLDER THREADS
  mkdir "$2" && cp "$root/mine.txt" "$2" && cd "$2" || return 2
  PATH=$1:$PATH
  for readout in pointer name; do
    coreference --data mine.txt --steps 20 --layers 2 --width 64 --batch 96 --readout $readout \
      --quiet --threads "$3" --out $readout >$readout.txt || return 1
    sed 's/"compiler":"[^"]*"//' $readout/report.html >page && mv page $readout/report.html
  done
  oracle oracle.safetensors
}

first='' compared=0 threads=1
for build; do
  cxx=${build%/*} mode=${build#*/}
  if ! command -v "$cxx" >/dev/null; then echo "same-bits: skipped $build, no $cxx here"; continue; fi
  bin=build/$cxx-float-$mode-$arch/bin
  "$make" --no-print-directory "CXX=$cxx" "MODE=$mode" "ARCH=$arch" $bin/coreference $bin/oracle || exit 1
  (write "$PWD/$bin" "$root/$cxx-$mode" $threads) || { echo "same-bits: $build does not run"; exit 1; }
  threads=$((threads % 3 + 1))
  if [ -z "$first" ]; then first=$cxx-$mode; continue; fi
  diff -rq "$root/$first" "$root/$cxx-$mode" || { echo "same-bits: $build differs"; exit 1; }
  echo "same-bits: $build writes what $first writes"
  compared=$((compared + 1))
done
[ $compared -gt 0 ] || echo "same-bits: skipped, one build alone is no comparison"
