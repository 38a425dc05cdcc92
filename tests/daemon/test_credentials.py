"""Tokens are kept as hashes, are valid until revoked, and those of viewers expire."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from courtside_daemon import credentials as credentials_module
from courtside_daemon.credentials import Credentials
from courtside_store.records import now_ms

MONTH_MS = 30 * 24 * 3600 * 1000


def test_only_the_hash_of_a_token_is_on_disk_in_a_file_of_its_owner(tmp_path: Path) -> None:
    id, token = Credentials(tmp_path).issue("ingest", "laptop", "extension")
    file = tmp_path / "credentials.json"
    assert token not in file.read_text() and id in file.read_text()
    for kept in (file, tmp_path / "control.token"):
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_token_is_found_again_by_the_next_daemon(tmp_path: Path) -> None:
    id, token = Credentials(tmp_path).issue("ingest", "laptop", "extension")
    found = Credentials(tmp_path).find(token)
    assert found is not None
    assert (found.id, found.scope, found.name, found.source) == (
        id,
        "ingest",
        "laptop",
        "extension",
    )


def test_a_revoked_token_is_out_of_force_at_once_and_for_good(tmp_path: Path) -> None:
    credentials = Credentials(tmp_path)
    id, token = credentials.issue("ingest")
    held = credentials.find(token)
    assert held is not None and credentials.revoke(id)
    assert credentials.find(token) is None and not credentials.is_valid(held)
    assert Credentials(tmp_path).find(token) is None
    assert not credentials.revoke(id)


def test_a_viewer_s_token_expires_and_a_source_s_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    credentials = Credentials(tmp_path)
    (_, viewer), (_, source) = credentials.issue("view"), credentials.issue("ingest")
    later = now_ms() + MONTH_MS + 1
    monkeypatch.setattr(credentials_module, "now_ms", lambda: later)
    assert credentials.find(viewer) is None
    assert credentials.find(source) is not None
    credentials.issue("ingest")  # what has expired leaves the file with the next change
    assert '"view"' not in (tmp_path / "credentials.json").read_text()


def test_the_control_token_is_made_once_and_is_no_source(tmp_path: Path) -> None:
    Credentials(tmp_path)
    token = (tmp_path / "control.token").read_text()
    credentials = Credentials(tmp_path)
    found = credentials.find(token)
    assert found is not None and found.scope == "control" and credentials.is_valid(found)
    assert credentials.sources() == []


def test_an_empty_control_token_is_made_again_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "control.token"
    file.write_bytes(b"\n")
    credentials = Credentials(tmp_path)
    assert len(file.read_text()) > 40 and credentials.find(file.read_text()) is not None
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"control\.token is damaged; delete it"):
        Credentials(tmp_path)


@pytest.mark.parametrize("token", ["", "x", "\ud800", "é" * 43, "x" * 100_000])
def test_what_is_no_token_belongs_to_nobody(tmp_path: Path, token: str) -> None:
    credentials = Credentials(tmp_path)
    credentials.issue("view")
    assert credentials.find(token) is None
