# The commands of the project. `make run` and `make test` are the two that matter.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run

export CGO_ENABLED ?= 0
# The same for lint, tests and the binary, so that they share what is compiled.
export GOFLAGS ?= -trimpath
export PATH := $(CURDIR)/tools/bin:$(PATH)
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GO_BUILD := go build -ldflags "-s -w -X main.version=$(VERSION)"
WEB_SOURCES := $(shell find docs/user web -path web/node_modules -prune -o -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.mjs' -o -name '*.html' -o -name '*.json' -o -name '.npmrc' -o -name '*.svg' -o -name '*.md' \) -print 2>/dev/null | grep -v -e test-results)

.PHONY: help run dev build web check soak test test-setup test-go test-web test-e2e lint lint-go lint-web recipes release bench bench-peers shots guide-pictures api decisions clean

## help: what can be made
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## run: build everything and start with ./data, the demo loaded at the first start
run: build
	./bin/plumbline serve --data ./data --demo

## dev: the product while it is worked on: the server starts again when a Go file changes, the web reloads by itself
dev: web/node_modules/.installed
	./scripts/dev.sh

## build: bin/plumbline, one static binary with the web inside
build: internal/platform/webui/dist/index.html
	$(GO_BUILD) -o bin/plumbline ./cmd/plumbline

web: internal/platform/webui/dist/index.html

internal/platform/webui/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

## test: lint, then every test; installs what the tests need where it can, and prints how long each part took
test:
	@took=; for part in test-setup lint test-go test-web recipes test-e2e; do \
		begun=$$SECONDS; $(MAKE) --no-print-directory $$part; took+="$$part $$((SECONDS - begun)) s, "; \
	done; echo "took: $${took%, }"

test-setup:
	./scripts/test-setup.sh

## test-go: all Go tests with the race detector, PostgreSQL and a provider of OpenID Connect required; lint has vetted them
# The tests of testing/e2e drive the whole product from outside and the store starts no goroutine of its own: without the race
# detector, which slows the database in the process tenfold, they see the same.
UNRACED = ./internal/testing/e2e ./internal/app/tables
# Nor is the database engine watched itself: its code is not ours, and takes most of the time.
RACED = -race -gcflags='modernc.org/...=-race=false'
# Property tests draw the same examples each time, so that luck fails nobody; make soak draws new ones.
DRAWN = RAPID_SEED=20261122 RAPID_NOFAILFILE=1

test-go: internal/platform/webui/dist/index.html
	CGO_ENABLED=1 REQUIRE_POSTGRES=1 REQUIRE_OIDC=1 $(DRAWN) go test -vet=off $(RACED) -timeout 20m $$(go list ./... | grep -vE 'internal/(testing/e2e|app/tables)$$')
	CGO_ENABLED=0 REQUIRE_POSTGRES=1 REQUIRE_OIDC=1 $(DRAWN) go test -vet=off -timeout 10m $(UNRACED)

## check: what was changed since a commit (SINCE, HEAD by itself): format, lint, types, and the tests of what was touched
check: tools/bin/staticcheck tools/bin/gofumpt web/node_modules/.installed
	./scripts/check.sh $(SINCE)

## soak: new examples for the property tests for as long as asked, as in make soak FOR=1h; prints the seeds of failures
FOR ?= 10m
soak: test-setup
	REQUIRE_POSTGRES=1 ./scripts/soak.sh $(FOR)

test-web: web/node_modules/.installed
	cd web && npm test

## test-e2e: the journeys in Chromium over the real binary
test-e2e: build
	./scripts/journeys.sh

## lint: format, vet, staticcheck, biome
lint: lint-go lint-web

lint-go: tools/bin/staticcheck tools/bin/gofumpt
	@unformatted=$$(gofumpt -l cmd internal); if [ -n "$$unformatted" ]; then echo "not formatted by gofumpt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	staticcheck ./...

lint-web: web/node_modules/.installed
	cd web && npm run lint

tools/bin/staticcheck tools/bin/gofumpt: tools/go.mod tools/go.sum
	cd tools && go build -o bin/ honnef.co/go/tools/cmd/staticcheck mvdan.cc/gofumpt

## recipes: prove the checklists of docs/contributing.md in a temporary copy
recipes: tools/bin/gofumpt web/node_modules/.installed internal/platform/webui/dist/index.html
	./scripts/recipes.sh

## release: dist/ with programs for six platforms, container images, bills of materials and checksums; RELEASE says what ran here
release: web/node_modules/.installed internal/platform/webui/dist/index.html tools/bin/cyclonedx-gomod
	./scripts/release.sh $(VERSION)

tools/bin/cyclonedx-gomod: tools/release/go.mod tools/release/go.sum
	cd tools/release && go build -o ../bin/ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod

## bench: the product's own figures, and the ratios against plain rows
bench: build
	./bin/plumbline bench

## bench-peers: the series store against other databases, where they are installed
bench-peers:
	cd bench && go run . --peers

## shots: photograph every route with the demo's data into shots/
shots: build
	cd web && ../scripts/with-demo.sh npm run shots

## guide-pictures: photograph the screens that the user's guide shows
guide-pictures: build
	cd web && ../scripts/with-demo.sh node scripts/guide-pictures.mjs

## api: write api/openapi.yaml and the web's types from the code
api:
	go run ./cmd/plumbline openapi > api/openapi.yaml.new && mv api/openapi.yaml.new api/openapi.yaml
	cd web && npm run api

## decisions: write the list in docs/decisions/README.md
decisions:
	UPDATE=1 go test -count=1 -run TestDecisionsAreListed ./internal/app

## clean: remove what was built
clean:
	rm -rf bin dist internal/platform/webui/dist/assets internal/platform/webui/dist/index.html* internal/feature/picture/dist/*.js
