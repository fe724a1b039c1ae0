#!/bin/sh
# Remove what src/install.sh has put below a folder, by its list:  sh src/uninstall.sh FOLDER
cd "$1" 2>/dev/null && [ -f share/heed/installed ] || { echo "make uninstall: no heed below $1" >&2; exit 3; }
xargs rm -f <share/heed/installed && rm share/heed/installed || exit 5
# Folders of heed's own go too, but for those that hold somebody else's files.
find include/heed share/heed -depth -type d -exec rmdir {} + 2>/dev/null
echo "heed is no longer below $1"
