"""The file that says which models are in use, and what the live judge is because of it."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest

from courtside_judge.backends.chosen import (
    Chosen,
    ModelChoice,
    live_judge,
    load_chosen,
    save_chosen,
)
from courtside_store.config import Config

REASONER = ModelChoice(
    backend="llama_cpp", model="/models/small.gguf", name="small", sha256="ab" * 32, bytes=7
)


def test_what_was_chosen_is_read_back_and_is_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "models.json"
    assert load_chosen(path) == Chosen()
    chosen = Chosen(
        reasoner=REASONER,
        captioner=ModelChoice(backend="openai", model="http://127.0.0.1:8080/v1", name="seer"),
    )
    save_chosen(path, chosen)
    assert load_chosen(path) == chosen
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["models.json"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b'{"reasoner": {"backend": "magic"}}', b"\xff"),
        b'{"reasoner": {"model": "\xff"}}',
        b'{"reasoner": ' + b"[" * 100_000,
    ],
    ids=lambda body: repr(body[:20]),
)
def test_a_file_that_nobody_can_read_is_one_line_that_says_what_to_do(
    tmp_path: Path, body: bytes
) -> None:
    path = tmp_path / "models.json"
    path.write_bytes(body)
    with pytest.raises(ValueError, match="courtside model use") as refused:
        load_chosen(path)
    assert str(path) in str(refused.value) and "\n" not in str(refused.value)


def test_a_chosen_reasoner_makes_cascade_the_live_judge(config: Config) -> None:
    assert live_judge(config) == "evidence"
    save_chosen(config.models_file, Chosen(captioner=REASONER))
    assert live_judge(config) == "evidence", "a captioner alone judges nothing"
    save_chosen(config.models_file, Chosen(reasoner=REASONER))
    assert live_judge(config) == "cascade"
    assert live_judge(msgspec.structs.replace(config, judge="evidence")) == "evidence"
