# `make demo` and `make test` set up what they need; see README.md.
PY := .venv/bin/python
ARGS ?=
PROCESSES ?= 1
# Without compiled files each command that a test starts compiles the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test check docs fit format versions clean
help:
	@echo "make demo    watch a scripted agent on real tasks, judged live (ARGS='--exit --json' to end by itself)"
	@echo "make test    run every test (ARGS='tests/store -k wire -x' for some, PROCESSES=2 side by side)"
	@echo "make check   format, lint, strict types (of the tests too), JavaScript types"
	@echo "make fit     make the evidence judge's weights from training/tables, and its numbers (minutes)"
	@echo "make versions  keep the versions of .venv, which the tests passed with, for the next set-up"
	@echo "make docs    write docs/reference from the code"

setup:
	@sh packaging/setup.sh

demo: setup
	@.venv/bin/courtside demo --live $(ARGS)

test:
	@sh packaging/setup.sh test
ifeq ($(PROCESSES),1)
	@$(PY) -m pytest $(ARGS)
else
	@$(PY) -m pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder -m "not alone" $(ARGS); others=$$?; \
	{ $(PY) -m pytest -m alone $(ARGS) || [ $$? -eq 5 ]; } && exit $$others
endif

check: setup
	@sh packaging/setup.sh node
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@node packaging/protocol_types.mjs --check
	@npx --no-install tsc -p jsconfig.json
	@echo "check: all good"

docs: setup
	@sh packaging/setup.sh node
	@$(PY) packaging/reference.py
	@$(PY) -m courtside_store.schema > docs/reference/protocol.schema.json
	@node packaging/protocol_types.mjs

fit: setup
	@$(PY) -m pip install -q -c packaging/tested_versions.txt --group fit
	@$(PY) -m courtside_training.fit --write
	@$(PY) -m benchmarks.families

format: setup
	@$(PY) -m ruff format . && $(PY) -m ruff check --fix .

versions: setup
	@sh packaging/setup.sh node test models
	@$(PY) -m pip freeze --exclude-editable > .venv/versions.txt
	@grep -Ev ' @ |^torch==' .venv/versions.txt > packaging/tested_versions.txt

clean:
	rm -rf .venv node_modules dist build
