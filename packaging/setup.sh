#!/bin/sh
# Sets up what `make` needs, once: system pieces, .venv, the package, a Chromium. Says what it does.
# (placeholder, replaced in the packaging slice)
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/courtside ] || { python3 -m venv .venv && .venv/bin/pip install -e ".[demo]"; }
