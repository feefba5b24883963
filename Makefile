PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.DEFAULT_GOAL := help
.PHONY: help setup site play types lint fmt test fast fuzz walk layouts long soak attacks bench load capacity golden \
	icons pictures physical endings planted puzzles puzzles-check screenshots chromium test-engine test-tekhenu \
	test-bots test-terminal test-server test-attacks test-own-game test-site test-docs test-pythons test-web

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

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

SITE_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/scripts -type f) \
	$(wildcard src/heliopolis/text/*.json src/heliopolis/text/*.svg) \
	$(wildcard $(addprefix src/heliopolis/, core/*.py games/tekhenu/*.py server/domain/*.py)) # they run in the browser too

$(SITE): $(MODULES) $(SITE_SOURCES)
	cd web && npm run --silent build -- --logLevel warn

site: $(SITE) ## build the site into the package

play: $(READY) $(SITE) ## set up what is missing, start the site and open it
	$(BIN)/heliopolis serve

chromium: ## Chromium for the tests of the site, installed where this is allowed
	@command -v chromium > /dev/null || { apt-get update -qq && apt-get install -y -qq chromium > /dev/null; } || \
		{ echo "The tests of the site need Chromium."; exit 1; }

types: $(READY) $(MODULES) ## generate the site's types from the server's schema
	$(BIN)/python -m heliopolis.server.openapi | (cd web && npm run --silent types)

lint: $(READY) $(MODULES) ## style and types of everything
	$(BIN)/python -m heliopolis.server.openapi | (cd web && npm run --silent types -- --check)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd web && npm run --silent check

fmt: $(READY) $(MODULES) ## format the code and correct what can be corrected by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd web && npm run --silent fmt

# The tests, on all cores. The parts are those of tests/parts.py.
PYTEST := $(BIN)/heliopolis compile > /dev/null && $(BIN)/pytest --numprocesses logical --maxprocesses 8 -q

test: lint test-web $(SITE) chromium ## all that CI runs: style, types, tests
	$(PYTEST)

fast: $(READY) ## the tests of the inner loop, under a minute: rules and Tekhenu, without what is slow
	$(PYTEST) --part=engine --part=tekhenu -m 'not slow'

test-engine: $(READY) ## rules, positions, records, batches
	$(PYTEST) --part=engine

test-tekhenu: $(READY) ## the Tekhenu automas
	$(PYTEST) --part=tekhenu

physical: $(READY) ## 300 Tekhenu games on a simulated physical table that obeys only the sentences of the screen
	$(BIN)/python -m tests.tekhenu.physical 300

endings: $(READY) ## solve the whole test set of exact endings of Ra again, of which `make test` solves a slice
	$(BIN)/python -m tests.endings

planted: $(READY) ## plant mistakes in 300 games of each dealt game: what reviews call them, into benchmarks/results
	PYTHONPATH=. $(BIN)/python benchmarks/planted.py ra
	PYTHONPATH=. $(BIN)/python benchmarks/planted.py priests
	PYTHONPATH=. $(BIN)/python benchmarks/planted.py respublica

PUZZLE_GAMES := ra priests respublica

puzzles: $(READY) ## look for puzzles in games of strong bots, which takes hours, and publish them
	for game in $(PUZZLE_GAMES); do \
		$(BIN)/python -m heliopolis.puzzles find $$game --out build/$$game.found.jsonl && \
		$(BIN)/python -m heliopolis.puzzles publish $$game build/$$game.found.jsonl || exit 1; \
	done

puzzles-check: $(READY) ## judge all puzzles again, of which `make test` judges a slice
	$(PYTEST) --long tests/test_puzzles.py

test-bots: $(READY) ## bots, search, tournaments, environments
	$(PYTEST) --part=bots

test-terminal: $(READY) ## the command line
	$(PYTEST) --part=terminal

test-server: $(READY) ## tables, storage and HTTP, on SQLite and PostgreSQL
	$(PYTEST) --part=server

test-attacks: $(READY) ## what others get while a stranger attacks the server
	$(PYTEST) --part=attacks

test-own-game: $(READY) ## a game from outside the package, through everything
	$(PYTEST) --part=own-game

test-site: $(READY) $(SITE) chromium ## the site, in Chromium
	$(PYTEST) --part=site

test-docs: $(READY) ## the documentation's snippets and links, and the order of the sources
	$(PYTEST) --part=docs

test-pythons: $(READY) $(SITE) ## the wheel, in a clean environment for each Python that is here
	$(BIN)/pytest --part=pythons -v

test-web: $(MODULES) ## the unit tests of the site's scripts
	cd web && npm run --silent test

fuzz: $(READY) ## the property tests with fresh seeds and many more examples; failures are remembered in .hypothesis
	$(PYTEST) --hypothesis-profile fuzz -m 'hypothesis or fuzz'

walk: $(READY) $(SITE) chromium ## every question of the companion by touch, at every size of screen and language
	$(PYTEST) --long -o faulthandler_timeout=0 tests/site/test_companion_forms.py

layouts: $(READY) $(SITE) chromium ## every phase of whole games, measured at every size of screen and language
	$(PYTEST) --long -o faulthandler_timeout=0 tests/site/test_layouts.py

long: $(READY) $(SITE) chromium ## all tests with every sweep whole, of which `make test` runs a slice
	$(PYTEST) --long -o faulthandler_timeout=0

bench: $(READY) ## speed beside C, OpenSpiel, PettingZoo and Gymnasium, into benchmarks/results
	$(BIN)/heliopolis compile
	PYTHONPATH=. $(BIN)/python benchmarks/rules.py
	PYTHONPATH=. $(BIN)/python benchmarks/c_reference.py
	PYTHONPATH=. $(BIN)/python benchmarks/search.py
	PYTHONPATH=. $(BIN)/python benchmarks/nets.py
	PYTHONPATH=. $(BIN)/python benchmarks/envs.py
	PYTHONPATH=. $(BIN)/python benchmarks/batches.py
	PYTHONPATH=. $(BIN)/python benchmarks/start.py

load: $(READY) ## a thousand people at two hundred tables, into benchmarks/results
	PYTHONPATH=. $(BIN)/python benchmarks/load.py
	PYTHONPATH=. $(BIN)/python benchmarks/load.py --bots
	PYTHONPATH=. $(BIN)/python benchmarks/load.py --postgres

capacity: $(READY) ## what a move, a stream and a game cost, and what more players need, into docs/scaling.md
	PYTHONPATH=. $(BIN)/python benchmarks/capacity.py
	PYTHONPATH=. $(BIN)/python benchmarks/notify.py
	PYTHONPATH=. $(BIN)/python benchmarks/growth.py
	PYTHONPATH=. $(BIN)/python benchmarks/scale_model.py

attacks: $(READY) ## what others get during each attack, measured without company, into benchmarks/results
	$(BIN)/heliopolis compile
	PYTHONPATH=. $(BIN)/python benchmarks/attacks.py

soak: $(READY) ## kill servers and databases four hundred times while people play; nothing may be lost
	$(BIN)/python -m tests.server.soak

icons: $(READY) ## draw the icons of the installed site anew from its mark
	$(BIN)/python -m tests.site.icons

pictures: $(READY) ## draw the pictures of the documentation anew
	$(BIN)/python docs/pictures/draw.py

screenshots: $(READY) $(SITE) ## photograph the pages of the site for the documentation
	$(BIN)/python -m tests.site.photograph

golden: $(READY) ## write the golden games anew, after a change of rules that is meant
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.tekhenu.golden
