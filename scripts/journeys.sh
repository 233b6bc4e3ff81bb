#!/usr/bin/env bash
# All journeys in two halves at once, each over a server of its own: a journey waits more than it works. What failed is
# told once more at the end, where a long log is read first.
set -euo pipefail
cd "$(dirname "$0")/../web"

mkdir -p test-results
halves=()
for half in 1 2; do
	../scripts/with-demo.sh npm run e2e -- --shard=$half/2 --output=test-results/$half 2>&1 | tee "test-results/$half.log" &
	halves+=($!)
done
failed=()
for half in 1 2; do
	wait "${halves[half - 1]}" || failed+=("$half")
done
for half in "${failed[@]}"; do
	echo "--- half $half failed:"
	sed -n '/^  1) /,$p' "test-results/$half.log"
done
[ "${#failed[@]}" -eq 0 ]
