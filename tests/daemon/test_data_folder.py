"""One daemon a data folder."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

import msgspec
import pytest

from courtside_daemon import data_folder
from courtside_daemon.data_folder import announced, only_one
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(data_dir=tmp_path)


def test_what_a_killed_daemon_left_is_never_taken_for_the_one_that_starts(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = Running(url="http://127.0.0.1:1", pid=1, version="0")
    config.running_file.write_bytes(msgspec.json.encode(left))
    seen: list[Running | None] = []

    class Looking:
        """Somebody looks whenever the lock has changed."""

        LOCK_SH, LOCK_EX, LOCK_NB = fcntl.LOCK_SH, fcntl.LOCK_EX, fcntl.LOCK_NB

        @staticmethod
        def flock(lock: IO[bytes], how: int) -> None:
            fcntl.flock(lock, how)
            seen.append(read_running(config))

    monkeypatch.setattr(data_folder, "fcntl", Looking)
    with only_one(config):
        assert seen and set(seen) == {None}


def test_a_second_daemon_leaves_the_first_one_s_address(config: Config) -> None:
    with only_one(config), announced(config, 7, "1") as first:
        with pytest.raises(RuntimeError, match="another daemon has"), only_one(config):
            pass
        assert read_running(config) == first
    assert read_running(config) is None
