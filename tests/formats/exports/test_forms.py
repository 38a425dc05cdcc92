"""Each form of training data says what the store holds, and is read again by what it is for."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_screen, a_step, an_element
from export_stores import (
    NAME,
    SAVE,
    TASK,
    a_form,
    add_run,
    export,
    on,
    two_attempts,
)
from labels import SESSION

from courtside_formats.exports.atif import ATIF
from courtside_formats.exports.chat import COMPLETION, IMAGE, OPENAI, SHAREGPT
from courtside_formats.exports.judged import Selection
from courtside_formats.exports.pae import pae
from courtside_formats.exports.preferences import PREFERENCE
from courtside_formats.exports.turns import FENCE
from courtside_formats.importers import load_runs
from courtside_refine.actors.webarena_grammar import read_webarena_reply, write_webarena_action
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.geometry import Point
from courtside_store.reading import Reader
from courtside_store.records import (
    Action,
    ActionKind,
    Observation,
    Oracle,
    Target,
)

TYPES, SAVES, CANCELS = "type [1] [Ada] [0]", "click [2]", "click [3]"


@pytest.fixture
def runs(config: Config) -> tuple[str, str]:
    with Store.open(config) as store:
        return two_attempts(store)


def action_in(answer: str) -> str:
    """The action in an answer, as our own text actor reads it."""
    return write_webarena_action(read_webarena_reply(answer).action)


def of_run(rows: list[dict[str, Any]], run: str, name: str = "run") -> list[dict[str, Any]]:
    return [row for row in rows if row[name] == run]


def test_a_conversation_of_openai_s_has_weights_and_the_pictures_in_it(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    done, rows = export(config, tmp_path / "out", OPENAI)
    good, bad = (of_run(rows, run, "id")[0]["messages"] for run in runs)
    assert [m["role"] for m in good] == ["system", *["user", "assistant"] * 3]
    answers = [m for m in good if m["role"] == "assistant"]
    assert [action_in(m["content"]) for m in answers] == [TYPES, SAVES, "stop [Saved.]"]
    assert [m["weight"] for m in answers] == [1, 1, 1]
    assert answers[0]["content"].startswith("The name first.\n" + FENCE)
    picture, text = good[1]["content"]
    head, _, data = picture["image_url"]["url"].partition(",")
    assert head == "data:image/jpeg;base64" and base64.b64decode(data) == a_jpeg(1, (64, 48))
    assert TASK in text["text"] and "[2] [BUTTON] [Save]" in text["text"]
    assert TASK not in good[3]["content"][1]["text"]
    weights = [m["weight"] for m in bad if m["role"] == "assistant"]
    assert weights == [1, 0]  # the step away stays as what went before, and a failure does not stop
    assert (done.rows, done.runs, done.images) == (2, 2, 5), "the pictures in the rows are counted"


def test_a_conversation_of_sharegpt_s_names_its_pictures(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    _, rows = export(config, tmp_path / "out", SHAREGPT)
    bad = of_run(rows, runs[1], "id")[0]
    turns = bad["conversations"]
    assert [turn["from"] for turn in turns] == ["human", "gpt"] * 2
    assert [turn.get("loss") for turn in turns] == [None, True, None, False]
    tokens = sum(turn["value"].count(IMAGE) for turn in turns)
    assert tokens == len(bad["images"]) == 2
    assert [(tmp_path / "out" / name).read_bytes() for name in bad["images"]] == [
        a_jpeg(1, (64, 48)),
        a_jpeg(2, (64, 48)),
    ]


def test_a_page_that_says_image_stands_for_no_picture(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        look = a_form(store, 1, IMAGE)
        add_run(store, [a_step(1, on("click", SAVE), before=look)], {1: "goal-reached"})
    _, [row] = export(config, tmp_path / "out", SHAREGPT)
    assert sum(turn["value"].count(IMAGE) for turn in row["conversations"]) == len(row["images"])


def test_a_completion_is_a_step_that_is_kept_with_what_went_before(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    done, rows = export(config, tmp_path / "out", COMPLETION)
    good, bad = (of_run(rows, run) for run in runs)
    assert [action_in(row["completion"][0]["content"]) for row in good] == [
        TYPES,
        SAVES,
        "stop [Saved.]",
    ]
    assert [(row["step"], row["reward"]) for row in good] == [(1, 0.5), (2, 1.0), (None, 1.0)]
    assert [row["step"] for row in bad] == [1] and done.below_reward == 1
    asked = good[1]["prompt"][1]["content"]
    assert TASK in asked and '- type "Ada" into textbox "Name"' in asked
    assert all((tmp_path / "out" / name).is_file() for row in rows for name in row["images"])


def test_what_was_typed_in_secret_is_not_learned(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        secret = Target(tag="input", role="textbox", text="Name", state=("secret",))
        steps = [
            a_step(1, on("type", secret), before=a_form(store, 1)),
            a_step(2, on("click", SAVE), before=a_form(store, 2)),
        ]
        add_run(store, steps, {1: "goal-reached", 2: "goal-reached"}, None)
    done, rows = export(config, tmp_path / "out", COMPLETION)
    assert [row["step"] for row in rows] == [2] and done.without_form == 1
    _, [row] = export(config, tmp_path / "chat", OPENAI)
    assert [m.get("weight") for m in row["messages"] if m["role"] == "assistant"] == [0, 1]


@pytest.mark.parametrize("public", [False, True])
def test_a_step_on_a_screen_that_nobody_saw_is_not_learned(
    config: Config, tmp_path: Path, public: bool
) -> None:
    """Its answer would be words that no actor reads, or one to an empty screen."""
    form = a_screen(an_element(1, "Name", tag="input", role="textbox"), an_element(2, "Save"))
    unseen = a_screen(withheld="the agent acted again before the screen could be looked at")
    day = Target(tag="select", role="combobox", text="Day")
    steps = [
        a_step(1, on("type", NAME, "Ada"), before=form, after=unseen),
        a_step(2, on("select", day, "Friday"), before=unseen, after=unseen),
        a_step(3, Action(kind="press", at_ms=1, text="Enter"), before=unseen, after=form),
        a_step(4, on("click", SAVE), before=form, after=form),
    ]
    with Store.open(config) as store:
        add_run(store, steps, dict.fromkeys(range(1, 5), "goal-reached"))
    done, rows = export(config, tmp_path / "out", COMPLETION, public=public, images=not public)
    answers = [action_in(row["completion"][0]["content"]) for row in rows]
    assert answers == [TYPES, SAVES, "stop [Saved.]"] and done.without_form == 2
    shown = rows[1]["prompt"][1]["content"]
    assert '- select "Friday" in combobox "Day"' in shown, "it stays as what went before"
    for format, learned in ((OPENAI, "weight"), (SHAREGPT, "loss")):
        done, [row] = export(config, tmp_path / format.name, format, public=public, images=False)
        turns = [one for one in row.get("messages") or row["conversations"] if learned in one]
        assert [int(one[learned]) for one in turns] == [1, 0, 0, 1, 1]
        assert 'select "Friday"' in turns[1].get("content", turns[1].get("value", ""))
        assert done.without_form == 2


@pytest.mark.parametrize("is_better", [False, True])
def test_an_answer_without_a_form_is_no_side_of_a_pair(
    config: Config, tmp_path: Path, is_better: bool
) -> None:
    """Neither by a verdict on the step, nor where two attempts parted."""
    with Store.open(config) as store:
        look = a_form(store, 1)
        clicks = a_step(1, on("click", SAVE), before=look)
        nothing = msgspec.structs.replace(clicks, actions=())
        elsewhere = a_step(1, on("click", Target(role="button", text="Nowhere")), before=look)
        for step in (clicks, nothing, elsewhere):
            if (step is clicks) is is_better:
                add_run(store, [step], {1: "away-from-the-goal"}, "failure")
            else:
                add_run(store, [step], {1: "goal-reached"}, "success")
    done, rows = export(config, tmp_path / "out", PREFERENCE)
    assert rows == [] and done.without_form == (2 if is_better else 0)


def test_two_answers_to_one_screen_are_a_pair(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    done, rows = export(config, tmp_path / "out", PREFERENCE)
    pairs = {
        (action_in(r["chosen"][0]["content"]), action_in(r["rejected"][0]["content"])) for r in rows
    }
    assert pairs == {(SAVES, CANCELS)}
    assert done.rows == 1 and rows[0]["because"] == "step" and rows[0]["step"] == 2
    assert TASK in rows[0]["prompt"][1]["content"]
    [name] = rows[0]["images"]
    assert (tmp_path / "out" / name).read_bytes() == a_jpeg(2, (64, 48))


def test_two_attempts_that_parted_are_a_pair_without_verdicts_on_steps(
    config: Config, tmp_path: Path
) -> None:
    with Store.open(config) as store:
        look, next = a_form(store, 1), a_form(store, 2, "Ada")
        types = a_step(1, on("type", NAME, "Ada"), before=look, after=next)
        wrong = a_step(1, on("type", NAME, "Eve"), before=look, after=next)
        add_run(store, [types], {})
        add_run(store, [wrong], {}, "failure")
        add_run(store, [wrong], {}, "unknown")
        add_run(store, [wrong], {}, "failure", task="Another task.")
    _, [row] = export(config, tmp_path / "out", PREFERENCE)
    assert row["because"] == "attempt"
    assert "[Ada]" in row["chosen"][0]["content"] and "[Eve]" in row["rejected"][0]["content"]


@pytest.mark.parametrize("state", ["focused", "invalid"])
def test_two_answers_to_one_screen_are_a_pair_wherever_the_keyboard_is(
    config: Config, tmp_path: Path, state: str
) -> None:
    with Store.open(config) as store:
        look = a_form(store, 1)
        name, *others = look.elements
        other = msgspec.structs.replace(
            look, elements=(msgspec.structs.replace(name, state=(state,)), *others)
        )
        add_run(store, [a_step(1, on("type", NAME, "Ada"), before=look)], {})
        add_run(store, [a_step(1, on("type", NAME, "Eve"), before=other)], {}, "failure")
    _, rows = export(config, tmp_path / "out", PREFERENCE)
    assert len(rows) == (state == "focused")


@pytest.mark.parametrize(("discount", "returns"), [(1.0, [1.0, 1.0]), (0.5, [0.5, 1.0])])
def test_transitions_have_the_outcome_as_their_return(
    config: Config, runs: tuple[str, str], tmp_path: Path, discount: float, returns: list[float]
) -> None:
    with Store.open(config) as store:
        add_run(store, [a_step(1, before=a_form(store, 5))], {1: "goal-reached"}, "unknown")
    done, rows = export(config, tmp_path / "out", pae(discount))
    good, bad = (of_run(rows, run) for run in runs)
    assert [row["mc_return"] for row in good] == returns
    assert [(row["reward"], row["done"]) for row in good] == [(0.0, 0), (1.0, 1)]
    assert [row["mc_return"] for row in bad] == [0.0, 0.0]
    assert (good[0]["action"], good[0]["web_name"]) == (TYPES, "shop.test")
    assert good[0]["next_image"] == good[1]["image"]
    assert (done.rows, done.without_outcome, done.below_reward) == (4, 1, 0)


def test_a_trajectory_in_atif_is_imported_again(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    export(config, tmp_path / "out", ATIF)
    good = next(r for r in load_runs(tmp_path / "out") if r.id == runs[0])
    assert (good.task, good.answer, good.agent) == (TASK, "Saved.", "mine")
    acted = [step.actions[0] for step in good.steps if step.actions]
    assert [(a.kind, a.text) for a in acted] == [("type", "Ada"), ("click", "")]
    first = good.steps[0]
    assert first.thought == "The name first."
    assert first.before and good.frames(first.before.frame or "") == a_jpeg(1, (64, 48))
    assert first.after and good.frames(first.after.frame or "") == a_jpeg(2, (64, 48))


def test_what_atif_has_no_field_for_is_imported_again_too(config: Config, tmp_path: Path) -> None:
    texts: list[tuple[ActionKind, str]] = [
        ("switch-tab", "2"),
        ("upload", "a.pdf"),
        ("launch-app", "com.shop"),
        ("dialog", "accepted"),
        ("other", "rotated"),
    ]
    actions = [Action(kind=kind, at_ms=5, text=text) for kind, text in texts]
    drag = Action(kind="drag", at_ms=5, point=Point(5, 5), to_point=Point(40, 30))
    with Store.open(config) as store:
        look = a_form(store, 1)
        hidden = msgspec.structs.replace(a_form(store, 2), frame=None, withheld="a secret field")
        steps = [
            a_step(1, *actions, drag, on("type", NAME, "Ada"), before=look, after=hidden),
            a_step(2, before=hidden, after=a_screen(text="", scale=2.0)),
        ]
        run = add_run(store, steps, {}, answer="Saved. ✓", claims=True)
        oracle = Oracle(run=run, success=False, at_ms=9)
        message = wire.OracleResult(seq=store.acked(SESSION) + 1, oracle=oracle)
        store.take([(SESSION, message.seq, message)])
    with Reader(config) as reader:
        stored = list(reader.steps(run))
    export(config, tmp_path / "out", ATIF)
    [found] = load_runs(tmp_path / "out")
    assert (found.answer, found.claims_success, found.oracle) == ("Saved. ✓", True, False)
    assert (found.surface, found.started_at_ms, found.ended_by) == ("web", 1, "finish")
    assert len(found.steps) == 2, "the answer is no step"
    for read, was in zip(found.steps, stored, strict=True):
        assert read.before and was.before and read.after and was.after
        assert _facts(read.before) == _facts(was.before), "where two steps share it"
        assert _facts(read.after) == _facts(was.after)
    done = found.steps[0].actions
    assert [(one.kind, one.text) for one in done[:5]] == texts
    assert (done[5].point, done[5].to_point) == (drag.point, drag.to_point)
    assert done[6].target == Target(role="textbox", text="Name")


def _facts(look: Observation) -> tuple[object, ...]:
    size = look.width, look.height, look.scale
    return look.url, look.title, look.text, look.frame, look.withheld, size


def test_a_drag_of_another_program_s_trajectory_ends_where_it_says(tmp_path: Path) -> None:
    given = {"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [30, 40]}
    call = {"function_name": "computer", "arguments": given}
    steps = [
        {"source": "user", "message": "Drag it"},
        {"source": "agent", "message": "", "tool_calls": [call], "extra": "theirs"},
    ]
    found = {"schema_version": "ATIF-v1.6", "agent": {"name": "a"}, "steps": steps, "extra": []}
    (tmp_path / "t.json").write_bytes(msgspec.json.encode(found))
    [run] = load_runs(tmp_path)
    [action] = run.steps[0].actions
    assert (action.kind, action.point, action.to_point) == ("drag", (1, 2), (30, 40))


def test_a_run_without_steps_is_imported_without_any(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        add_run(store, [], {})
    export(config, tmp_path / "out", ATIF)
    [found] = load_runs(tmp_path / "out")
    assert (found.steps, found.answer) == ((), "Saved.")


def test_the_last_thought_of_a_run_that_did_not_finish_is_no_answer(
    config: Config, tmp_path: Path
) -> None:
    with Store.open(config) as store:
        look = a_form(store, 1)
        step = a_step(1, before=look, after=look)
        thinks = msgspec.structs.replace(step, actions=(), thought="And now?")
        add_run(store, [thinks], {}, answer="", ended_by="stop")
    export(config, tmp_path / "out", ATIF)
    [found] = load_runs(tmp_path / "out")
    assert (found.answer, [step.thought for step in found.steps]) == ("", ["And now?"])


def test_nothing_is_learned_of_runs_that_nobody_judged(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        add_run(store, [a_step(1, before=a_form(store, 1))], {}, None)
    for format in (OPENAI, SHAREGPT, COMPLETION, PREFERENCE, pae(), ATIF):
        done, rows = export(config, tmp_path / format.name, format, Selection(min_reward="any"))
        assert (done.rows, done.runs, rows) == (0, 0, []), format.name
