PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.DEFAULT_GOAL := help
.PHONY: help setup play test fast bench load soak fmt golden pictures

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Heliopolis needs Python 3.11 or newer.") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

setup: $(READY) ## everything into .venv

play: $(READY) ## start the site on an embedded database
	$(BIN)/heliopolis serve

test: $(READY) ## all that CI runs: style, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2

fast: $(READY) ## the tests of the inner loop, under a minute
	$(BIN)/pytest --numprocesses 2 -m 'not slow' -q

bench: $(READY) ## speed beside OpenSpiel, into benchmarks/results
	$(BIN)/python benchmarks/rules.py

load: $(READY) ## a thousand people at two hundred tables, into benchmarks/results
	PYTHONPATH=. $(BIN)/python benchmarks/load.py
	PYTHONPATH=. $(BIN)/python benchmarks/load.py --bots
	PYTHONPATH=. $(BIN)/python benchmarks/load.py --postgres

soak: $(READY) ## kill servers and databases for half an hour while people play; nothing may be lost
	$(BIN)/python -m tests.server.soak

pictures: $(READY) ## draw the pictures of the documentation anew
	$(BIN)/python docs/pictures/draw.py

golden: $(READY) ## write the golden games anew, after a change of rules that is meant
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.tekhenu.golden

fmt: $(READY) ## format the code and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
