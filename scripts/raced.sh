#!/usr/bin/env bash
# Prints the packages to test with the race detector ("raced") or without it ("others"). Raced are those whose files start a
# goroutine, hold a lock or use a channel, unless they are among the further arguments, which neither list has.
set -euo pipefail
cd "$(dirname "$0")/.."
which=$1
shift
apart=$(printf 'plumbline/%s\n' "$@")
go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./... | grep -vxF "$apart" | while read -r package; do
	if grep -qE '(^|[[:space:]])go [[:alnum:]_.]+\(|\.Go\(|"sync"|"sync/|errgroup|t\.Parallel\(|\bchan ' "${package#plumbline/}"/*.go; then
		found=raced
	else
		found=others
	fi
	[ "$found" != "$which" ] || echo "$package"
done
