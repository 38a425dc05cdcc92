"""Other tasks for recorded runs are read as the judge reads a run, and a run's stay together."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="fine-tuning needs torch")
pytest.importorskip("transformers", reason="fine-tuning needs transformers")
pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from msgspec.structs import replace

from courtside_training.fitting.language_scores import key_of, story_tokens, tokens_of_lines
from courtside_training.fitting.rows import RunRow, run_rows
from courtside_training.language.fine_tuning import (
    COMPARING_BATCH_TOKENS,
    LabelledText,
    batches_of_runs,
)
from courtside_training.language.other_tasks import (
    INVENTED_RUNS,
    OTHER_TASKS,
    InventedRun,
    OtherTask,
    read_invented_runs,
    read_other_tasks,
    with_answer,
)
from courtside_training.packed_lines import read_lines, write_lines
from courtside_training.tables import CHOOSING_TABLES, EXAM_TABLES, KEPT_BACK_TABLES, read_tables


@pytest.fixture(scope="module")
def rows() -> list[RunRow]:
    return run_rows(read_tables([EXAM_TABLES / "exam-bank.jsonl.xz"]))


def a_task(row: RunRow, task: str, answer: str, right: bool) -> OtherTask:
    world, kind, seed, behaviour = key_of(row.episode)
    return OtherTask(
        world=world,
        kind=kind,
        seed=seed,
        behaviour=behaviour,
        task=task,
        answer=answer,
        right=right,
    )


def test_the_runs_own_task_and_answer_give_what_the_judge_reads(
    rows: list[RunRow], tmp_path: Path
) -> None:
    file, run = tmp_path / "tasks.xz", rows[0].episode
    other = a_task(rows[0], "Pay the rent.", "Paid.", right=False)
    own = a_task(rows[0], run.task, run.answer, run.oracle)
    write_lines(file, [other, own, replace(other, world="gone")])
    found = read_other_tasks(rows, file)
    assert len(found) == 2, "a run that is not among the rows is left out"
    read = story_tokens(run, rows[0].row.story)
    assert sorted(one.tokens == read for one in found) == [False, True]
    assert {one.run for one in found} == {key_of(run)}


def test_an_invented_run_is_read_with_the_answer_at_its_end(tmp_path: Path) -> None:
    story = ('click button "Send" | the page said: Sent', "Outbox | shows: Outbox")
    one = InventedRun(app="a", run=1, story=story, task="Send it.", answer="", right=True)
    write_lines(tmp_path / "runs.xz", [one])
    (found,) = read_invented_runs(tmp_path / "runs.xz")
    lines = (story[0], "Outbox | shows: Outbox | says: nothing")
    assert with_answer(story, "") == lines
    assert found.tokens == tokens_of_lines("Send it.", lines) and found.right


def test_texts_of_a_run_are_in_one_batch_and_each_is_there_once() -> None:
    texts = [
        LabelledText(
            tokens=[run] * (40 + 9 * run), right=n < 2, is_exam=True, run=("w", "k", run, "")
        )
        for run in range(60)
        for n in range(3)
    ]
    batches = [*batches_of_runs(texts, random.Random(1))]
    assert sorted(len(one.tokens) for batch in batches for one in batch) == sorted(
        len(one.tokens) for one in texts
    )
    seen = [one.run for batch in batches for one in {x.run: x for x in batch}.values()]
    assert len(seen) == len({*seen}) == 60
    assert all(
        max(len(one.tokens) for one in batch) * len(batch) <= COMPARING_BATCH_TOKENS
        for batch in batches
    )


def test_no_task_was_written_for_a_run_that_is_kept_back() -> None:
    kept_back = {path.name.split(".")[0] for path in KEPT_BACK_TABLES.glob("*.xz")}
    tasks = read_lines(OTHER_TASKS, OtherTask)
    assert kept_back and not kept_back & {one.world for one in tasks}
    choosing = read_tables(CHOOSING_TABLES.glob("*.xz"))
    known = {key_of(row.episode) for row in run_rows([*read_tables(), *choosing])}
    assert {one.key for one in tasks} <= known
    for found in (tasks, read_lines(INVENTED_RUNS, InventedRun)):
        assert 0.45 < sum(one.right for one in found) / len(found) < 0.58
