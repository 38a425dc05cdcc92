"""What set-up says and does where a machine lacks something. Its tools here are stand-ins."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cksum", "dirname", "env", "mktemp", "rm", "sh", "tail")
PYTHON = """#!/bin/sh
echo "python $*" >> "{folder}/calls"
case "$*" in
    *"import ensurepip"*) exit {no_venv} ;;
    *version_info*) exit {too_old} ;;
    "-V") echo "Python 3.9.2" ;;
    *find_browser*) cat "{folder}/browser" 2>/dev/null || echo ;;
    "-m playwright --version") exit {no_driver} ;;
    *" -c packaging/tested_versions.txt "*) exit {no_such_version} ;;
    "-m playwright install chromium") {download} ;;
esac
exit 0
"""


class Machine:
    """A machine with nothing but what a test gives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        (folder / "house" / "packaging").mkdir(parents=True)
        shutil.copy(ROOT / "packaging" / "setup.sh", folder / "house" / "packaging")
        for file in ("pyproject.toml", "packaging/tested_versions.txt"):
            (folder / "house" / file).touch()
        self.give("id", "echo 1000")

    def give(self, tool: str, script: str) -> None:
        """A command that notes its call and then does this."""
        self._write(
            self.bin / tool, f'#!/bin/sh\necho "{tool} $*" >> "{self.folder}/calls"\n{script}\n'
        )

    def give_python(
        self,
        no_venv: int = 0,
        too_old: int = 0,
        no_driver: int = 0,
        no_such_version: int = 0,
        download: str = "exit 1",
    ) -> None:
        text = PYTHON.format(
            folder=self.folder,
            no_venv=no_venv,
            too_old=too_old,
            no_driver=no_driver,
            no_such_version=no_such_version,
            download=download,
        )
        self._write(self.bin / "python3", text)
        (self.folder / "house" / ".venv" / "bin").mkdir(parents=True)
        self._write(self.folder / "house" / ".venv" / "bin" / "python", text)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def set_up(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "packaging/setup.sh", *words],
            cwd=self.folder / "house",
            env={"PATH": str(self.bin)},
            capture_output=True,
            text=True,
            timeout=30,
        )

    @property
    def calls(self) -> list[str]:
        return (self.folder / "calls").read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_root_or_sudo_one_line_says_what_to_ask_for(machine: Machine) -> None:
    machine.give_python(no_venv=1)
    machine.give("apt-get", "exit 0")
    done = machine.set_up()
    assert done.returncode == 1
    assert done.stderr == (
        "setup: python3 has no venv; run as root: apt-get update && "
        "apt-get install python3-venv libatomic1 chromium\n"
    )
    assert not [call for call in machine.calls if call.startswith("apt-get")]


def test_an_old_python_is_named(machine: Machine) -> None:
    machine.give_python(too_old=1)
    done = machine.set_up()
    assert done.returncode == 1
    assert done.stderr == "setup: python3 is Python 3.9.2; install Python 3.11 or newer\n"


def test_no_python_at_all_is_said(machine: Machine) -> None:
    done = machine.set_up()
    assert done.returncode == 1 and done.stderr.startswith("setup: python3 is missing; install")


@pytest.mark.parametrize("can_be_had", [True, False])
def test_the_versions_that_were_tested_are_installed_and_the_newest_where_they_cannot_be_had(
    machine: Machine, can_be_had: bool
) -> None:
    machine.give("chromium", "exit 0")
    (machine.folder / "browser").write_text(f"{machine.bin}/chromium\n")
    machine.give_python(no_such_version=0 if can_be_had else 1)
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    rest = "-e .[demo,report,desktop] --group dev"
    tested = f"python -m pip install -q -c packaging/tested_versions.txt {rest}"
    newest = f"python -m pip install -q {rest}"
    made = [call for call in machine.calls if call.endswith(rest)]
    assert made == ([tested] if can_be_had else [tested, newest])
    assert ("trying the newest" in done.stdout) is not can_be_had
    stamp = machine.folder / "house" / ".venv" / ".courtside"
    assert stamp.exists() is can_be_had


def test_a_driver_that_does_not_start_gets_its_library(machine: Machine) -> None:
    machine.give_python(no_driver=1)
    machine.give("apt-get", "exit 0")
    machine.give("sudo", '"$@"')
    done = machine.set_up()
    assert done.returncode == 1 and "Playwright does not start" in done.stderr
    assert [call for call in machine.calls if call.endswith("-qq libatomic1")]


def test_a_download_of_chromium_is_the_last_resort_and_says_so(machine: Machine) -> None:
    machine.give("chromium-downloaded", "exit 0")
    machine.give_python(
        download=f'echo "{machine.bin}/chromium-downloaded" > "{machine.folder}/browser"'
    )
    machine.give("apt-get", 'case "$*" in *chromium*) echo no such package; exit 100 ;; esac')
    machine.give("sudo", '"$@"')
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    asked, downloaded = (
        next(at for at, call in enumerate(machine.calls) if call == wanted)
        for wanted in (
            "apt-get install -y -qq chromium",
            "python -m playwright install chromium",
        )
    )
    assert asked < downloaded
    assert done.stdout.endswith("setup: downloading one with Playwright, the last resort\n")


def test_no_chromium_by_any_way_is_one_line(machine: Machine) -> None:
    machine.give_python()
    done = machine.set_up()
    assert done.returncode == 1
    assert done.stderr.startswith("setup: no Chromium; set COURTSIDE_BROWSER to its path, or run")


def test_a_chromium_without_its_libraries_gets_them(machine: Machine) -> None:
    machine.give("chromium", f'[ -f "{machine.folder}/libraries" ]')
    machine.give_python()
    (machine.folder / "browser").write_text(f"{machine.bin}/chromium\n")
    machine.give("sudo", f'case "$*" in *install-deps*) >"{machine.folder}/libraries" ;; esac')
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    assert "installing the libraries that Chromium wants" in done.stdout


def test_a_screen_for_the_desktop_s_tests_is_asked_for_and_not_insisted_on(
    machine: Machine,
) -> None:
    machine.give("chromium", "exit 0")
    machine.give_python()
    machine.give("uname", "echo Linux")
    (machine.folder / "browser").write_text(f"{machine.bin}/chromium\n")
    machine.give("apt-get", 'case "$*" in *xvfb*) echo no such package; exit 100 ;; esac')
    machine.give("sudo", '"$@"')
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    assert [call for call in machine.calls if "xvfb evilwm xdotool" in call]
    assert "setup: no screen to test the desktop on: those tests will skip\n" in done.stdout


@pytest.mark.parametrize("npm", [None, "exit 1", 'mkdir -p "$PWD/node_modules/appium"'])
def test_the_tests_get_a_real_appium_where_npm_can_install_it(
    machine: Machine, npm: str | None
) -> None:
    machine.give("chromium", "exit 0")
    machine.give_python()
    (machine.folder / "browser").write_text(f"{machine.bin}/chromium\n")
    (machine.bin / "mkdir").symlink_to(shutil.which("mkdir") or "mkdir")
    if npm:
        machine.give("npm", npm)
    done = machine.set_up("test")
    assert done.returncode == 0, done.stderr
    assert ("npm ci" in machine.calls) == bool(npm)
    is_there = (machine.folder / "house" / "node_modules" / "appium").is_dir()
    assert ("real Appium server are skipped" in done.stdout) != is_there
