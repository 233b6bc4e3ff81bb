#!/usr/bin/env bash
# Runs all journeys in four parts, each with its own server, two at a time: one browser keeps more than one core busy.
# Repeats failures at the end of the log, where readers look first.
set -euo pipefail
cd "$(dirname "$0")/../web"

mkdir -p test-results
part() { # part NAME ARGUMENT...: runs some journeys in the background, when fewer than two other parts run
	local name=$1
	shift
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
	(
		set -o pipefail
		../scripts/with-demo.sh npm run e2e -- "$@" --output="test-results/$name" 2>&1 | tee "test-results/$name.log" ||
			touch "test-results/$name.failed"
	) &
}
rm -f test-results/*.failed
part looks --project=looks
for third in 1 2 3; do
	part "$third" --project=stories --shard="$third/3"
done
wait
for failed in test-results/*.failed; do
	[ -e "$failed" ] || exit 0
	name=$(basename "$failed" .failed)
	echo "--- part $name failed:"
	sed -n '/^  1) /,$p' "test-results/$name.log"
done
exit 1
