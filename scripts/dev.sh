#!/usr/bin/env bash
# Runs the product for development: rebuilds and restarts the server when a Go file changes, and serves the web app with
# Vite's hot reload. Data is in ./data; the first start loads the demo. Ctrl-C stops both.
set -euo pipefail
cd "$(dirname "$0")/.."
http=${HTTP:-127.0.0.1:8080}
mkdir -p bin
stamp=$(mktemp)
server=
vite=

finish() {
  for pid in $server $vite; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -f "$stamp"
}
trap finish EXIT

start() {
  touch "$stamp"
  if ! go build -o bin/plumbline-dev ./cmd/plumbline; then
    echo 'the server that runs is the one before'
    return
  fi
  if [[ $server ]]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  ./bin/plumbline-dev serve --data ./data --http "$http" --demo &
  server=$!
}

start
(cd web && PLUMBLINE_SERVER="http://$http" exec npx vite) &
vite=$!
while kill -0 "$vite" 2>/dev/null; do
  sleep 1
  if [[ $(find cmd internal docs api -newer "$stamp" \( -name '*.go' -o -name '*.sql' \) -print -quit) ]]; then start; fi
done
