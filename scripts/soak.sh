#!/usr/bin/env bash
# Runs the property tests with new random examples, package by package, until the time is over. Prints the seed of each
# failure with the command that repeats it. Argument: the duration, such as 90s, 30m or 1h.
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
end=$(($(date +%s) + $(seconds "${1:-10m}")))
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

# Once, with more faults than make test.
failures=()
MODEL_FAULTS=2 go test -vet=off -timeout 60m -run TestModelOfServers ./internal/testing/model || failures+=("MODEL_FAULTS=2 go test ./internal/testing/model")

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
