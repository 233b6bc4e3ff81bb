#!/usr/bin/env bash
# Runs all journeys in three parallel parts, each with its own server, because a journey mostly waits. Repeats failures
# at the end of the log, where readers look first.
set -euo pipefail
cd "$(dirname "$0")/../web"

mkdir -p test-results
part() { # part NAME ARGUMENT...: runs some journeys in the background
	local name=$1
	shift
	../scripts/with-demo.sh npm run e2e -- "$@" --output="test-results/$name" 2>&1 | tee "test-results/$name.log" &
	names+=("$name")
	runs+=($!)
}
names=() runs=() failed=()
part 1 --project=stories --shard=1/2
part 2 --project=stories --shard=2/2
part looks --project=looks
for i in "${!runs[@]}"; do
	wait "${runs[i]}" || failed+=("${names[i]}")
done
for name in "${failed[@]}"; do
	echo "--- part $name failed:"
	sed -n '/^  1) /,$p' "test-results/$name.log"
done
[ "${#failed[@]}" -eq 0 ]
