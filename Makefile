# Commands of the project. The most important ones are `make run` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run

export CGO_ENABLED ?= 0
# The same flags for lint, tests and the binary, so that they share the build cache.
export GOFLAGS ?= -trimpath
export PATH := $(CURDIR)/tools/bin:$(PATH)
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GO_BUILD := go build -ldflags "-s -w -X main.version=$(VERSION)"
WEB_SOURCES := $(shell find docs/user web -path web/node_modules -prune -o -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.mjs' -o -name '*.html' -o -name '*.json' -o -name '.npmrc' -o -name '*.svg' -o -name '*.md' \) -print 2>/dev/null | grep -v -e test-results)

.PHONY: help run dev build web check soak test test-setup test-citus test-go test-fuzz fuzz test-web test-e2e lint lint-go lint-web recipes release bench bench-peers shots guide-pictures api decisions clean

## help: list the targets
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## run: build everything and start with ./data; the first start loads the demo
run: build
	./bin/plumbline serve --data ./data --demo

## dev: run for development: the server restarts when a Go file changes, the web app reloads
dev: web/node_modules/.installed
	./scripts/dev.sh

## build: bin/plumbline, one static binary with the embedded web app
build: internal/platform/webui/dist/index.html
	$(GO_BUILD) -o bin/plumbline ./cmd/plumbline

web: internal/platform/webui/dist/index.html

internal/platform/webui/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

## test: lint, then all tests; installs missing tools where it can and prints the duration of each part
test:
	@export GOTMPDIR=$${TMPDIR:-/tmp} TMPDIR=$$(./scripts/fast-folder.sh); took=; for part in test-setup lint test-go test-fuzz test-web recipes test-e2e; do \
		begun=$$SECONDS; $(MAKE) --no-print-directory $$part; took+="$$part $$((SECONDS - begun)) s, "; \
	done; ./scripts/test-citus.sh --ask; echo "took: $${took%, }"

test-setup: tools/bin/versitygw tools/bin/toxiproxy-server tools/peers/node_modules/.installed
	./scripts/test-setup.sh

# The S3 server of the tests: 80 s of processor time to build.
tools/bin/versitygw: tools/s3/go.mod tools/s3/go.sum
	cd tools/s3 && go build -ldflags "-s -w" -o ../bin/ github.com/versity/versitygw/cmd/versitygw

# Instruments of other people, which the tests connect.
tools/peers/node_modules/.installed: tools/peers/package.json tools/peers/package-lock.json
	cd tools/peers && npm ci --no-audit --no-fund
	touch $@

# The proxy that cuts and slows connections in the test of a cluster.
tools/bin/toxiproxy-server: tools/toxiproxy/go.mod tools/toxiproxy/go.sum
	cd tools/toxiproxy && go build -o ../bin/toxiproxy-server github.com/Shopify/toxiproxy/v2/cmd/server

## test-go: all Go tests, those of packages with goroutines with the race detector; requires PostgreSQL, an S3 server and an OpenID Connect provider; skips vet, which lint runs
# Packages without goroutines, locks and channels are tested without the race detector, see raced.sh. So are these, because it
# slows them three- to tenfold: most run the whole product, often from outside, which is not compiled a second time for them,
# and its packages have raced tests of their own; the others start few goroutines. make soak runs those that start servers in
# the test's own process with the race detector.
UNRACED = $(addprefix internal/,app app/calls app/tables core/series/postgres feature/retention feature/source)
UNRACED += $(addprefix internal/feature/report/,document download export projectreport schedule)
UNRACED += $(addprefix internal/testing/,collecting e2e servers) cmd/plumbline
UNRACED += $(addprefix internal/,account/sso core/formula core/series/sqlite bench bench/screens platform/jobs platform/spreadsheet)
UNRACED += $(addprefix internal/feature/,admi delivery drill fieldaction grading handling push report/certificate simulation)
# The database engine is excluded from race detection: it is third-party code and takes most of the time.
RACED = -race -gcflags=modernc.org/...=-race=false
# Property tests use a fixed seed, so that they never fail at random, and few examples; make soak uses new seeds and 100.
DRAWN = RAPID_SEED=20261122 RAPID_NOFAILFILE=1 RAPID_CHECKS=30

# What the tests may not skip.
NEEDS = REQUIRE_PEERS=1 REQUIRE_POSTGRES=1 REQUIRE_S3=1 REQUIRE_OIDC=1 REQUIRE_HAPROXY=1

# The folders of tests are in memory, but not what the compiler writes: tests would put theirs into GOTMPDIR. Tests have small
# heaps: collecting them less often takes a quarter less processor time where servers start.
EXEC = -exec 'env -u GOTMPDIR GOGC=400'

# The second part runs three packages at a time, because its tests wait a lot.
test-go: internal/platform/webui/dist/index.html
	CGO_ENABLED=1 $(NEEDS) $(DRAWN) go test -vet=off $(EXEC) $(RACED) -timeout 25m $$(./scripts/raced.sh raced $(UNRACED))
	CGO_ENABLED=0 $(NEEDS) $(DRAWN) go test -vet=off $(EXEC) -p 3 -timeout 25m $(UNRACED:%=./%) $$(./scripts/raced.sh others $(UNRACED))

## fuzz: fuzz each decoder of bytes from devices for 10 million executions, or for EACH=10s
EACH ?= 10000000x
fuzz:
	./scripts/fuzz.sh $(EACH)

test-fuzz:
	./scripts/fuzz.sh 2s

## test-citus: the conformance suites, the kill tests and a worker added under load on Citus, where it is installed
test-citus:
	CGO_ENABLED=0 $(DRAWN) ./scripts/test-citus.sh

## check: check changes since a commit (SINCE, default HEAD): format, lint, types, and tests of changed packages
check: tools/bin/staticcheck tools/bin/gofumpt web/node_modules/.installed
	./scripts/check.sh $(SINCE)

## soak: run a cluster with faults, servers with the race detector, and property tests with new examples for a duration, such as make soak FOR=1h; prints a report and the seeds of failures
FOR ?= 10m
soak: test-setup
	RACED="$(RACED)" $(NEEDS) ./scripts/soak.sh $(FOR)

test-web: web/node_modules/.installed
	cd web && npm test

## test-e2e: run the journeys in Chromium against the real binary; before a release with LOOKS=every
test-e2e: build
	./scripts/journeys.sh

## lint: format, vet, staticcheck, biome
lint: lint-go lint-web

lint-go: tools/bin/staticcheck tools/bin/gofumpt
	@unformatted=$$(gofumpt -l cmd internal); if [ -n "$$unformatted" ]; then echo "not formatted by gofumpt:"; echo "$$unformatted"; exit 1; fi
	@go list $(UNRACED:%=./%) > /dev/null
	go vet ./...
	staticcheck ./...

lint-web: web/node_modules/.installed
	cd web && npm run lint

tools/bin/staticcheck tools/bin/gofumpt: tools/go.mod tools/go.sum
	cd tools && go build -o bin/ honnef.co/go/tools/cmd/staticcheck mvdan.cc/gofumpt

## proto: write the code for docs/admi.proto; needs protoc (Debian: protobuf-compiler)
proto: tools/bin/protoc-gen-go
	protoc -I docs --go_out=. --go_opt=module=plumbline --go-grpc_out=. --go-grpc_opt=module=plumbline docs/admi.proto docs/admi_stream.proto

tools/bin/protoc-gen-go: tools/proto/go.mod tools/proto/go.sum
	cd tools/proto && go build -o ../bin/ google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc

## recipes: test the recipes of docs/contributing.md in a temporary copy
recipes: tools/bin/gofumpt web/node_modules/.installed internal/platform/webui/dist/index.html
	./scripts/recipes.sh

## release: dist/ with programs for six platforms, container images, bills of materials and checksums; the file RELEASE lists what ran here
release: web/node_modules/.installed internal/platform/webui/dist/index.html tools/bin/cyclonedx-gomod
	./scripts/release.sh $(VERSION)

tools/bin/cyclonedx-gomod: tools/release/go.mod tools/release/go.sum
	cd tools/release && go build -o ../bin/ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod

## bench: measure the product, and its ratios to plain rows
bench: build
	./bin/plumbline bench

## bench-peers: compare the series store with other installed databases
bench-peers:
	cd bench && go run . --peers

## shots: take screenshots of every route with the demo's data into shots/
shots: build
	cd web && ../scripts/with-demo.sh npm run shots

## guide-pictures: take the screenshots of the user guide
guide-pictures: build
	cd web && ../scripts/with-demo.sh node scripts/guide-pictures.mjs

## api: generate api/openapi.yaml and the web app's types from the code
api:
	go run ./cmd/plumbline openapi > api/openapi.yaml.new && mv api/openapi.yaml.new api/openapi.yaml
	cd web && npm run api

## decisions: generate the list in docs/decisions/README.md
decisions:
	UPDATE=1 go test -count=1 -run TestDecisionsAreListed ./internal/app

## clean: remove build output
clean:
	rm -rf bin dist internal/platform/webui/dist/assets internal/platform/webui/dist/index.html* internal/feature/picture/dist/*.js
