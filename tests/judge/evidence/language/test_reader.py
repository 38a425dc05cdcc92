"""The small language model reads a run's task and story, and says how likely the run did it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from story_lines import a_line

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.language import reader as module
from courtside_judge.evidence.language.reader import (
    MAX_TASK_TOKENS,
    MAX_TOKENS,
    VOCABULARY,
    LanguageReader,
    language_reader,
)
from courtside_judge.evidence.language.run_text import render_run
from courtside_judge.evidence.story_line import StoryAction, StoryEnd, StoryLine
from courtside_judge.evidence.story_run import StoryRun, whole_run

TASK = "Rename the board Garden to Orchard."
OPENED = 'click button "Settings" | new: Name=Garden, Save'
SEPARATOR = 102


@pytest.fixture(scope="module")
def reader() -> LanguageReader:
    pytest.importorskip("onnxruntime", reason="pip install 'courtside[language]'")
    return LanguageReader()


def a_run(*lines: str, shows: tuple[str, ...] = (), answer: str = "Done.") -> StoryRun:
    end = StoryEnd(place="Boards", shows=shows)
    return whole_run(read_goal(TASK), [*map(a_line, lines)], end, answer)


def test_its_log_odds_are_near_those_of_the_model_in_32_bits(reader: LanguageReader) -> None:
    saved = 'click button "Save" | sent PUT /boards/3: 200 | new: Board saved'
    typed = 'type "{}" into textbox "Name"'
    done = a_run(OPENED, typed.format("Orchard"), saved, shows=("Orchard", "Board saved"))
    left = 'click button "Cancel" | new: Garden'
    undone = a_run(OPENED, typed.format("Orchid"), left, shows=("Garden", "Kitchen"))
    given_up = a_run(OPENED, shows=("Garden", "Kitchen"), answer="I could not find it.")
    found = [reader.log_odds(TASK, run) for run in (done, undone, given_up)]
    assert found == pytest.approx([0.267, -0.472, -4.958], abs=0.1)
    assert found == [reader.log_odds(TASK, run) for run in (done, undone, given_up)]


def test_the_task_comes_first_and_the_end_last(reader: LanguageReader) -> None:
    vocabulary = VOCABULARY.read_text("utf-8").splitlines()
    text = " ".join(vocabulary[number] for number in reader.tokens(TASK, a_run("click")))
    assert text == (
        "[CLS] ren ##ame the board garden to orchard . [SEP] "
        "click ; boards | shows : | says : done . [SEP]"
    )


def test_of_thousands_of_lines_the_newest_are_read(reader: LanguageReader) -> None:
    lines = [f'click button "{n}" | new: row {n}' for n in range(5_000)]
    tokens = reader.tokens(TASK, a_run(*lines))
    assert len(tokens) == MAX_TOKENS and tokens.count(SEPARATOR) == 2
    assert tokens[-100:] == reader.tokens(TASK, a_run(*lines[-100:]))[-100:]
    assert abs(reader.log_odds_of(tokens)) < 20


def test_a_long_task_leaves_room_for_the_story(reader: LanguageReader) -> None:
    tokens = reader.tokens("so " * 10_000, a_run(*["click"] * 1_000))
    assert len(tokens) == MAX_TOKENS and tokens.index(SEPARATOR) == MAX_TASK_TOKENS + 1


def test_of_no_task_and_no_answer_there_is_still_a_number(reader: LanguageReader) -> None:
    assert reader.log_odds("", a_run("no action", answer="")) is not None


def test_no_secret_is_in_the_text() -> None:
    hidden = StoryAction(kind="type", role="textbox", name="PIN", text="4711", is_secret=True)
    text = " ".join(render_run([StoryLine(actions=(hidden,))], StoryEnd(), "Done."))
    assert 'type (secret) into textbox "PIN"' in text and "4711" not in text


def test_without_onnxruntime_there_is_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert language_reader() is None


def assert_reads_nothing_and_says_so_once(
    reader: LanguageReader, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [reader.log_odds(TASK, a_run("click")) for _ in range(2)] == [None, None]
    assert capsys.readouterr().err.count("no run is read by a language model") == 1


@pytest.mark.parametrize("bytes_left", [None, 0, 100_000])
def test_a_model_that_is_missing_or_cut_reads_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bytes_left: int | None
) -> None:
    pytest.importorskip("onnxruntime", reason="pip install 'courtside[language]'")
    cut = tmp_path / "language.onnx"
    if bytes_left is not None:
        cut.write_bytes(module.WEIGHTS.read_bytes()[:bytes_left])
    assert_reads_nothing_and_says_so_once(LanguageReader(cut), capsys)


def test_a_vocabulary_that_is_cut_reads_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "vocab.txt").write_text("[PAD]\n", "utf-8")
    assert_reads_nothing_and_says_so_once(LanguageReader(vocabulary=tmp_path / "vocab.txt"), capsys)


@pytest.mark.parametrize(
    "error", ["ImportError", "RuntimeError", "AttributeError", "OSError", "SystemExit"]
)
def test_an_onnxruntime_that_fails_to_load_reads_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: str,
) -> None:
    (tmp_path / "onnxruntime.py").write_text(f"raise {error}('broken')\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    assert_reads_nothing_and_says_so_once(LanguageReader(), capsys)


def test_the_model_is_loaded_once_a_process_and_not_before_it_reads() -> None:
    pytest.importorskip("onnxruntime", reason="pip install 'courtside[language]'")
    assert language_reader() is language_reader()
    assert "_session" not in vars(LanguageReader()), "loaded at its first use"


@pytest.mark.alone
def test_a_run_of_512_tokens_costs_less_than_a_second_of_one_core(reader: LanguageReader) -> None:
    run = a_run(*[OPENED] * 200)
    assert len(reader.tokens(TASK, run)) == MAX_TOKENS
    reader.log_odds(TASK, run)
    before, begun = time.process_time(), time.thread_time()
    reader.log_odds(TASK, run)
    took = time.process_time() - before
    assert took < 1 and time.thread_time() - begun > 0.9 * took, "on one thread"
