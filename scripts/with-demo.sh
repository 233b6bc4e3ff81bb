#!/usr/bin/env bash
# Runs a command against the real program with the demo, in a temporary folder and on free ports. The command gets BASE,
# MQTT_PORT, SMTP_PORT and PLUMBLINE_ADMIN_PASSWORD.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
: >"$folder/log" # read below, maybe before the server writes to it
export PLUMBLINE_ADMIN_PASSWORD=Demo-2468!
# The journeys receive the program's mails on this port.
export SMTP_PORT=$((20000 + RANDOM % 10000))
export PLUMBLINE_SMTP_HOST=127.0.0.1 PLUMBLINE_SMTP_PORT=$SMTP_PORT PLUMBLINE_SMTP_SECURITY=none PLUMBLINE_SMTP_FROM='Plumbline <no-reply@plumbline.test>'
export PLUMBLINE_PUBLIC_URL=https://plumbline.test # of links in mails
"$root/bin/plumbline" serve --data "$folder/data" --http 127.0.0.1:0 --mqtt 127.0.0.1:0 --ops "" --demo >"$folder/log" 2>&1 &
server=$!
cleanup() {
	local code=$?
	kill "$server" 2>/dev/null || true
	wait "$server" 2>/dev/null || true
	[ "$code" -eq 0 ] || { echo "--- the server's log:"; tail -n 60 "$folder/log"; } >&2
	rm -rf "$folder"
	exit "$code"
}
trap cleanup EXIT

for _ in $(seq 300); do
	address=$(sed -n 's#.* is up: \(https\?://[^ ]*\) .*MQTT at [^:]*:\([0-9]*\)).*#\1 \2#p' "$folder/log")
	[ -n "$address" ] && break
	kill -0 "$server" 2>/dev/null || { echo "the server did not start" >&2; exit 1; }
	sleep 0.1
done
[ -n "$address" ] || { echo "the server did not come up in time" >&2; exit 1; }
export BASE=${address% *} MQTT_PORT=${address#* }
# A platform operator and the path of the program, for the journeys of a private deployment.
OPERATOR_PASSWORD=$("$root/bin/plumbline" admin create-operator --data "$folder/data" operator | sed -n 's/.*: //p')
export OPERATOR_PASSWORD PLUMBLINE="$root/bin/plumbline"
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome)}
export CHROMIUM
"$@"
