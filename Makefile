# All commands for working with this repository. Each target installs what it needs: npm packages from the
# lock file, Chromium, PostgreSQL, ffmpeg, nginx and a PDF reader from Debian's packages where they
# are missing.

SHELL := /bin/bash
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The checks and the browser tests expect the program in target/debug.
unexport CARGO_TARGET_DIR

WEB := web
NPM_STAMP := $(WEB)/node_modules/.package-lock.json
DIST := $(WEB)/dist/index.html
SCHEMA := $(WEB)/src/shared/api/schema.gen.ts
WEB_SOURCES := $(shell find $(WEB)/src $(WEB)/public $(WEB)/build -type f 2>/dev/null) \
  $(WEB)/index.html $(WEB)/vite.config.ts $(WEB)/package.json
DEBUG_BIN := target/debug/ledgerline
RELEASE_BIN := target/release/ledgerline

# Clippy's compiler compiles the crates of the workspace in debug builds, so that linting needs no second compilation.
# It leaves out optimizations, so the release build does without it.
# The name without its folder, as in tools/rust-tests: with another name Cargo would compile everything anew.
export RUSTC_WORKSPACE_WRAPPER := $(if $(shell command -v clippy-driver),clippy-driver)

.PHONY: help run first-build-notice test test-all build deb deny bench lint format schema pictures set-up web-app \
  format-check compile lints web-lints schema-check rust-tests rust-tests-all contracts web-tests fuzz uploads-check \
  previews-check browser-tests browser-tests-all browser-packages test-browser test-packages FORCE

help:
	@echo "make run     build and start Ledgerline with a demo account"
	@echo "make test    format, lints, Rust tests on SQLite and a part of them on PostgreSQL, web tests, core browser tests"
	@echo "make test-all  every check and test, PostgreSQL on two collations included; CI runs it"
	@echo "make build   target/release/ledgerline, with the web app inside, and its bill of materials beside it"
	@echo "make deb     a Debian package of it, in target/debian (DEBFULLNAME and DEBEMAIL name who makes it)"
	@echo "make bench   load and memory, measured on this machine"
	@echo "make lint    format, lints, dependencies and systemd units only;  make format  formats the code"
	@echo "make deny    what cargo-deny finds, known vulnerabilities included"
	@echo "make schema  regenerates the API types for the web app"
	@echo "make pictures  retakes the README's pictures, into docs/pictures"

# The debug build takes half the time of the release build, answers within milliseconds, and the tests need it too.
run: first-build-notice $(DEBUG_BIN)
	exec $(DEBUG_BIN) demo

first-build-notice:
	@[ -e $(DEBUG_BIN) ] || echo "Building the web app and the program; the first build takes five minutes on two cores."

build: $(DIST)
	unset RUSTC_WORKSPACE_WRAPPER
	cargo build --release --locked --package ledgerline-server --features simd
	tools/sbom $(RELEASE_BIN).cdx.json

deb: build
	tools/deb target/debian

# The stages are the targets under "checks" below.
test:
	@tools/stages quick

test-all:
	@tools/stages all

# ---- installing ----

$(NPM_STAMP): $(WEB)/package-lock.json $(WEB)/package.json
	cd $(WEB)
	# Not `npm ci`: it insists on entries for other platforms, which a mirror may not hold. Versions and hashes come
	# from the lock file in both cases.
	npm install --no-save --no-audit --no-fund
	touch node_modules/.package-lock.json

browser-packages:
	@tools/debian-packages chromium:chromium

# Older Debian releases have no package of headless Chromium.
test-browser:
	@tools/debian-packages chromium-headless-shell:chromium-headless-shell || tools/debian-packages chromium:chromium

test-packages:
	@tools/debian-packages postgresql:/usr/lib/postgresql ffmpeg:ffmpeg poppler-utils:pdftotext qpdf:qpdf unzip:unzip nginx-light:/usr/sbin/nginx

# ---- web app ----

$(DIST): $(WEB_SOURCES) | $(NPM_STAMP)
	cd $(WEB)
	npm run build
	touch dist/index.html

# Of the whole workspace, so that crates are built with the same features as for the tests, and once only.
$(DEBUG_BIN): $(DIST) FORCE
	cargo build --locked --workspace --bin ledgerline

FORCE:

schema: $(NPM_STAMP) $(DEBUG_BIN)
	$(DEBUG_BIN) openapi > target/openapi.json
	cd $(WEB)
	npx openapi-typescript ../target/openapi.json --default-non-nullable=false --output ../$(SCHEMA)

# ---- checks ----

set-up: $(NPM_STAMP) test-packages test-browser

web-app: $(DIST)

format-check:
	cargo fmt --all --check

compile: $(DIST)
	tools/rust-tests build

lints: $(DIST)
	tools/rust-tests lints
	tools/check-circles
	tools/check-dependencies
	tools/check-units

web-lints: $(NPM_STAMP)
	cd $(WEB)
	npm run lint
	npm run typecheck

lint: format-check lints web-lints

schema-check: $(NPM_STAMP) $(DEBUG_BIN)
	$(DEBUG_BIN) openapi > target/openapi.json
	cd $(WEB)
	npx openapi-typescript ../target/openapi.json --default-non-nullable=false --output ../target/schema.gen.ts
	diff -u ../$(SCHEMA) ../target/schema.gen.ts || { echo "The API types are stale: run 'make schema'." >&2; exit 1; }

# Known vulnerabilities need cargo-deny and its database, from the internet. Licenses, bans and sources do not:
# `make lint` checks them.
deny:
	command -v cargo-deny >/dev/null || { echo "cargo-deny is not installed: cargo install --locked cargo-deny" >&2; exit 1; }
	cargo deny --locked check

format: $(NPM_STAMP)
	cargo fmt --all
	cd $(WEB)
	npx biome check --write .

# Snapshots of answers are compared, never written (INSTA_UPDATE=always rewrites them).
rust-tests: $(DIST) test-packages
	tools/rust-tests run

rust-tests-all: $(DIST) test-packages
	tools/rust-tests run --all

# What the tests of the paper crate have written.
contracts:
	python3 -c 'import ensurepip' 2>/dev/null || tools/debian-packages python3-venv:python3-venv
	tools/check-contracts

# As tools/rust-tests does with binaries, they are not run again while no file of the web app has changed.
web-tests: $(NPM_STAMP)
	made=$$(printf -- '-o -path $(WEB)/%s ' dist dist-gallery test-results playwright-report)
	sources=$$({ node --version; find $(WEB) \( -name node_modules $$made \) -prune -o -type f -print0 | sort -z |
		xargs -0 sha256sum; } | sha256sum | cut -d ' ' -f 1)
	mark=target/green/web-$$sources
	if [ "$${AGAIN:-0}" = 0 ] && [ -e "$$mark" ]; then
		echo "passed before, and nothing has changed since"
		exit
	fi
	rm -f "$$mark"
	npm --prefix $(WEB) test
	mkdir -p target/green
	touch "$$mark"

# OPS-07: sends valid and invalid requests generated from the OpenAPI document; no answer may be a 500.
fuzz: $(DEBUG_BIN)
	python3 -c 'import ensurepip' 2>/dev/null || tools/debian-packages python3-venv:python3-venv
	tools/fuzz $(DEBUG_BIN) 45

uploads-check: $(DEBUG_BIN)
	tools/check-tus $(DEBUG_BIN)

previews-check: $(DEBUG_BIN)
	tools/check-previews $(DEBUG_BIN)

browser-tests: $(DEBUG_BIN) test-browser test-packages $(NPM_STAMP)
	cd $(WEB)
	npm run e2e:core

browser-tests-all: $(DEBUG_BIN) test-browser test-packages $(NPM_STAMP)
	cd $(WEB)
	npm run gallery
	npm run e2e

bench: build browser-packages test-packages
	unset RUSTC_WORKSPACE_WRAPPER
	cargo run --release --locked --package ledgerline-bench --features simd
	cd $(WEB)
	node bench/first-load.mjs
	node bench/first-frame.mjs

# Takes the screenshots of the README from the current program with the rows of the demo.
pictures: build browser-packages $(NPM_STAMP)
	cd $(WEB)
	node pictures/take.mjs ../docs/pictures
