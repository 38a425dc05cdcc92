"""A decoder reads a run once and each of its tasks as if it stood there alone, and learns from it.

On a tiny model with random weights: what it says means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tiny_qwen import write_reader

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")
pytest.importorskip("transformers", reason="transformers is missing: sh packaging/setup.sh models")
pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

import torch

from courtside_training.fitting.rows import run_rows
from courtside_training.language import fine_tune_decoder
from courtside_training.language.decoder import MAX_RUN_TOKENS, Asked, Decoder, laid_out
from courtside_training.language.decoder_adapter import GGUF, write_adapter
from courtside_training.language.fine_tune_decoder import learn, packs_to_learn, run_lines, scored
from courtside_training.tables import EXAM_TABLES, read_tables

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]
LINES = ['click button "Save" | new: Saved', "Boards | shows: Garden"]
GARDEN, ORCHARD = Asked("Save it.", "Done.", True), Asked("Rename it to Orchard.", "", False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_reader(tmp_path_factory.mktemp("model") / "tiny")


@pytest.fixture
def decoder(folder: Path) -> Decoder:
    return Decoder(folder, first_adapted=1)


def test_a_task_sees_its_run_and_no_other_task(decoder: Decoder) -> None:
    def odds(lines: list[str], *asked: Asked) -> list[float]:
        with torch.inference_mode():
            return [float(one) for one in decoder.log_odds([decoder.pack(lines, asked)])]

    other_task = Asked("Sell it.", "Done.", True)
    other_run = [LINES[0].replace("Saved", "Error"), LINES[1]]
    both = odds(LINES, GARDEN, ORCHARD)
    assert both == pytest.approx([*odds(LINES, GARDEN), *odds(LINES, ORCHARD)], abs=0.02)
    assert odds(LINES, other_task, ORCHARD)[1] == both[1] != odds(other_run, GARDEN, ORCHARD)[1]
    with torch.inference_mode():
        packs = [decoder.pack(LINES, asked) for asked in ([GARDEN], [GARDEN, ORCHARD])]
        beside = decoder.log_odds(packs).tolist()
    assert beside == pytest.approx([both[0], *both], abs=0.02)


def test_tasks_stand_at_the_same_places_and_end_where_they_do(decoder: Decoder) -> None:
    pack = decoder.pack(LINES, [GARDEN, ORCHARD])
    _, places, mask, ends = laid_out([pack])
    begin, first = len(pack.run), len(pack.tasks[0])
    assert places[0, begin].item() == places[0, begin + first].item() == begin
    assert ends == [(0, begin + first - 1), (0, pack.length - 1)]
    assert mask[0, 0, begin + first, begin].item() < 0 and mask[0, 0, begin + first, 0].item() == 0


def test_of_a_long_run_the_newest_is_kept(decoder: Decoder) -> None:
    long = [f'click button "{n}"' for n in range(500)]
    pack = decoder.pack(long, [GARDEN])
    short = decoder.pack(long[-20:], [GARDEN])
    assert len(pack.run) - len(decoder.pack([], [GARDEN]).run) == MAX_RUN_TOKENS
    assert pack.run[-100:] == short.run[-100:]


def interrupted(calls: Iterator[Callable[..., Any]]) -> Callable[..., Any]:
    """The next of them; Ctrl-C where there is none."""
    found = next(calls, None)
    if found is None:
        raise KeyboardInterrupt
    return found


def test_it_learns_is_stopped_goes_on_and_is_written_for_llama_cpp(
    decoder: Decoder,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(fine_tune_decoder, "KEPT", tmp_path)
    monkeypatch.setattr(fine_tune_decoder, "RATE", 0.05)
    monkeypatch.setattr(fine_tune_decoder, "KEPT_EVERY", 3)
    packs = [decoder.pack(LINES, [GARDEN, ORCHARD])] * 60
    stopped = Decoder(folder, first_adapted=1)
    with monkeypatch.context() as stopping, pytest.raises(KeyboardInterrupt):
        losses = iter([fine_tune_decoder._loss] * 16)
        stopping.setattr(fine_tune_decoder, "_loss", lambda *given: interrupted(losses)(*given))
        learn(stopped, packs, 80)
    capsys.readouterr()
    learn(decoder, packs, 80)
    steps = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in steps] == [f"step {n} of 8" for n in range(4, 9)]
    with torch.inference_mode():
        garden, orchard = decoder.log_odds(packs[:1]).tolist()
    assert garden > 0 > orchard
    again = Decoder(folder, first_adapted=1)
    learn(again, packs, 80)
    assert not capsys.readouterr().out, "it had ended"
    with torch.inference_mode():
        assert again.log_odds(packs[:1]).tolist() == pytest.approx([garden, orchard], abs=0.02)
    assert write_adapter(decoder, tmp_path) == "" and (tmp_path / GGUF).stat().st_size > 1_000


def test_runs_of_exams_are_told_without_what_the_agent_says_and_judged(decoder: Decoder) -> None:
    rows = run_rows(read_tables([EXAM_TABLES / "exam-bank.jsonl.xz"]))[:12]
    assert not any("says:" in run_lines(row)[-1] for row in rows)
    packs = packs_to_learn(decoder, rows)
    assert len(packs) > len(rows) and all(len(one.tasks) == len(one.right) for one in packs)
    assert {*scored(decoder, rows)} == {
        *("runs", "right", "auroc", "claimers_auroc", "accuracy", "findings", "together")
    }
