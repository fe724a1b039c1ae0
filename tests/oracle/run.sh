#!/bin/sh
# compare.py with a Python that has PyTorch:  sh tests/oracle/run.sh PROGRAMS FILE...
for python in python3 /usr/bin/python3; do
  "$python" -c "import torch" 2>/dev/null && exec "$python" -B "$(dirname "$0")/compare.py" "$@"
done
echo "make oracle needs PyTorch for Python 3 (Debian: apt-get install python3-torch)." >&2
exit 2
