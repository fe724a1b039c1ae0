#!/bin/sh
# The pages of several runs, used in a real browser: sh tests/report.sh BUILD, whose bin/ is used.
# Needs Chromium, its driver and Python 3; installs the first two as root, or says how.
programs=$(cd "$1/bin" && pwd) || exit 2
cd "$(dirname "$0")/.." || exit 2
install="apt-get install -y chromium chromium-driver"
if ! command -v chromedriver >/dev/null; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "The pages are tested in Chromium. Install it and its driver (Debian: $install),"
    echo "then run make test-report again."
    exit 2
  fi
  echo "The pages are tested in Chromium; installing it:  $install"
  apt-get update -qq
  $install >/dev/null || { echo "That did not work. Install chromium and chromedriver."; exit 2; }
fi

runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
# Exit code 1 says that a prediction failed: so short a training may.
run() {
  name=$1; shift
  "$programs/coreference" --quiet --out "$runs/$name" "$@" >"$runs/$name.log"
  [ $? -le 1 ] || { cat "$runs/$name.log"; exit 1; }
}

# Words that would be markup, a script's end, another direction or a terminal's orders; one sentence
# of more than 200 words.
words=$(awk 'BEGIN { for (i = 0; i < 200; ++i) printf "so " }')
hostile='</script><img/src=x/onerror=harm=1>'
control=$(printf 'a\001\342\200\256z')
{ printf '1.0\tThe {החיה}* met {%s} as %s [it] was sad\n' "$hostile" "$control"
  printf '1.1\tThe {החיה} met {%s}* as %s [it] was wide\n' "$hostile" "$control"
  printf '2.0\tThe {cat}* met the {road} %s as [it] was sad\n' "$words"
  printf '2.1\tThe {cat} met the {road}* %s as [it] was wide\n' "$words"; } >"$runs/hostile.txt"

run english
run chinese --language zh --steps 300
run hostile --data "$runs/hostile.txt" --steps 60
run name --readout name --layers 2 --causal --positions sinusoidal --no-scale --steps 40
run bare --layers 0 --positions none --steps 20
run seeds --seeds 2 --steps 20 --heads 2 --width 16
python3 tests/report_browser.py "$runs"
