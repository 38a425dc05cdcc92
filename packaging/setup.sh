#!/bin/sh
# Sets up what `make` needs, once, and says what it does: system pieces, .venv, the package, Chromium.
# `setup.sh node` also makes sure of Node and the type checker for JavaScript.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif has sudo; then sudo "$@"
    else fail "needs root to run: $*"
    fi
}

apt_updated=
apt_install() {
    has apt-get || return 1
    if [ -z "$apt_updated" ]; then
        say "reading the list of system packages"
        quietly as_root apt-get update -qq || fail "apt-get update failed; is the network there?"
        apt_updated=yes
    fi
    say "installing $* with apt-get"
    quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

# What a command says is shown only where it fails.
quietly() {
    heard=$(mktemp)
    if "$@" >"$heard" 2>&1; then rm -f "$heard"; return 0; fi
    tail -n 15 "$heard" >&2
    rm -f "$heard"
    return 1
}

python_ready() {
    has python3 || fail "python3 is missing; install Python 3.11 or newer"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "python3 is $(python3 -V 2>&1); Courtside needs 3.11 or newer"
    python3 -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv ||
        fail "python3 has no venv; install python3-venv"
}

package_ready() {
    stamp="$(cksum < pyproject.toml) $(cksum < packaging/setup.sh)"
    if [ -f .venv/.courtside ] && [ "$(cat .venv/.courtside)" = "$stamp" ]; then return; fi
    [ -x .venv/bin/python ] || { say "making .venv"; python3 -m venv .venv; }
    say "installing the package and its tools (a minute, once)"
    .venv/bin/python -m pip install -q --upgrade pip >/dev/null 2>&1 || true
    .venv/bin/python -m pip install -q -e '.[demo]' --group dev ||
        fail "pip could not install the package; see the lines above"
    printf '%s' "$stamp" > .venv/.courtside
}

driver_ready() {
    .venv/bin/python -m playwright --version >/dev/null 2>&1 && return
    apt_install libatomic1 # Playwright's own Node needs it; a minimal Debian has it not
    .venv/bin/python -m playwright --version >/dev/null ||
        fail "Playwright's driver does not start; see the lines above"
}

browser_ready() {
    found=$(.venv/bin/python -c 'from courtside_bridges.browsers import find_browser as f; b = f(); print(b.path if b and b.loads_extensions else "")')
    [ -n "$found" ] && return
    say "no Chromium found"
    if apt_install chromium; then return; fi
    say "downloading one with Playwright, the last resort"
    .venv/bin/python -m playwright install chromium ||
        fail "no Chromium; install the package chromium, or set COURTSIDE_BROWSER to its path"
}

node_ready() {
    if ! has node || ! has npm; then
        apt_install nodejs npm || fail "node is missing; install Node 18 or newer"
    fi
    if [ ! -x node_modules/.bin/tsc ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
        say "installing the JavaScript type checker"
        npm ci --silent >/dev/null 2>&1 || npm ci
    fi
}

python_ready
package_ready
driver_ready
browser_ready
if [ "${1:-}" = node ]; then node_ready; fi
