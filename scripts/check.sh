#!/usr/bin/env bash
# Checks changes since a commit (default: HEAD): format, lint and types, and the tests of changed packages and files.
# The full check is `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
since=${1:-HEAD}

changed() { # changed PATTERN...: lists changed files that still exist
  { git diff --name-only --diff-filter=d "$since" -- "$@"; git ls-files --others --exclude-standard -- "$@"; } | sort -u
}

check_go() {
  mapfile -t files < <(changed '*.go')
  ((${#files[@]})) || return 0
  unformatted=$(gofumpt -l "${files[@]}")
  if [[ $unformatted ]]; then
    printf 'not formatted by gofumpt:\n%s\n' "$unformatted"
    return 1
  fi
  mapfile -t packages < <(printf '%s\n' "${files[@]}" | grep -v /testdata/ | xargs -rn1 dirname | sort -u | sed 's#^#./#')
  ((${#packages[@]})) || return 0
  go vet "${packages[@]}" || return 1
  staticcheck "${packages[@]}" &
  local linter=$! ok=0
  go test -vet=off "${packages[@]}" || ok=1
  wait "$linter" && return "$ok"
}

check_web() {
  mapfile -t files < <(changed 'web/*.ts' 'web/*.tsx' 'web/*.css' | sed 's#^web/##')
  ((${#files[@]})) || return 0
  cd web
  npx biome check "${files[@]}" && npx tsc --noEmit -p . && npx vitest related --run --passWithNoTests "${files[@]}"
}

# The web is checked meanwhile; what it prints comes at the end.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
check_web >"$log" 2>&1 &
web=$!
failed=0
check_go || failed=1
wait "$web" || failed=1
cat "$log"
exit "$failed"
