#!/usr/bin/env bash
# Tests the recipes of docs/contributing.md: adds an example of each kind to a temporary copy, builds and tests it, and
# counts the changed files. A recipe lists the files that it may change; any other change fails. Arguments select recipes.
#
# A recipe in scripts/testdata/recipes/NAME has a folder "files" that is copied over the tree, and a file "recipe":
#   new PATH                    a new file, or a new folder with a trailing slash
#   line FILE | AFTER | TEXT    the line that registers it, after the line that contains AFTER
#   import FILE | AFTER | TEXT  the import for that line, if it is in another package
#   edit FILE | AFTER | PART    the recipe's parts/PART, inserted after the first line that contains AFTER
#   append FILE | PART          the recipe's parts/PART, appended to a file
#   most N                      maximum number of changed files
#   go PACKAGES                 packages whose tests must pass
#   e2e TESTS                   tests of internal/testing/e2e that must pass
#   web                         the web app must typecheck and lint too
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD recipes=$PWD/scripts/testdata/recipes
names=("$@"); [ ${#names[@]} -gt 0 ] || names=($(ls "$recipes"))
copy=$(mktemp -d) scratch=$(mktemp)
trap 'rm -rf "$copy" "$scratch"' EXIT

git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' sh | xargs -0 cp -a --parents -t "$copy"
for built in internal/platform/webui/dist internal/feature/picture/dist internal/platform/typeface/dist; do cp -a "$built/." "$copy/$built/"; done
ln -s "$root/web/node_modules" "$copy/web/node_modules"
cd "$copy"
git init -q && git config user.email recipes@localhost && git config user.name recipes
git add -A && git commit -qm start
generated='^.. (api/openapi\.yaml|web/src/api/schema\.gen\.d\.ts)$'

fail() { echo "$1: $2" >&2; exit 1; }

insert() { # FILE AFTER TEXT
  grep -qF -- "$2" "$1" || fail "$1" "no line has $2"
  awk -v after="$2" -v text="$3" '{ print } !done && index($0, after) { print text; done = 1 }' "$1" > "$1.new" && mv "$1.new" "$1"
}

packages=() walks=() web=
for name in "${names[@]}"; do
  [ ! -d "$recipes/$name/files" ] || cp -a "$recipes/$name/files/." .
  allowed=() lines=0 inserted=() most=
  while IFS= read -r step; do
    verb=${step%% *} rest=${step#* }
    case $verb in
      new) allowed+=("$rest") ;;
      line | import)
        file=${rest%% | *} rest=${rest#* | }
        insert "$file" "${rest%% | *}" "${rest#* | }"
        inserted+=("$file")
        [ "$verb" = import ] || lines=$((lines + 1)) ;;
      edit)
        file=${rest%% | *} rest=${rest#* | }
        insert "$file" "${rest%% | *}" "$(cat "$recipes/$name/parts/${rest#* | }")"
        inserted+=("$file") ;;
      append) cat "$recipes/$name/parts/${rest#* | }" >> "${rest%% | *}"; inserted+=("${rest%% | *}") ;;
      most) most=$rest ;;
      go) packages+=($rest) ;;
      e2e) walks+=("$rest") ;;
      web) web=1 ;;
      *) fail "$name" "unknown step $step" ;;
    esac
  done < "$recipes/$name/recipe"
  [ "$lines" -le 1 ] || fail "$name" "registers itself in $lines lines, one is allowed"
  git add -A
  while IFS=$'\t' read -r status file; do
    ok=
    for path in "${allowed[@]}"; do [[ $status == A && ( $file == "$path" || $path == */ && $file == "$path"* ) ]] && ok=1; done
    for path in "${inserted[@]}"; do [[ $status == M && $file == "$path" ]] && ok=1; done
    [ -n "$ok" ] || fail "$name" "touches $file, which its recipe does not name"
  done < <(git diff --cached --name-status)
  touched=$(git diff --cached --name-only | wc -l)
  [ -z "$most" ] || [ "$touched" -le "$most" ] || fail "$name" "touches $touched files, at most $most are allowed"
  echo "$name: ${#allowed[@]} new (files or folders), $lines line, $touched files in all"
  git commit -qm "$name"
done

go run ./cmd/plumbline openapi > "$scratch" || fail "the recipes together" "do not build"
cp "$scratch" api/openapi.yaml
[ -z "$web" ] || (cd web && npm run -s api > /dev/null)
other=$(git status --porcelain | grep -vE "$generated" || true)
[ -z "$other" ] || fail "generated" "$other"
unformatted=$(gofumpt -l cmd internal)
[ -z "$unformatted" ] || fail gofumpt "$unformatted"
go vet "${packages[@]}"
# At once, because each of them mostly links a program.
started=()
at_once() { "$@" & started+=($!); }
at_once env REQUIRE_POSTGRES=1 go test -vet=off "${packages[@]}" ./internal/core/catalog ./internal/bench/screens
at_once go test -vet=off -run 'Architecture|Dependencies|Floors|Strangers|Document|PlainEnglish|Sizes' ./internal/app
at_once go test -vet=off -run 'TestExamples|TestNoCall' ./internal/app/calls
at_once go test -vet=off -run 'Tenant|Strangers' ./internal/app/tables
for walk in "${walks[@]}"; do at_once go test -vet=off -run "$walk" ./internal/testing/e2e; done
for pid in "${started[@]}"; do wait "$pid"; done
go build ./internal/...
if [ -n "$web" ]; then
  cd web
  npm run -s lint
  npx vitest run src/locales src/app src/features/data-views/views src/ui/form/at-most.test.tsx
fi
