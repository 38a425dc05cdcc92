"""What the doctor says of Android, and the walk that a person with a device pastes."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from appium_server import Phone, a_png, free_port, phone_server
from click.testing import CliRunner

from courtside.main import cli
from courtside_store.config import Config
from courtside_store.daemon_state import Running

ADB = """#!/bin/sh
printf 'List of devices attached\\nemulator-5554\\tdevice\\nR3C\\tunauthorized\\n'
"""
APPIUM = """#!/bin/sh
echo '{"uiautomator2": {"version": "5.0.0"}, "fake": {}}'
"""


def doctor(config: Config, *words: str) -> dict[str, tuple[bool, str]]:
    """Its lines by what they are about."""
    words = ("--data-dir", str(config.data_dir), "doctor", *words, "--json")
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    return {one["what"]: (one["ok"], one["detail"]) for one in json.loads(done.stdout)}


def test_on_a_bare_machine_each_line_says_how_to_get_it(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    nobody = f"http://127.0.0.1:{free_port()}"
    checks = doctor(config, "android", "--appium", nobody)
    assert checks["appium"] == (False, "missing; npm install -g appium")
    assert checks["adb"] == (False, "missing; install Android's platform-tools")
    assert checks["server"] == (False, f"nothing answers at {nobody}; start `appium`")


def test_devices_are_told_with_what_they_wait_for(
    config: Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, script in (("adb", ADB), ("appium", APPIUM), ("node", "#!/bin/sh\n")):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    checks = doctor(config, "android", "--appium", f"http://127.0.0.1:{free_port()}")
    assert checks["driver uiautomator2"] == (True, "fake, uiautomator2")
    assert checks["device emulator-5554"] == (True, "ready")
    assert checks["device R3C"] == (False, "not allowed yet; answer the question on its screen")


async def walked(config: Config, server: str) -> dict[str, tuple[bool, str]]:
    words = ("android", "--check", "--appium", server)
    return await asyncio.to_thread(doctor, config, *words)


class Lively(Phone):
    """A phone on which something happens."""

    async def answer(self, request: Any) -> Any:
        if b"activateApp" in await request.read():
            self.picture = a_png((9, 9, 9))
        return await super().answer(request)


async def test_a_device_on_which_all_works_passes_the_whole_walk(
    config: Config, daemon: Running
) -> None:
    pytest.importorskip("appium", reason="Appium-Python-Client is not installed")
    phone = Lively()
    phone.capabilities = {"platformName": "Android", "deviceModel": "Pixel 4"}
    async with phone_server(phone) as server:
        checks = await walked(config, server)
    assert checks["session"] == (True, "Pixel 4, Android")
    assert checks["picture and tree"] == (
        True,
        "400x852 units at 1 pixels, 2 elements, app org.example.list",
    )
    assert checks["recorded"][1].startswith("6 of 6 steps of run_")
    assert [what for what, (ok, _) in checks.items() if not ok] == []


async def test_a_device_that_fails_is_told_line_by_line(config: Config, daemon: Running) -> None:
    pytest.importorskip("appium", reason="Appium-Python-Client is not installed")
    phone = Phone()
    phone.refuses = ("unknown error", "Does the current view have 'secure' flag set?")
    async with phone_server(phone) as server:
        checks = await walked(config, server)
    assert checks["picture and tree"][1].startswith("FLAG_SECURE: the app does not let its screen")
    assert checks["home"] == (True, "done") and checks["screens"][0] is False
    nobody = f"http://127.0.0.1:{free_port()}"
    assert (await walked(config, nobody))["server"] == (False, f"nothing at {nobody}")


@pytest.mark.parametrize("words", ["{", "7"])
def test_capabilities_that_are_none_are_shown(config: Config, words: str) -> None:
    with pytest.raises(ValueError, match="--capabilities is "):
        doctor(config, "android", "--check", "--capabilities", words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--appium", "nonsense"], "the Appium address is 'nonsense'; expected e.g. http://"),
        (["--appium", "http://ann:hunter2@host:no"], "the Appium address is 'host:no'"),
        (["--appium", "http://ann:hun#ter2@host"], "the Appium address is 'host'"),
        (["--appium", "ann:hunter2@host:4723"], "the Appium address is 'host:4723'"),
        (["--appium", "nonsense", "--session", "x"], "the Appium address is 'nonsense'"),
        (["--appium", "http://127.0.0.1:9", "--session", "x"], "no Appium server answers at http"),
    ],
)
def test_what_cannot_be_watched_is_said_in_one_line(
    config: Config, words: list[str], why: str
) -> None:
    command = ["--data-dir", str(config.data_dir), "android", "--port", "0", *words]
    done = subprocess.run(
        [sys.executable, "-m", "courtside", *command], capture_output=True, text=True, timeout=60
    )
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and last.startswith("courtside: ") and why in last
    assert "Traceback" not in done.stderr
