#!/usr/bin/env bash
# Runs the conformance suites, the kill tests and the test that adds a worker on Citus, if the extension is installed next
# to PostgreSQL. With --ask it only says whether it is.
set -euo pipefail
cd "$(dirname "$0")/.."

installed() {
	local file
	for file in /usr/share/postgresql/*/extension/citus.control "$(pg_config --sharedir 2>/dev/null || true)/extension/citus.control"; do
		[ -e "$file" ] && return 0
	done
	return 1
}
if ! installed; then
	echo "Citus: not run here"
	exit 0
fi
if [ "${1:-}" = --ask ]; then
	echo "Citus: installed here; make test-citus runs its tests"
	exit 0
fi

export PLUMBLINE_TEST_CITUS=1 REQUIRE_POSTGRES=1 RAPID_CHECKS=20
run() { go test -vet=off -count=1 -p 1 -timeout 40m "$@"; }
run -skip TestStoreDistributed ./internal/core/series/postgres
run ./internal/core/marks ./internal/core/compute ./internal/field/ingest ./internal/platform/citus ./internal/platform/cluster ./internal/platform/durability ./internal/platform/exclusion
run -run 'TestStore$/postgres' ./internal/app/tables
run -run 'TestReadingsOfAnyServer|Distribute|WithoutSignals|Drained|DevicesMove' ./internal/app
run -v -run "Killed|Work" ./internal/testing/servers
