"""What a release is made of can be used: services, container, extension, checksums."""

from __future__ import annotations

import json
import os
import plistlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from courtside.main import cli
from courtside_store.config import load_config

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "courtside.service"
    program = Path(sys.executable).parent / "courtside"
    unit.write_text(
        (PACKAGING / "courtside.service")
        .read_text()
        .replace("%h/.local/bin/courtside", str(program))
    )
    environ = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        [analyze, "--user", "verify", str(unit)], capture_output=True, text=True, env=environ
    )
    assert done.returncode == 0 and "courtside.service" not in done.stderr, done.stderr


def test_the_launchd_agent_starts_the_daemon_and_keeps_it() -> None:
    agent = plistlib.loads((PACKAGING / "io.courtside.daemon.plist").read_bytes())
    assert agent["Label"] == "io.courtside.daemon"
    assert agent["ProgramArguments"][-1] == "exec courtside up"
    assert agent["KeepAlive"] == {"SuccessfulExit": False} and agent["RunAtLoad"]
    assert agent["Umask"] == 0o077


def test_the_commands_of_services_and_container_exist() -> None:
    commands = [
        *re.findall(r"courtside (\w+)$", (PACKAGING / "courtside.service").read_text(), re.M),
        *re.findall(r'"courtside", "(\w+)"', (PACKAGING / "Dockerfile").read_text()),
    ]
    assert set(commands) == {"up", "stop"}
    for command in commands:
        assert CliRunner().invoke(cli, [command, "--help"]).exit_code == 0


def test_the_container_sets_what_the_daemon_reads(tmp_path: Path) -> None:
    line = re.search(r"^ENV (.*)$", (PACKAGING / "Dockerfile").read_text(), re.M)
    assert line
    config = load_config(environ=dict(pair.split("=") for pair in line[1].split()))
    assert config.host == "0.0.0.0" and config.unsafe_bind and config.data_dir == Path("/data")


@pytest.mark.parametrize("store", [False, True])
def test_the_extension_packs_to_the_same_bytes(tmp_path: Path, store: bool) -> None:
    packed = []
    for name in ("a.zip", "b.zip"):
        command = [sys.executable, str(PACKAGING / "extension_zip.py"), str(tmp_path / name)]
        subprocess.run([*command, *(["--store"] if store else [])], check=True, timeout=60)
        packed.append((tmp_path / name).read_bytes())
    assert packed[0] == packed[1]
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        names = set(archive.namelist())
    assert {manifest["background"]["service_worker"], "page/recorder.js", "popup.html"} <= names
    assert ("key" in manifest) is not store


def test_a_release_needs_a_heading_and_a_clean_tree(tmp_path: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    shutil.copytree(PACKAGING, clone / "packaging", dirs_exist_ok=True)
    (clone / "stray").write_text("x")
    refused = subprocess.run(
        ["sh", "packaging/release.sh"], cwd=clone, capture_output=True, text=True
    )
    assert refused.returncode == 1 and "commit them first" in refused.stderr
    unknown = subprocess.run(
        ["sh", "packaging/release.sh", "--now"], cwd=clone, capture_output=True, text=True
    )
    assert unknown.returncode == 1 and "--dry-run" in unknown.stderr
