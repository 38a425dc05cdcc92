"""A benchmark that misses a piece ends with one line that says what to do."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import pytest
from benchmarks import agent_overhead, appium_proxy, forty_actions, pressed_names
from benchmarks.pieces import existing, need_browser, need_modules, need_program


def test_the_overhead_says_how_to_get_its_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forty_actions, "SITE", tmp_path / "site")
    monkeypatch.setattr(agent_overhead, "need_browser", lambda extensions: None)
    one_line = "^.*/site/index.html is missing: run `npm install --no-save startbootstrap[^\n]*$"
    with pytest.raises(SystemExit, match=one_line):
        asyncio.run(agent_overhead.measure(1, 0.0, ["none"], quick=True))


def test_the_proxy_says_how_to_get_appium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(appium_proxy, "ROOT", tmp_path)
    monkeypatch.setattr(appium_proxy, "need_program", lambda *_: None)
    monkeypatch.setattr("sys.argv", ["appium_proxy", "--quick"])
    with pytest.raises(SystemExit, match=r"appium/index.js is missing: `make test`"):
        appium_proxy.main()


def test_no_browser_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURTSIDE_BROWSER", "/nowhere/chromium")
    with pytest.raises(SystemExit, match=r"^no Chromium found: "):
        need_browser()


def test_missing_modules_and_programs_are_named() -> None:
    need_modules("", "json")
    with pytest.raises(SystemExit, match=r"^no_such, nor_this missing: install them$"):
        need_modules("install them", "json", "no_such", "nor_this")
    with pytest.raises(SystemExit, match=r"^no-such-program is missing: get it$"):
        need_program("no-such-program", "get it")


def test_a_path_in_the_command_line_has_to_be_there(tmp_path: Path) -> None:
    assert existing(str(tmp_path)) == tmp_path
    with pytest.raises(argparse.ArgumentTypeError, match="there is no "):
        existing(str(tmp_path / "none"))


@pytest.mark.parametrize("given", [(), ("--app", "gmail"), ("--apps", ".")])
def test_pressed_names_says_what_names_a_page(
    given: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["pressed_names", *given])
    with pytest.raises(SystemExit):
        pressed_names.main()
    assert "name pages: --pages FOLDER, or --apps FOLDER with --app NAME" in capsys.readouterr().err
