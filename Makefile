.DEFAULT_GOAL := help
.PHONY: help demo install test lint docs messages screenshots lock clean

VENV := .venv/bin
# Races, real servers and real browsers want the machine to themselves. (5 is pytest's word for: none of them was meant.)
ALONE := engine server browser

# Runs .ci/bootstrap.py with the first Python that is new enough; a name that a version manager only pretends to have is passed over.
define bootstrap
@for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14; do \
  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then exec "$$python" .ci/bootstrap.py $(1); fi; \
done; \
echo "Tablero needs Python 3.11 or newer, and no python3 on the PATH is. On Debian and Ubuntu: apt-get install python3 python3-venv. One elsewhere: make PYTHON=/path/to/python3 $@" >&2; \
exit 1
endef

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Run everything here, with sample data, on http://127.0.0.1:8000 (PORT=8001 for another port)
	$(call bootstrap,app engine)
	@exec $(VENV)/python manage.py demo

install: ## Make the environments of the app, its tests and the embedded engine
	$(call bootstrap,dev engine)

test: lint ## Check the code and run every test (ARGS="-k word" for some of them)
	@$(VENV)/python -m pytest -n auto --maxprocesses 4 --dist loadfile $(addprefix --ignore=tests/,$(ALONE)) $(ARGS) || [ $$? -eq 5 ]
	@$(VENV)/python -m pytest $(addprefix tests/,$(ALONE)) $(ARGS) || [ $$? -eq 5 ]

lint: install ## Check style, types, import contracts, templates and Dockerfile
	$(VENV)/python -m ruff check
	$(VENV)/python -m ruff format --check
	$(VENV)/python -m mypy
	$(VENV)/lint-imports
	$(VENV)/python -m djlint templates --lint --quiet
	$(VENV)/hadolint Dockerfile

docs: install ## Fill in the generated parts of README.md and docs/
	@$(VENV)/python -m dashboard.reference
	@$(VENV)/python -m tests.figures

messages: ## Bring the Spanish catalogue up to date with code and templates, and compile it
	@$(VENV)/python -c "import babel" 2>/dev/null || $(MAKE) --no-print-directory install
	@$(VENV)/python -m tests.catalogue

screenshots: install ## Take a picture of every page into .data/screenshots, and those of the README
	@$(VENV)/python -m tests.screenshots

lock: ## Pin the newest allowed versions of all dependencies, with hashes
	@test -x .data/uv/bin/uv || { python3 -m venv .data/uv && .data/uv/bin/python -m pip install --quiet "uv>=0.9"; }
	.data/uv/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml -o requirements/app.txt
	.data/uv/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group dev -c requirements/app.txt -o requirements/dev.txt
	.data/uv/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --python-version 3.11 --group engine -o requirements/engine.txt

clean: ## Remove environments, caches and collected files, but not .data, the state of the demo
	rm -rf .venv .venv-engine static-built .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
