PY ?= python3
V  := .venv
BIN := $(V)/bin

.PHONY: setup demo test lint requirements quality bench wheel clean lock picture

$(V)/ok: requirements/dev.txt pyproject.toml
	@test -x $(BIN)/python || $(PY) -m venv $(V)
	@if command -v uv >/dev/null 2>&1; then \
	  uv pip sync -q --compile-bytecode --python $(BIN)/python --require-hashes requirements/dev.txt && \
	  uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e . ; \
	else \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@touch $@

setup: $(V)/ok

demo: $(V)/ok
	@$(BIN)/belegg demo

test: $(V)/ok lint
	$(BIN)/python -m pytest -n 2

lint: $(V)/ok
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/mypy
	$(BIN)/lint-imports

# One line per requirement id, from the last test run.
requirements:
	@$(BIN)/python tests/requirements.py

# Retrieval quality on the evaluation sets, beside the baselines (needs BELEGG_SHARED).
quality: $(V)/ok
	$(BIN)/python benchmarks/quality.py

# Speed and memory; docs/benchmarks.md says what each measures.
bench: $(V)/ok
	for each in engine search access_lists synonyms reading analysis quotes answers; do echo "== $$each"; $(BIN)/python benchmarks/$$each.py || exit 1; done

wheel: $(V)/ok
	$(BIN)/python -m hatchling build -t wheel

# The picture of the README, from a real server and a real browser (needs Chromium).
picture: $(V)/ok
	$(BIN)/python docs/pictures/make.py

# Hashed requirements without addresses; needs uv.
lock:
	uv export -q --no-emit-project --no-annotate --no-header --all-groups -o requirements/dev.txt
	@! grep -nE 'https?://' requirements/dev.txt

clean:
	rm -rf $(V) dist build .mypy_cache .ruff_cache .pytest_cache
