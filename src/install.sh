#!/bin/sh
# Install heed:  sh src/install.sh DESTDIR PREFIX CFLAGS LIBS libheed.a PROGRAM...
#
#   bin/             the programs
#   include/heed/    the headers
#   lib/             libheed.a, pkgconfig/heed.pc
#   share/heed/      datasets/, which the programs read; installed, the list of all these files
destdir=$1 prefix=$2 cflags=$3 libs=$4 library=$5
shift 5
case $prefix in
  /*) ;;
  *) echo "make install: PREFIX=$prefix is not an absolute path" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.." || exit 2
place=$destdir$prefix
list=$place/share/heed/installed

# A file is listed before it is there, so that a broken installation can be removed as well.
new() { mkdir -p "$place/${1%/*}" && echo "$1" >>"$list" || exit 5; }
put() {  # MODE FOLDER FILE...
  mode=$1 folder=$2
  shift 2
  for file; do
    new "$folder/${file##*/}"
    install -m "$mode" "$file" "$place/$folder" || exit 5
  done
}

# What an older heed put there need not be in this one's list.
[ ! -f "$list" ] || sh src/uninstall.sh "$place" || exit 5
mkdir -p "$place/share/heed" || exit 5
put 755 bin "$@"
put 644 include/heed include/heed/*.hpp
put 644 lib "$library"
for text in $(find datasets/tired_or_wide -name '*.txt' | sort); do
  put 644 "share/heed/${text%/*}" "$text"
done
new lib/pkgconfig/heed.pc
cat >"$place/lib/pkgconfig/heed.pc" <<END || exit 5
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib
datasets=\${prefix}/share/heed/datasets

Name: heed
Description: Self-attention from scratch: tensors, reverse-mode autograd, layers, training
Version: $(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' include/heed/options.hpp)
Cflags: -I"\${includedir}" $cflags
Libs: -L"\${libdir}" -lheed $libs
END
echo "heed is installed below $place"
