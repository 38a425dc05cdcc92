"""An export's folder is there whole or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from courtside_formats.exports.folder import new_folder


def test_a_folder_gets_its_name_when_all_of_it_is_written(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    with new_folder(out) as folder:
        (folder / "images").mkdir()
        (folder / "images" / "a").write_text("a")
        assert not out.exists()
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    assert (out / "images" / "a").read_text() == "a"


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    with new_folder(tmp_path / "out") as folder:
        (folder / "a").write_text("a")
    empty = tmp_path / "empty"
    empty.mkdir()
    with new_folder(empty) as folder:
        (folder / "a").write_text("a")
    assert (empty / "a").is_file()


@pytest.mark.parametrize("kind", ["folder", "file", "link", "link to an empty folder"])
def test_what_is_there_is_refused_and_stays_as_it_was(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "folder":
        out.mkdir()
        (out / "mine").write_text("mine")
    elif kind == "file":
        out.write_text("mine")
    elif kind == "link":
        out.symlink_to(tmp_path / "nowhere")
    else:
        (tmp_path / "there").mkdir()
        out.symlink_to(tmp_path / "there")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileExistsError, match="choose another --out"), new_folder(out):
        raise AssertionError("nothing is to be written")
    assert sorted(tmp_path.iterdir()) == before


def test_what_another_wrote_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(FileExistsError), new_folder(out) as folder:
        (folder / "a").write_text("ours")
        out.mkdir()
        (out / "a").write_text("theirs")
    assert (out / "a").read_text() == "theirs" and len(list(tmp_path.iterdir())) == 1


def test_what_a_kill_leaves_is_deleted_by_the_next_one(tmp_path: Path) -> None:
    out = tmp_path / "out"
    killed = (
        "import os, pathlib, sys\n"
        "from courtside_formats.exports.folder import new_folder\n"
        "with new_folder(pathlib.Path(sys.argv[1])) as folder:\n"
        "    (folder / 'a').write_text('half')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", killed, str(out)], check=False, env=env)
        assert not out.exists() and len(list(tmp_path.iterdir())) == 1
    with new_folder(out) as mine, new_folder(tmp_path / "out.b") as other:
        assert {mine.parent, other.parent} == {tmp_path} and len(list(tmp_path.iterdir())) == 2
    assert {one.name for one in tmp_path.iterdir()} == {"out", "out.b"}


def test_an_error_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="half-way"), new_folder(tmp_path / "out") as folder:
        (folder / "a").write_text("a")
        raise RuntimeError("half-way")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    mount = f"mount -t tmpfs -o size=1m none {tmp_path}"
    if (
        unshare is None
        or subprocess.run([unshare, "-rm", "sh", "-c", mount], capture_output=True).returncode
    ):
        pytest.skip("this machine does not let us mount a small file system (unshare -rm)")
    run = f"{mount} && exec {sys.executable} {__file__} {tmp_path}"
    done = subprocess.run(
        [unshare, "-rm", "sh", "-c", run],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "No space left on device []\n"), done.stderr


def fill(folder: Path) -> None:
    """Writes two megabytes to a disk of one."""
    try:
        with new_folder(folder / "out") as part:
            (part / "big").write_bytes(os.urandom(2_000_000))
    except OSError as error:
        print(error.strerror, list(folder.iterdir()))


if __name__ == "__main__":
    fill(Path(sys.argv[1]))
