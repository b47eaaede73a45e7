# Two commands are enough: `make run` and `make test`. Both set up what is missing first.
PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif

.PHONY: run setup check test test-slow bench screens clean
.DEFAULT_GOAL := run

run: setup
	@$(BIN)/python .ci/start.py

setup:
	@$(PYTHON) .ci/setup.py

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/house_rules.py

test: check
	$(BIN)/python -m pytest -m "not slow" -n auto --dist loadfile

test-slow: setup
	$(BIN)/python -m pytest -m slow

bench: setup
	$(BIN)/python -m benchmarks

screens: setup
	$(BIN)/python .ci/screens.py

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
