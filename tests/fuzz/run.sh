#!/bin/sh
# Give each fuzz target so many seconds and say how much it tried; 1 where one failed.
#   sh tests/fuzz/run.sh FOLDER-OF-THE-TARGETS SECONDS TARGET ...
bin=$1 seconds=$2 status=0
shift 2
# What is freed is kept for a while to see late uses; more than this would count as memory taken.
ASAN_OPTIONS=quarantine_size_mb=16; export ASAN_OPTIONS
# What is read is written again: into memory, where there is such a folder.
[ ! -w /dev/shm ] || { TMPDIR=/dev/shm; export TMPDIR; }
"$bin/seeds" "$bin/seeded" || exit 1
for target in "$@"; do
  mkdir -p "$bin/found/$target"
  "$bin/$target" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=512 -max_len=2048 \
    -print_final_stats=1 -artifact_prefix="$bin/$target-" "$bin/found/$target" "$bin/seeded/$target" \
    >"$bin/$target.log" 2>&1 && crashes=0 || crashes=1 status=1
  tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$bin/$target.log")
  echo "fuzz: $target: ${tried:-0} executions, $crashes crashes"
  [ "$crashes" = 0 ] || grep -E '^does not hold|^SUMMARY|^terminate|Test unit written' "$bin/$target.log"
done
exit $status
