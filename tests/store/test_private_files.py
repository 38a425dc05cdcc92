"""What is recorded can be read by its owner alone, and is there after a power cut if so wished."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from builders import a_jpeg, sha

from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.private_files import drop_partials, make_private, open_private, write_private


def open_to_others(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o077)


@pytest.fixture(autouse=True)
def generous() -> object:
    """A process whose files everybody may read."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_folder_that_was_there_is_closed_with_all_that_is_in_it(config: Config) -> None:
    config.data_dir.mkdir(mode=0o777)
    config.data_dir.chmod(0o777)
    config.blobs.mkdir(mode=0o777)
    for name in ("courtside.db", "daemon.log", "judge.log", "credentials.json"):
        (config.data_dir / name).touch(mode=0o666)
    with Store.open(config) as store:
        store.add_blob(a_jpeg())
        kept = (config.data_dir, *config.data_dir.rglob("*"))
        assert not [path for path in kept if open_to_others(path)]


def test_a_folder_that_everybody_shares_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    make_private(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


def test_a_log_that_was_open_to_others_is_closed(tmp_path: Path) -> None:
    (tmp_path / "daemon.log").touch(mode=0o666)
    with open_private(tmp_path / "daemon.log", "ab") as log:
        log.write(b"x")
    assert not open_to_others(tmp_path / "daemon.log")


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    write_private(tmp_path / "a", b"before")
    monkeypatch.setattr("courtside_store.private_files.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "a", b"after", flush=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"before" and not open_to_others(tmp_path / "a")


def test_ctrl_c_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("courtside_store.private_files.os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_private(tmp_path / "a", b"after", flush=True)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_left_is_deleted_and_what_is_being_written_stays(
    tmp_path: Path,
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    (tmp_path / "below").mkdir()
    left = tmp_path / "below" / f"a.bin.{int(ended.stdout)}-7.part"
    mine, other = tmp_path / f"a.bin.{os.getpid()}-7.part", tmp_path / "notes.part"
    for path in (left, mine, other):
        path.touch()
    drop_partials(tmp_path)
    assert not left.exists() and mine.exists() and other.exists()


@pytest.mark.parametrize(("survives", "flushed"), [(False, 0), (True, 3)])
def test_what_survives_power_loss_flushes_frames_and_their_folders_too(
    config: Config, monkeypatch: pytest.MonkeyPatch, survives: bool, flushed: int
) -> None:
    seen: list[str] = []
    real = os.fsync

    def watched(number: int) -> None:
        seen.append(str(Path(f"/proc/self/fd/{number}").readlink()))
        real(number)

    with Store.open(msgspec.structs.replace(config, survive_power_loss=survives)) as store:
        monkeypatch.setattr("courtside_store.private_files.os.fsync", watched)
        store.add_blob(a_jpeg())
    assert len(seen) == flushed
    if flushed:
        home = str(config.blobs / sha(a_jpeg())[:2])
        assert seen[0] == str(config.blobs) and home in seen[1] and seen[2] == home


@pytest.mark.parametrize("left", [b"", b"half", b"longer than it was" * 100, bytes(len(a_jpeg()))])
def test_a_damaged_file_is_mended_when_it_comes_again(tmp_path: Path, left: bytes) -> None:
    blobs = Blobs(tmp_path)
    name = blobs.add(a_jpeg())
    blobs.path(name).write_bytes(left)
    assert not blobs.has_bytes(name, a_jpeg())
    assert blobs.add(a_jpeg()) == name and blobs.read(name) == a_jpeg()
