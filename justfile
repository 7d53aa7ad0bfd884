# Short names for the commands of CONTRIBUTING.md and docs/releasing.md. `just` lists them.

bin := ".venv/bin"

_list:
    @just --list --unsorted

# Install the project with all tools
setup:
    python3 -m venv .venv
    {{bin}}/pip install -q -e '.[test,lint]'

# Run the quick tests, or those given
test *args:
    {{bin}}/pytest {{args}}

# Run all tests that this machine can run
all:
    {{bin}}/pytest -m ""

# Check style, types and prose
check:
    {{bin}}/ruff check .
    {{bin}}/ruff format --check .
    {{bin}}/mypy
    {{bin}}/codespell
    {{bin}}/pymarkdown --config .pymarkdown.json scan README.md CONTRIBUTING.md docs tests

# Write the generated files that docs/architecture.md lists
generate:
    {{bin}}/python -m tools.openapi.build
    {{bin}}/python -m tools.rules_page
    {{bin}}/python -m tools.calls_page
    {{bin}}/python -m tools.conformance
    {{bin}}/python -m tools.nginx_problems
    {{bin}}/python -m tests.support.presets

# Start the service
serve:
    {{bin}}/python -m service

# Cut a release, see docs/releasing.md
release version:
    {{bin}}/python -m tools.release {{version}}
