#!/usr/bin/env bash
# Fuzzes each decoder of bytes from devices, for a number of executions (10000000x) or a time (10s) each, as many at a time
# as there are cores.
set -euo pipefail
cd "$(dirname "$0")/.."
export FOR_EACH=$1

fuzz() {
	local result
	# Minimizing each new input for up to a minute left time for little else: one decoder ran 500 inputs in 10 s, now 90,000.
	# go test now and then reports the end of its own time as a failure, without an input that fails.
	if ! result=$(go test -vet=off -run '^$' -parallel 1 -fuzz "^$2\$" -fuzztime "$FOR_EACH" -fuzzminimizetime 10x "./$1" 2>&1) &&
		! { grep -q 'context deadline exceeded' <<<"$result" && ! grep -qE 'Failing input|panic|exited unexpectedly|hung' <<<"$result"; }; then
		printf '%s %s\n%s\n' "$1" "$2" "$result"
		return 255 # no further one is started
	fi
	printf '%-34s %-11s %s\n' "$1" "$2" "$(grep -E '^fuzz: elapsed' <<<"$result" | tail -1 | sed -E 's/^fuzz: //')"
}
export -f fuzz

grep -rn --include='*_test.go' '^func Fuzz[A-Za-z]*(f \*testing.F)' internal/field/protocol |
	sed -E 's|^(.*)/[^/]*:[0-9]*:func (Fuzz[A-Za-z]*).*|\1 \2|' | sort -u |
	xargs -P "$(nproc)" -n 2 bash -c 'fuzz "$1" "$2"' _
