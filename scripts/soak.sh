#!/usr/bin/env bash
# Runs a cluster with faults for half of a duration and reports what happened, then servers with the race detector ($RACED, see
# Makefile) and the property tests with new random examples, package by package, until the time is over. Prints the seed of
# each failure with the command that repeats it.
# Argument: the duration, such as 90s, 30m or 1h.
set -uo pipefail
cd "$(dirname "$0")/.."

seconds() {
  case $1 in
    *h) echo $((${1%h} * 3600)) ;;
    *m) echo $((${1%m} * 60)) ;;
    *s) echo "${1%s}" ;;
    *) echo "$1" ;;
  esac
}
whole=$(seconds "${1:-10m}")
end=$(($(date +%s) + whole))
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT

# For each package, run the tests in files that use rapid.
declare -A tests=()
for file in $(grep -rl --include='*_test.go' '"pgregory.net/rapid"' internal | sort); do
  names=$(grep -oP '^func \KTest\w+(?=\(\w+ \*testing\.T\))' "$file" | grep -v '^TestMain$' | paste -sd'|')
  [ -z "$names" ] || tests[$(dirname "$file")]+="${tests[$(dirname "$file")]:+|}$names"
done
for package in "${!tests[@]}"; do
  go test -vet=off -c -o "$bin/${package//\//_}" "./$package" || exit 1
done

failures=()
CLUSTER_FOR=$((whole / 2))s go test -vet=off -count=1 -v -timeout $((whole / 2 + 600))s -run TestClusterLosesNothing ./internal/testing/servers ||
  failures+=("CLUSTER_FOR=$((whole / 2))s go test -run TestClusterLosesNothing ./internal/testing/servers")

# Once, with more faults than make test.
MODEL_FAULTS=2 go test -vet=off -timeout 60m -run TestModelOfServers ./internal/testing/model || failures+=("MODEL_FAULTS=2 go test ./internal/testing/model")

# 200 DTUs with 16 instruments each, in accelerated time.
COLLECTING=200x16 go test -vet=off -count=1 -v -timeout 90m ./internal/testing/collecting || failures+=("COLLECTING=200x16 go test ./internal/testing/collecting")

for package in account/{corporation,sso,user} app app/calls platform/jobs feature/{admi,board,delivery,drill,duty,fieldaction,grading,handling,note,notify,preset,push,quality,retention,silence,simulation,source,survey} feature/report/{certificate,document,download,export,library,projectreport,schedule} site/{bulk,deviceimport,point}; do
  CGO_ENABLED=1 go test -vet=off $RACED -timeout 20m "./internal/$package" || failures+=("go test -race ./internal/$package")
done

rounds=0
while [ "$(date +%s)" -lt "$end" ]; do
  for package in $(printf '%s\n' "${!tests[@]}" | shuf); do
    left=$((end - $(date +%s)))
    [ "$left" -gt 0 ] || break
    seed=$(od -An -N7 -tu8 /dev/urandom | tr -d ' ')
    if ! (cd "$package" && "$bin/${package//\//_}" -test.run "^(${tests[$package]})\$" -test.timeout 30m -rapid.nofailfile -rapid.seed "$seed") >"$bin/output" 2>&1; then
      failed=$(grep -oP '^--- FAIL: \K\S+' "$bin/output" | paste -sd'|')
      again="go test ./$package -run '^(${failed:-${tests[$package]}})\$' -rapid.seed=$seed"
      failures+=("$again")
      cat "$bin/output"
      printf '\nfound with seed %s, repeat with:\n  %s\n\n' "$seed" "$again"
    fi
    rounds=$((rounds + 1))
  done
done

printf '%d runs over %d packages, %d failed\n' "$rounds" "${#tests[@]}" "${#failures[@]}"
printf '  %s\n' "${failures[@]}"
[ ${#failures[@]} -eq 0 ]
