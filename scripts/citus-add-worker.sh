#!/usr/bin/env bash
# Adds a worker to the Citus of an installation and moves its share of the shards to it, while servers run.
# The worker needs the extension in a database of the same name; all nodes need wal_level = logical.
set -euo pipefail

if [ $# -ne 3 ]; then
	echo "usage: $0 DATABASE-URL WORKER-HOST WORKER-PORT (psql must be on PATH)" >&2
	exit 2
fi
url=$1 host=$2 port=$3
ask() { psql -X -q -A -t -v ON_ERROR_STOP=1 -v host="$host" -v port="$port" "$url"; }

[ "$(ask <<<'SHOW wal_level')" = logical ] || { echo "wal_level is not logical: writers would wait for each shard" >&2; exit 1; }
ask <<<"SELECT citus_add_node(:'host', :port)" >/dev/null
begun=$SECONDS
# One shard at a time leaves the most room for readings.
ask >/dev/null <<<"SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')"
while :; do
	state=$(ask <<<"SELECT coalesce((SELECT state FROM citus_rebalance_status() ORDER BY job_id DESC LIMIT 1), 'finished')")
	case $state in
	finished) break ;;
	failed | cancelled)
		echo "moving the shards $state: see SELECT * FROM citus_rebalance_status()" >&2
		exit 1
		;;
	esac
	sleep 1
done
echo "moved in $((SECONDS - begun)) s; shards of each worker:"
ask <<<"SELECT nodename || ':' || nodeport, count(*) FROM citus_shards GROUP BY 1 ORDER BY 1"
