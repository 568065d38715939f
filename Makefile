# Forno. `make play` and `make test` set up everything they need.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /|/' | awk -F'|' '{printf "  make %-10s %s\n", $$1, $$2}'

PAGE := src/forno/server/static/index.html
NPM := $(BIN)/python ui/npm.py

setup: .venv/ready $(PAGE) ## install everything into .venv and build the page (needs only Python 3.11 or newer)

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Forno needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make $(MAKECMDGOALS) PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# PyTorch is not in the lock file, because its builds differ by machine and the default build brings gigabytes for GPUs. To get a CPU build,
# add an index of CPU builds to pip's settings. Only tests and examples of learning need PyTorch and sb3-contrib.
.venv/torch: .venv/ready
	$(BIN)/pip install --quiet torch==2.13.0 sb3-contrib==2.9.2
	@touch $@

ui/node_modules/ready: ui/package-lock.json ui/.npmrc .venv/ready
	$(NPM) ci --loglevel=error
	@touch $@

$(PAGE): ui/node_modules/ready $(shell find ui/src ui/public ui/index.html ui/vite.config.ts src/forno/locales -type f -not -name '*.py*')
	$(NPM) run build --silent -- --logLevel warn
	@touch $@

# A browser for the tests of the page (75 MB), on Linux machines without Chromium.
UNPACKED := ui/browser/node_modules/unpacked/ready
HAS_BROWSER := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable)
NEEDS_BROWSER := $(if $(HAS_BROWSER),,$(if $(filter Linux-x86_64,$(shell uname -s)-$(shell uname -m)),$(UNPACKED)))

$(UNPACKED): ui/browser/package-lock.json ui/browser/unpack.mjs .venv/ready
	$(NPM) --prefix browser ci --loglevel=error
	$(NPM) --prefix browser run --silent unpack
	@touch $@

browser: $(NEEDS_BROWSER) ## download a browser for the tests of the page, unless there is one

ui: setup ## build the page that `forno serve` shows

play: setup ## play in the browser
	@$(BIN)/forno serve --open

test: setup .venv/torch browser ## run all tests
	FORNO_GAMES=tiny_game PYTHONPATH=tests $(BIN)/forno preheat
	$(NPM) test
	$(BIN)/pytest -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto tests/rules tests/conformance

check: setup .venv/torch ## run what CI runs: format, lint, types, layers, docs site, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run check
	$(MAKE) site
	$(MAKE) test

fix: setup ## fix formatting and lint, and the spaces in French messages
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run fix --silent
	$(BIN)/python tests/words/spaces.py

bench: setup ## measure the speed of all games on this machine
	@$(BIN)/forno bench

golden: setup ## rewrite the golden playthroughs (then read the diff)
	PYTHONPATH=tests $(BIN)/python -m golden.write

new-game: setup ## write the skeleton of a new game: make new-game NAME=my-game
	@$(BIN)/python tools/new_game.py $(NAME)

docs: setup ## regenerate the generated pages of the docs
	$(BIN)/python tools/rule_tests_page.py
	$(BIN)/python tools/observations_page.py
	$(BIN)/python tools/events_page.py

site: setup ## build the docs site into build/site (fails on broken links)
	$(BIN)/zensical build --clean --strict

protocol: setup ## regenerate the TypeScript types of the wire messages
	$(BIN)/python -m forno.server.typescript > ui/src/protocol/messages.ts

screenshots: setup browser ## retake the browser screenshots in docs/images
	PYTHONPATH=tests $(BIN)/python tools/screenshots.py

pictures: setup ## redraw the terminal pictures in docs/images
	$(BIN)/python tools/terminal_pictures.py

scenes: setup ## regenerate the positions of the page's gallery
	$(BIN)/python tools/gallery_scenes.py

ladder: setup ## measure all agents and write the tables of docs/agents.md (two hours on two cores; can be stopped)
	$(BIN)/python tools/ladder.py

beliefs: setup ## refit the weights of the beliefs (half a minute)
	$(BIN)/python -c 'from forno.agents.beliefs import fit; fit.write()'

lock: setup ## update requirements.lock (needs uv)
	uv export --quiet --format requirements-txt --no-emit-project --no-header --output-file requirements.lock
	@rm -f uv.lock

clean: ## remove everything that can be rebuilt
	rm -rf .venv .cache ui/node_modules ui/browser/node_modules src/forno/server/static build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

.PHONY: help setup browser ui play test check fix bench golden new-game docs site protocol pictures screenshots scenes ladder beliefs lock clean
