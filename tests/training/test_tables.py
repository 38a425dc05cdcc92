"""What is kept of an episode is all that a fit needs: the same numbers as the judge has live."""

from __future__ import annotations

import lzma
from pathlib import Path

import msgspec
import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.features import features
from courtside_judge.evidence.linear import LogisticModel, RunModel, Weights
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.protocol import Case
from courtside_store.records import JudgeStamp
from courtside_training import tables
from courtside_training.collecting.episodes import EXPLORED, Episode, append
from courtside_training.fitting.features import row_of, rows_of
from courtside_training.fitting.language_scores import key_of
from courtside_training.fitting.rows import VIEWS, run_rows, step_rows
from courtside_training.packed_lines import write_lines
from courtside_training.tables import absent, all_tables, read_tables, save_table

RUN = RunModel.alike(
    LogisticModel(
        bias=-0.4, weights={"asked-clicked": 2.0, "handed-in-done": 1.0, "something-right": 1}
    )
)


def an_episode(seed: int = 1, world: str = "fossil") -> Episode:
    """Types a name, and saves it."""
    field = an_element(1, "Name", role="textbox", value="")
    save = an_element(2, "Save")
    empty = a_screen(field, save)
    typed = a_screen(replace(field, value="Ada"), save)
    steps = (
        a_step(1, an_action("type", name="Name", text="Ada"), before=empty, after=typed),
        a_step(2, an_action(name="Save"), before=typed, after=a_screen(an_element(3, "Saved"))),
    )
    return Episode(
        world=world,
        kind="name",
        seed=seed,
        behaviour="straight",
        task='Enter "Ada" as the name and press "Save".',
        steps=steps,
        answer="Done.",
        claims_success=True,
        oracle=True,
        labels=("towards-the-goal", "goal-reached"),
    )


def test_steps_have_the_features_that_the_live_judge_gives_them() -> None:
    episode = an_episode()
    none = LogisticModel(bias=0.0, weights={})
    weights = Weights(version="t", run=RUN, unsighted=none, read=RUN, step=none, read_step=none)
    case = Case(run="run_" + "0" * 20, task=episode.task)
    live = EvidenceSession(case, weights, JudgeStamp(name="t"))
    for step, row in zip(episode.steps, step_rows([row_of(episode)], RUN), strict=True):
        there = {name: x for name, x in features(live.follow(step)).items() if x}
        assert row.amounts == pytest.approx(there, abs=1e-3)


def test_a_row_keeps_no_screen_and_tells_the_run_in_short_lines() -> None:
    row = row_of(an_episode())
    assert row.episode.steps == ()
    assert set(row.views) == set(VIEWS)
    first, second = row.story.lines
    assert first.last.given == "Ada" and "Name=Ada" in first.new
    assert second.pressed_last == "Save" and "Saved" in second.new
    assert row.story.end.shows == ("Saved",)


def test_a_table_is_read_as_it_was_written_and_the_same_rows_make_the_same_bytes(
    tmp_path: Path,
) -> None:
    rows = [row_of(an_episode(seed)) for seed in range(3)]
    first, second = tmp_path / "a.jsonl.xz", tmp_path / "b.jsonl.xz"
    write_lines(first, rows)
    write_lines(second, rows[::-1])
    assert second.read_bytes() == first.read_bytes()
    assert read_tables([first]) == rows
    for one in run_rows(rows):
        assert one.amounts == one.row.views["elements"].run


def test_a_table_that_still_holds_the_row_of_a_pressed_control_is_read_without_it(
    tmp_path: Path,
) -> None:
    row = row_of(an_episode())
    plain = msgspec.json.encode(row)
    earlier = plain.replace(b'"kind":"click"', b'"kind":"click","row":"Ada"')
    assert earlier != plain
    path = tmp_path / "a.jsonl.xz"
    path.write_bytes(lzma.compress(earlier + b"\n"))
    assert read_tables([path]) == [row]


def test_many_rows_are_made_in_several_processes_in_their_order() -> None:
    rows = rows_of([an_episode(seed) for seed in range(60)])
    assert [row.episode.seed for row in rows] == list(range(60))


def test_a_table_of_a_sealed_world_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ihatemoney.jsonl.xz"
    write_lines(path, [row_of(an_episode(world="ihatemoney"))])
    with pytest.raises(ValueError, match="ihatemoney is sealed"):
        read_tables([path])
    assert len(read_tables([path], sealed=True)) == 1


def test_a_table_can_be_added_to_and_an_episode_made_again_replaces_its_row() -> None:
    earlier = [row_of(an_episode(seed)) for seed in (1, 2)]
    again = [row_of(an_episode(seed)) for seed in (2, 3)]
    kept = absent(earlier, again)
    assert [row.episode.seed for row in kept] == [1]


def test_an_episode_that_was_collected_twice_stands_in_its_table_once(tmp_path: Path) -> None:
    path = tmp_path / "fossil.jsonl.xz"
    save_table(path, [row_of(an_episode(seed)) for seed in (1, 2, 1)], "MIT")
    assert sorted(row.episode.seed for row in read_tables([path])) == [1, 2]


@pytest.mark.parametrize("path", all_tables(), ids=lambda path: path.name)
def test_no_table_that_a_fit_reads_has_a_run_twice(path: Path) -> None:
    keys = [key_of(row.episode) for row in read_tables([path])]
    assert len(keys) == len(set(keys))


def test_runs_of_the_explorer_are_kept_apart_from_what_a_judge_learns_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OUT", "TABLES", "EXPLORER_TABLES"):
        monkeypatch.setattr(tables, name, tmp_path / name)
    monkeypatch.setattr(tables, "note", lambda entry: None)
    (tmp_path / "OUT").mkdir()
    append(tmp_path / "OUT" / "fossil.jsonl", an_episode(1))
    append(tmp_path / "OUT" / "fossil.jsonl", replace(an_episode(500), behaviour=EXPLORED))
    for flags in ([], ["--explorer"]):
        monkeypatch.setattr("sys.argv", ["tables", *flags])
        tables.main()
    kept = [read_tables((tmp_path / name).glob("*")) for name in ("TABLES", "EXPLORER_TABLES")]
    assert [[row.episode.seed for row in rows] for rows in kept] == [[1], [500]]
