"""What holds runs beside the database goes when everything goes."""

from __future__ import annotations

import fcntl
from pathlib import Path

import msgspec
import pytest

from courtside_store.config import Config
from courtside_store.database import Store


@pytest.fixture
def left(config: Config) -> list[Path]:
    """The judge's log, a demo's run, and a session that was not sent."""
    files = [
        config.judge_log,
        config.demo_dir / "courtside.db",
        config.outbox / "ses_a" / "messages.json",
    ]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("what stood on a page")
    return files


def test_all_goes_with_all_runs(config: Config, left: list[Path]) -> None:
    with Store.open(config) as store:
        gone, freed = store.purge()
    assert gone == () and freed == 3 * len("what stood on a page")
    assert left[0].read_bytes() == b""  # a judge that runs goes on with it
    assert not config.demo_dir.exists() and not left[2].exists()


def test_nothing_of_it_goes_with_single_runs(config: Config, left: list[Path]) -> None:
    with Store.open(config) as store:
        store.purge(["run_none"])
    assert all(file.read_text() == "what stood on a page" for file in left)


def test_a_demo_that_runs_and_a_session_that_is_being_sent_stay(
    config: Config, left: list[Path]
) -> None:
    lock = msgspec.structs.replace(config, data_dir=config.demo_dir).lock_file
    left[2].parent.rename(config.outbox / "ses_a.1")
    with lock.open("w") as held, Store.open(config) as store:
        fcntl.flock(held, fcntl.LOCK_EX)
        store.purge()
    assert left[1].exists() and (config.outbox / "ses_a.1" / "messages.json").exists()
