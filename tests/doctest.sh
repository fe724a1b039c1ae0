#!/bin/sh
# Is <doctest/doctest.h> there? If not: install it as root, or say how.
cxx=$1
has() { echo '#include <doctest/doctest.h>' | "$cxx" -std=c++20 -x c++ -E - >/dev/null 2>&1; }
has && exit 0
if command -v apt-get >/dev/null; then install="apt-get install -y doctest-dev"
elif command -v dnf >/dev/null; then install="dnf install -y doctest-devel"
elif command -v pacman >/dev/null; then install="pacman -S --noconfirm doctest"
elif command -v apk >/dev/null; then install="apk add doctest-dev"
elif command -v brew >/dev/null; then install="brew install doctest"
else echo "The tests need doctest (one header, <doctest/doctest.h>). Install it, then run make test again."; exit 2
fi
if [ "$(id -u)" != 0 ]; then
  echo "The tests need doctest. Install it with:  $install   and run make test again."; exit 2
fi
echo "The tests need doctest; installing it:  $install"
case $install in apt-get*) apt-get update -qq ;; esac
$install >/dev/null || { echo "That did not work. Install doctest, then run make test again."; exit 2; }
has || { echo "doctest is installed, but $cxx does not find <doctest/doctest.h>."; exit 2; }
