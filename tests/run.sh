#!/bin/sh
# Run the test binaries of both precisions and close with one line over both: N passed, N failed.
passed=0 failed=0
for dir in "$@"; do
  echo "== $dir"
  "$dir/bin/tests" --no-colors=true >"$dir/tests.log" 2>&1
  status=$?
  cat "$dir/tests.log"
  # [doctest] test cases: 120 | 119 passed | 1 failed | 0 skipped
  line=$(sed -n 's/^\[doctest\] test cases: *[0-9]* *| *\([0-9]*\) passed *| *\([0-9]*\) failed.*/\1 \2/p' "$dir/tests.log")
  if [ -z "$line" ]; then
    echo "$dir/bin/tests ended with status $status before its summary"
    line="0 1"
  fi
  passed=$((passed + ${line% *})) failed=$((failed + ${line#* }))
  if [ "$status" != 0 ] && [ "${line#* }" = 0 ]; then failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
