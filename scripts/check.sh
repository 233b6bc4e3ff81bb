#!/usr/bin/env bash
# Checks changes since a commit (default: HEAD): format, lint and types, and the tests of changed packages and files.
# The full check is `make test`.
set -euo pipefail
cd "$(dirname "$0")/.."
since=${1:-HEAD}

changed() { # changed PATTERN...: lists changed files that still exist
  { git diff --name-only --diff-filter=d "$since" -- "$@"; git ls-files --others --exclude-standard -- "$@"; } | sort -u
}

mapfile -t go_files < <(changed '*.go')
if ((${#go_files[@]})); then
  unformatted=$(gofumpt -l "${go_files[@]}")
  if [[ $unformatted ]]; then
    printf 'not formatted by gofumpt:\n%s\n' "$unformatted"
    exit 1
  fi
  mapfile -t packages < <(printf '%s\n' "${go_files[@]}" | grep -v /testdata/ | xargs -rn1 dirname | sort -u | sed 's#^#./#')
  if ((${#packages[@]})); then
    go vet "${packages[@]}"
    staticcheck "${packages[@]}"
    go test -vet=off "${packages[@]}"
  fi
fi

mapfile -t web_files < <(changed 'web/*.ts' 'web/*.tsx' 'web/*.css' | sed 's#^web/##')
if ((${#web_files[@]})); then
  cd web
  npx biome check "${web_files[@]}"
  npx tsc --noEmit -p .
  npx vitest related --run --passWithNoTests "${web_files[@]}"
fi
