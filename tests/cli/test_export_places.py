"""An export that cannot be written names the place and what to do, and leaves nothing there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import seed

from courtside_store.config import Config

FORMATS = {
    "steps": "--format steps",
    "parquet": "--format steps --file parquet",
    "csv": "--format csv",
    "sqlite": "--format sqlite",
    "atif": "--format atif",
    "playwright": "last --allow-weak-test --format playwright",
}


def test_a_weak_test_is_called_so(config: Config, tmp_path: Path) -> None:
    seed(config, 1)
    done = shell("sh", "-c", command(config, "playwright", tmp_path / "out.py"))
    assert done.returncode == 0 and done.stdout == f"{tmp_path}/out.py\n", done.stderr
    assert done.stderr.startswith("courtside: This test is weak: it expects no value of the task")
    assert "# This test is weak" in (tmp_path / "out.py").read_text()
    done = shell("sh", "-c", command(config, "playwright", tmp_path / "other.py") + " --json")
    assert '"is_weak": true' in done.stdout or '"is_weak":true' in done.stdout


def command(config: Config, format: str, out: Path) -> str:
    data = f"--data-dir {config.data_dir}"
    return f"{sys.executable} -m courtside {data} export {FORMATS[format]} --out {out}"


def shell(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, capture_output=True, text=True, timeout=120, check=False, env=dict(os.environ)
    )


@pytest.mark.parametrize("format", FORMATS)
def test_a_full_disk_of_an_export_is_not_called_a_full_database(
    config: Config, tmp_path: Path, format: str
) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    seed(config, 3, 5)
    small, unshare = tmp_path / "small", shutil.which("unshare")
    small.mkdir()
    mount = f"mount -t tmpfs -o size=8k none {small}"
    if unshare is None or shell(unshare, "-rm", "sh", "-c", mount).returncode:
        pytest.skip("this machine does not let us mount a small file system (unshare -rm)")
    fill = f"(dd if=/dev/zero of={small}/ballast bs=1k 2>/dev/null; true)"
    export = command(config, format, small / "new" / "out")
    script = f"{mount} && {fill} && {export}; code=$?; ls -A {small}; exit $code"
    done = shell(unshare, "-rm", "sh", "-c", script)
    assert done.returncode == 1, done.stderr
    assert done.stdout == "ballast\n", "something half-written is there"
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"courtside: cannot write {small}/new/out")
    assert line.endswith(": its disk is full; free some space there, or choose another --out")


@pytest.mark.parametrize("format", ["steps", "csv", "sqlite"])
def test_a_file_larger_than_the_shell_allows_is_not_called_a_full_disk(
    config: Config, tmp_path: Path, format: str
) -> None:
    seed(config, 10, 60)
    out = tmp_path / "new" / "out"
    done = shell("bash", "-c", f"ulimit -f 40; {command(config, format, out)}")
    assert done.returncode == 1, done.stderr
    assert not out.parent.exists(), "something half-written is there"
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"courtside: cannot write {out}") and "`ulimit -f`" in line


@pytest.mark.parametrize("format", ["steps", "sqlite", "playwright"])
@pytest.mark.parametrize(
    ("below", "why"),
    [("a_file", "a part of that path is a file"), ("/proc", "no folder can be made there")],
)
def test_a_place_where_nothing_can_be_written_is_named(
    config: Config, tmp_path: Path, format: str, below: str, why: str
) -> None:
    seed(config, 1)
    (tmp_path / "a_file").write_text("kept")
    out = tmp_path / below / "out.py"
    done = shell("sh", "-c", command(config, format, out))
    assert done.returncode == 1
    assert done.stderr == f"courtside: cannot write {out}: {why}; choose another --out\n"
    assert (tmp_path / "a_file").read_text() == "kept"
