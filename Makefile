SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
# One interpreter for every build, so that the bindings are not built twice for two of them.
export PYO3_PYTHON := $(abspath $(BIN)/python)
SOURCES := $(shell find crates python -name '*.rs' -o -name '*.py' -o -name '*.pyi' -o -name '*.js' -o -name '*.css' -o -name Cargo.toml) Cargo.toml pyproject.toml

.DEFAULT_GOAL := help
FUZZ_SECONDS ?= 60

.PHONY: help setup run test test-long lint fuzz coverage rust python wheel stubs stubs-check bench bench-ratios bench-native \
	bench-threads bench-instructions notebooks browser docs clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet .
	@touch $@

setup: $(VENV)/.installed ## Build and install the package into .venv

run: $(VENV)/.installed ## The main job: is Behemoth chess balanced with the Behemoth on d4?
	$(BIN)/fairyring balance behemoth

test: lint rust fuzz python ## Everything: lints, Rust and Python tests, stubs, examples
test-long: wheel notebooks ## The same tests with bigger sizes, and the notebooks in Jupyter
	cargo test --workspace --features long
	$(BIN)/pytest tests/python --long

lint: $(VENV)/.tools ## Formats, clippy, ruff; licences and advisories where cargo-deny is there
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	if cargo deny --version > /dev/null 2>&1; then cargo deny --log-level error check bans licenses sources; \
	if cargo deny fetch db > /dev/null 2>&1; then cargo deny --log-level error check --disable-fetch advisories; \
	else echo "the database of advisories cannot be reached"; fi; \
	else echo "no cargo-deny here: tests/python/hardening/test_supply.py checks licences and registries"; fi

rust: $(BIN)/python ## Rust tests, documentation examples included
	if cargo nextest --version > /dev/null 2>&1; then cargo nextest run --workspace --no-fail-fast; \
	else cargo test --workspace --no-fail-fast --lib --bins --tests; fi
	cargo test --workspace --doc --quiet

fuzz: ## Fuzz targets, a minute each, where cargo-fuzz and a nightly toolchain are there (`make rust` runs the same laws in loops)
	if cargo +nightly fuzz --version > /dev/null 2>&1; then for target in text move action game table; do \
	cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) -timeout=20 -print_final_stats=1; done; \
	else echo "no cargo-fuzz here: the loops of crates/laws/tests/bytes.rs stand for it"; fi

coverage: wheel ## Lines covered by the Rust tests (needs cargo-llvm-cov) and by the Python tests
	cargo llvm-cov --workspace --exclude fairyring-py --exclude fairyring-benches --summary-only
	$(BIN)/python -m pip install --quiet pytest-cov
	$(BIN)/pytest tests/python --cov=fairyring --cov-report=term

python: wheel stubs-check ## Type checks, Python tests, examples of docstrings and README
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest fairyring._core
	$(BIN)/pytest tests/python --pyargs fairyring --doctest-modules --doctest-ignore-import-errors

$(VENV)/.tools: $(BIN)/python pyproject.toml
	$(BIN)/python -c 'import tomllib, subprocess, sys; \
	extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	names = ("dev", "data", "stats", "plot", "testing", "rl", "spiel"); \
	wanted = [d for e in names for d in extras[e] if not d.startswith("fairyring")]; \
	subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)'
	@touch $@

wheel: $(VENV)/.tools ## Build the wheel into dist and install it
	rm -rf dist
	$(BIN)/maturin build --release --quiet --out dist
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
	$(BIN)/python -m pip install --quiet dist/*.whl

stubs: $(VENV)/.tools ## Write python/fairyring/_core.pyi from the built extension
	$(BIN)/python crates/py/write_stubs.py

stubs-check: $(VENV)/.tools
	$(BIN)/python crates/py/write_stubs.py --check

bench: ## Benchmarks (criterion)
	cargo bench --package fairyring-benches

bench-ratios: ## One table: every game beside chess, chess and perft beside a peer
	cargo bench --quiet --package fairyring-benches --bench ratios

bench-native: ## The same table with the peer built for this processor, its bit extraction included
	RUSTFLAGS="-C target-cpu=native" cargo bench --quiet --target-dir target/native --package fairyring-benches \
		--features peer-pext --bench ratios --no-run
	cargo bench --quiet --package fairyring-benches --bench ratios -- \
		--peer $$(ls -t target/native/release/deps/ratios-* | grep -v '\.d$$' | head -n 1)

bench-threads: ## Two threads beside two processes, every game
	cargo bench --quiet --package fairyring-benches --bench threads

bench-instructions: ## Instructions a ply beside the pinned ones (needs valgrind)
	benches/instructions.sh

notebooks: wheel ## Run all notebooks
	$(BIN)/python -m pip install --quiet "$$(echo dist/*.whl)[lab,ray]" nbmake
	$(BIN)/pytest --nbmake --override-ini=filterwarnings= notebooks

browser: wheel ## Boards in a real browser: JupyterLab, Chromium (CHROMIUM=path), axe-core from npm
	$(BIN)/python -m pip install --quiet "$$(echo dist/*.whl)[notebook,e2e]"
	npm install --silent --no-save --prefix $(VENV)/axe axe-core
	AXE=$(VENV)/axe/node_modules/axe-core/axe.min.js FAIRYRING_SHOTS=target/shots $(BIN)/pytest tests/e2e

docs: wheel ## Build the documentation site into site, rustdoc beside it; warnings are errors
	$(BIN)/python -m pip install --quiet "$$(echo dist/*.whl)[docs]"
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	cp -r target/doc site/rust

clean: ## Remove what was built, the environment too
	rm -rf target dist $(VENV)
