PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.DEFAULT_GOAL := help
.PHONY: help setup site chromium play types test fast bench load soak fmt golden pictures screenshots

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Heliopolis needs Python 3.11 or newer.") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

setup: $(READY) ## everything into .venv

SITE := src/heliopolis/server/static/index.html
MODULES := web/node_modules/.package-lock.json

$(MODULES): web/package.json web/package-lock.json
	@command -v npm > /dev/null || { echo "The site is built with Node 20 or newer, which is not here."; exit 1; }
	cd web && npm ci --silent --no-fund --no-audit
	@touch $@

$(SITE): $(MODULES) $(shell find web/src web/public web/index.html web/vite.config.ts src/heliopolis/text -type f)
	cd web && npm run --silent build -- --logLevel warn

site: $(SITE) ## build the site into the package

play: $(READY) $(SITE) ## set up what is missing, start the site and open it
	$(BIN)/heliopolis serve

chromium: # for the tests of the site; installed where this is allowed
	@command -v chromium > /dev/null || { apt-get update -qq && apt-get install -y -qq chromium > /dev/null; } || \
		{ echo "The tests of the site need Chromium."; exit 1; }

types: $(READY) $(MODULES) ## generate the site's types from the server's schema
	$(BIN)/python -m heliopolis.server.openapi | (cd web && npm run --silent types)

test: $(READY) $(SITE) chromium ## all that CI runs: style, types, tests
	$(BIN)/python -m heliopolis.server.openapi | (cd web && npm run --silent types -- --check)
	cd web && npm run --silent check && npm run --silent test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2

fast: $(READY) ## the tests of the inner loop, under a minute
	$(BIN)/pytest --numprocesses 2 -m 'not slow' -q

bench: $(READY) ## speed beside OpenSpiel, PettingZoo and Gymnasium, into benchmarks/results
	PYTHONPATH=. $(BIN)/python benchmarks/rules.py
	PYTHONPATH=. $(BIN)/python benchmarks/search.py
	PYTHONPATH=. $(BIN)/python benchmarks/envs.py
	PYTHONPATH=. $(BIN)/python benchmarks/batches.py

load: $(READY) ## a thousand people at two hundred tables, into benchmarks/results
	PYTHONPATH=. $(BIN)/python benchmarks/load.py
	PYTHONPATH=. $(BIN)/python benchmarks/load.py --bots
	PYTHONPATH=. $(BIN)/python benchmarks/load.py --postgres

soak: $(READY) ## kill servers and databases four hundred times while people play; nothing may be lost
	$(BIN)/python -m tests.server.soak

pictures: $(READY) ## draw the pictures of the documentation anew
	$(BIN)/python docs/pictures/draw.py

screenshots: $(READY) $(SITE) ## photograph the pages of the site for the documentation
	$(BIN)/python -m tests.site.photograph

golden: $(READY) ## write the golden games anew, after a change of rules that is meant
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.tekhenu.golden

fmt: $(READY) $(MODULES) ## format the code and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd web && npm run --silent fmt
