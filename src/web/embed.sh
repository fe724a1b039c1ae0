#!/bin/sh
# The page, style and scripts of this folder as C++: sh src/web/embed.sh > build/web_source.cpp
# A compiler takes at least 65,536 bytes in one literal, so no file may be longer.
cd "$(dirname "$0")" || exit 2
LC_ALL=C; export LC_ALL  # the order of the files, everywhere the same
echo '#include "web/source.hpp"'
echo 'namespace heed {'
echo 'const WebFile kWebFiles[] = {'
count=0
for file in *.html *.css *.js; do
  if [ "$(wc -c <"$file")" -gt 65000 ] || grep -q ')web"' "$file"; then
    echo "src/web/$file: is too long for one literal, or ends it" >&2; exit 1
  fi
  printf '{"%s", R"web(' "$file"; cat "$file"; echo ')web"},'
  count=$((count + 1))
done
echo '};'
echo "const std::size_t kWebFileCount = $count;"
echo '}  // namespace heed'
