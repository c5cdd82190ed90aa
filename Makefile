# Every target sets up what it needs: a virtual environment in .venv, made once.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

# Of make fuzz and make differential.
COUNT ?= 10000
SEED ?= 0
JOBS ?= 2
TARGETS ?=

# Of make newest.
NEWEST ?= build/newest
TESTS ?= tests

# One thread a process: the tests are many and small, and run two at a time.
export OMP_NUM_THREADS ?= 1

.PHONY: help setup demo test lint format newest oldest bench figures fuzz differential devices trust pictures docs stubs clean
help:           ## list the targets
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(STAMP) ## make .venv and install the package with all extras

$(STAMP): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (once; a few minutes) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e ".[all,docs,dev]"
	@touch $@

demo: setup     ## train a small network on handwritten digits
	@$(BIN)/python examples/digits.py

test: setup     ## run the tests
	@$(BIN)/python -m pytest -q -n 2

lint: setup     ## check style, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: setup   ## format the code and fix what the linter can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

newest:         ## run the tests, or TESTS, with the newest torch and NumPy (gigabytes; in build/newest)
	@$(PYTHON) -m venv $(NEWEST)
	@grep -v '^torch==' constraints.txt > $(NEWEST)/constraints.txt
	@$(NEWEST)/bin/python -m pip install -q --upgrade -c $(NEWEST)/constraints.txt -e ".[all,docs,dev]"
	@$(NEWEST)/bin/python -m pytest -q -n 2 $(TESTS)

oldest:         ## a smoke test with the oldest versions that are allowed (Python 3.10; in build/oldest)
	@$(PYTHON) -m venv build/oldest
	@build/oldest/bin/python -m pip install -q -c constraints-oldest.txt -e . pytest
	@build/oldest/bin/python -m pytest -q tests/smoke
	@build/oldest/bin/python -W error examples/digits.py --epochs 1 --out build/oldest
	@rm -rf build/oldest/run && build/oldest/bin/mxnet train digits --epochs 1 --out build/oldest/run
	@build/oldest/bin/mxnet predict build/oldest/run digits

# The other packages, each in an environment of its own.
OTHERS := build/oracle/bin/python build/jax/bin/python
$(OTHERS): | $(STAMP)
	@$(BIN)/python benchmarks/environments.py $@

# What has been measured stays in build/figures until everything has, so that make figures goes on
# where it was interrupted. STRICT=--strict fails where a ratio is worse than in the last figures.
MEASURED := build/figures
STRICT ?=
ROUNDS ?= 10
COMPARED = --baseline benchmarks/$(@F) $(STRICT)
$(MEASURED)/results.json:         COMMAND = run.py --rounds $(ROUNDS) --peers all --floors $(COMPARED)
$(MEASURED)/results_threads.json: COMMAND = run.py --rounds $(ROUNDS) --peers all --floors $(COMPARED) --threads
$(MEASURED)/results_memory.json:  COMMAND = memory.py --rounds 3 $(COMPARED)
$(MEASURED)/results_loading.json: COMMAND = loading.py --rounds 3 $(COMPARED)
$(MEASURED)/results_growth.json:  COMMAND = growth.py --rounds 2 --plot docs/pictures/growth.svg
FIGURES := $(addprefix $(MEASURED)/,$(addsuffix .json,results results_threads results_memory results_loading results_growth))
$(FIGURES): | $(STAMP) $(OTHERS)
	@mkdir -p $(MEASURED)
	@MXNET_ORACLE=build/oracle/bin/python JAX_PYTHON=build/jax/bin/python $(BIN)/python benchmarks/$(COMMAND) --json $@

.NOTPARALLEL:
figures: $(FIGURES) ## measure everything on an idle machine, and write tables and charts (half an hour)
	@mv $(FIGURES) benchmarks/
	@$(BIN)/python benchmarks/report.py

bench: setup    ## measure against plain torch (and MXNet, given MXNET_ORACLE=its/bin/python)
	@$(BIN)/python benchmarks/run.py

fuzz: setup     ## feed COUNT damaged files to all readers (SEED, TARGETS, JOBS; see tests/fuzz)
	@$(BIN)/python -m tests.fuzz --count $(COUNT) --seed $(SEED) --jobs $(JOBS) --targets=$(TARGETS)

differential: setup ## run COUNT random programs on ours and on MXNet 1.9.1 (ORACLE=its/bin/python, SEED)
	@$(BIN)/python tools/differential --oracle $(ORACLE) --count $(COUNT) --seed $(SEED)

devices: setup  ## run every row of every operator on fake GPUs (tests/devices; two minutes)
	@ALL_ROWS=1 $(BIN)/python -m pytest -q -n 2 tests/devices

trust: setup    ## the long runs of tests/trust: threads, memory, bad calls, faults of loaders, killed saves (an hour)
	@$(BIN)/python -m tests.trust.threads
	@$(BIN)/python -m tests.trust.soak
	@$(BIN)/python -m tests.trust.bad_calls
	@$(BIN)/python -m tests.trust.fence all
	@$(BIN)/python -m tests.trust.loader_faults 500 $(SEED)
	@$(BIN)/python -m tests.trust.kills --kills 1000 --seed $(SEED)

pictures: setup ## draw the pictures of docs/pictures anew (needs gluoncv; ten minutes)
	@$(BIN)/python examples/digits.py --out build/pictures
	@$(BIN)/python examples/detect_gluoncv.py --out build/pictures
	@cp build/pictures/training.png build/pictures/detected.jpg docs/pictures

docs: setup     ## build the documentation into build/docs (two minutes; a warning is an error)
	@$(BIN)/python -m sphinx -q -W --keep-going -j 2 docs build/docs
	@echo "open build/docs/index.html"

stubs: setup    ## write what editors know of operators into stubs/ anew
	@$(BIN)/mxnet stubs --out stubs

clean:          ## remove the virtual environment and what was built
	rm -rf $(VENV) build dist
