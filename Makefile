# Targets work on a fresh machine with Go and the module proxy; nothing is
# installed globally. `make help` lists them.

GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X github.com/wslite/wslite/host/cli.version=$(VERSION)
FUZZTIME ?= 10s
# How many calls make test-crash cuts off; WSLITE_CRASH_SEED repeats the same ones.
CRASH_RUNS ?= 200
# Folders of plugins; plugins/internal is what they share.
PLUGINS := $(patsubst %/main.go,%,$(wildcard plugins/*/main.go))
# Modules of their own: heavy test clients, generators, example plugins.
MODULES := $(patsubst %/go.mod,%,$(wildcard test/clients/*/go.mod examples/plugins/*/go.mod host/route/gen/go.mod))
# As host/store/pgtest looks for it: Debian keeps the programs out of PATH.
HAVE_POSTGRES := ls "$$(pg_config --bindir 2>/dev/null)"/initdb /usr/lib/postgresql/*/bin/initdb 2>/dev/null | grep -q . || command -v initdb >/dev/null

.DEFAULT_GOAL := build
.PHONY: build plugins demo test test-main test-modules test-crash test-mcp postgres bench soak fuzz lint generate docs clean help

build: plugins ## build bin/wslite with the plugins embedded
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/wslite ./cmd/wslite

plugins: ## build, inspect and meter the plugins (host/plugin/embedded)
	$(GO) run ./internal/tools/embedplugins -out host/plugin/embedded $(PLUGINS)

demo: build ## run the tour on the embedded local workspace: no account, no network
	bin/wslite demo

test: test-main test-modules ## run all tests
	@echo "make test: all passed"

# Where there is a PostgreSQL server the tests that want one must run.
test-main: build postgres
	@if $(HAVE_POSTGRES); then export WSLITE_REQUIRE_POSTGRES=1; fi; set -x; $(GO) test ./...

# -v: it tells the seed, and how each run was cut off.
test-crash: plugins postgres ## kill, cut off, race and starve the whole program, CRASH_RUNS times (200)
	@if $(HAVE_POSTGRES); then export WSLITE_REQUIRE_POSTGRES=1; fi; set -x; \
	WSLITE_CRASH_RUNS=$(CRASH_RUNS) $(GO) test -count=1 -v -timeout 60m ./test/crash

# The package's own cluster is neither made nor started: tests start theirs.
postgres: ## install a PostgreSQL server for the tests, where root and apt can
	@if $(HAVE_POSTGRES); then exit 0; fi; \
	if ! command -v apt-get >/dev/null; then echo "postgres: no PostgreSQL server and no apt-get here: tests of the shared store are skipped"; exit 0; fi; \
	if [ "$$(id -u)" != 0 ]; then echo "postgres: no PostgreSQL server here, and only root may install one: tests of the shared store are skipped"; exit 0; fi; \
	mkdir -p /etc/postgresql-common/createcluster.d && echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/wslite.conf; \
	{ apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends postgresql; } >/dev/null || \
	echo "postgres: apt-get could not install a PostgreSQL server: tests of the shared store are skipped"; \
	rm -f /etc/postgresql-common/createcluster.d/wslite.conf

# -count=1: they run programs that are built on the way, and Go's cache of results
# does not know those.
test-modules:
	@for p in node npm; do command -v $$p >/dev/null || echo "test-modules: there is no $$p: test/clients/node skips Google's clients for Node"; done
	@command -v python3 >/dev/null || echo "test-modules: there is no python3: test/clients/mail skips Python's reader of mails"
	@set -e; for m in $(MODULES); do echo "== $$m"; (cd $$m && $(GO) test -count=1 ./...); done

# -v: it tells each scenario, and what was skipped for want of Node or npm.
test-mcp: plugins ## run MCP's conformance suite, the Inspector and the TypeScript client (npm)
	$(GO) test -count=1 -v -timeout 30m -tags mcpsuite ./test/mcp
	cd test/clients/mcp && $(GO) test -count=1 -v ./...

bench: build ## measure: Go benchmarks, whole-process runs and a server of MCP
	$(GO) test -run '^$$' -bench . -benchmem ./host/... ./sdk/... ./plugins/...
	$(GO) run ./internal/tools/procbench -bin bin/wslite
	$(GO) run ./internal/tools/mcpload -bin bin/wslite

soak: build ## 50 000 calls of a server of MCP by three users, 64 at once (minutes)
	$(GO) run ./internal/tools/mcpload -soak -bin bin/wslite

fuzz: plugins ## run each fuzz target for FUZZTIME (10s)
	$(GO) run ./internal/tools/fuzzall -time $(FUZZTIME)

lint: plugins ## gofmt, go vet, staticcheck, import directions
	@out="$$(gofmt -l $$(git ls-files '*.go'))"; if [ -n "$$out" ]; then echo "not formatted (run gofmt -w):"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test ./internal/arch/...

generate: ## regenerate the route tables from Google's Discovery documents
	cd host/route/gen && $(GO) run . -out ../tables

docs: ## write docs/tools.md and skills/ from the catalogs
	$(GO) run ./internal/tools/tooldocs > docs/tools.md.new && mv docs/tools.md.new docs/tools.md
	$(GO) run ./internal/tools/skills

clean: ## remove build products
	rm -rf bin host/plugin/embedded/*.wasm host/plugin/embedded/*.json host/plugin/embedded/*.listing

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 14
