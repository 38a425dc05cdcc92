"""Whatever an agent tells fits the wire: cut with a mark, or left out with a word."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_bridges.client.message_limits import fit
from courtside_store import wire
from courtside_store.geometry import Box
from courtside_store.records import Action, Observation, Oracle, Step
from courtside_store.shortened_text import MARK

ANYTHING: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None))
    | st.binary()
    | st.just(2**64)
    | st.builds(object),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=8,
)
WORDS: Any = st.text(st.characters(codec=None)) | ANYTHING


def taken(message: wire.Sequenced) -> Any:
    """The message as the daemon reads it."""
    data = fit(message)
    assert data is not None and len(data) <= wire.MAX_MESSAGE_BYTES
    return msgspec.json.decode(data, type=wire.FromSource)


def a_begin(**more: Any) -> wire.RunBegin:
    return wire.RunBegin(seq=1, run=RUN, at_ms=1, **more)


@settings(deadline=None)
@given(task=WORDS, agent=WORDS, attempt=ANYTHING, parent_run=ANYTHING)
def test_a_run_begins_whatever_its_words_are(**given: Any) -> None:
    assert taken(a_begin(**given)).run == RUN


@settings(deadline=None)
@given(answer=WORDS, claims_success=ANYTHING)
def test_a_run_ends_whatever_its_answer_is(**given: Any) -> None:
    assert taken(wire.RunEnd(seq=1, run=RUN, at_ms=1, **given)).run == RUN


@settings(deadline=None)
@given(
    thought=WORDS,
    kind=ANYTHING,
    text=WORDS,
    point=ANYTHING,
    raw=ANYTHING,
    at_ms=ANYTHING,
    elements=ANYTHING,
    box=st.tuples(st.floats(), st.floats(), st.floats(), st.floats()) | ANYTHING,
    name=WORDS,
)
def test_a_step_is_kept_whatever_its_parts_are(
    thought: Any,
    kind: Any,
    text: Any,
    point: Any,
    raw: Any,
    at_ms: Any,
    elements: Any,
    box: Any,
    name: Any,
) -> None:
    action = Action(kind=kind, at_ms=at_ms, text=text, point=point, raw=raw)
    before = Observation(at_ms=at_ms, elements=elements, text=text, title=name, scale=box)
    after = a_screen(an_element(1, name, box=box), text="page")
    step = Step(run=RUN, index=7, before=before, actions=(action,), after=after, thought=thought)
    kept = taken(wire.StepSeen(seq=1, step=step)).step
    assert kept.index == 7 and kept.after.text == "page"


def test_what_fits_is_sent_as_it_is() -> None:
    step = a_step(1, an_action("type", "Name", "Ada"), before=a_screen(an_element()))
    message = wire.StepSeen(seq=1, step=step)
    assert fit(message) == wire.encode(message)


def test_a_token_in_an_address_does_not_leave_the_process() -> None:
    look = a_screen(url="https://ann:hunter2@shop.example/?token=hunter2&page=2")
    data = fit(wire.StepSeen(seq=1, step=a_step(before=look)))
    assert data and b"hunter2" not in data
    assert b"https://***@shop.example/?token=***&page=2" in data


def test_a_long_text_is_cut_with_a_mark() -> None:
    begun = taken(a_begin(task="x" * 30_000, agent="y" * 501))
    assert len(begun.task) == 20_000 and begun.task.endswith(MARK)
    assert len(begun.agent) == 500 and begun.agent.endswith("y" + MARK)


def test_half_a_character_is_replaced_and_two_halves_are_one() -> None:
    ended = taken(wire.RunEnd(seq=1, run=RUN, at_ms=1, answer="a\ud83d\ude00 b\ud800"))
    assert ended.answer == "a\U0001f600 b\ufffd"


def test_a_cut_is_between_characters_not_inside_of_one() -> None:
    assert taken(a_begin(agent="\U0001f600" * 600)).agent == "\U0001f600" * 499 + MARK


def test_a_value_of_another_type_becomes_text_or_its_default() -> None:
    begun = taken(a_begin(task=5, agent=None, attempt="second"))
    assert (begun.task, begun.agent, begun.attempt) == ("5", "", 1)


def test_a_parent_that_is_no_run_is_left_out_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    assert taken(a_begin(parent_run="the first try")).parent_run is None
    assert "RunBegin.parent_run is 'the first try'" in caplog.text


def test_a_point_that_is_no_number_is_left_out_and_the_action_stays() -> None:
    nowhere = an_action("click", "Save", box=Box(float("nan"), 0, float("inf"), 1))
    [kept] = taken(wire.StepSeen(seq=1, step=a_step(1, nowhere))).step.actions
    assert kept.target.text == "Save" and kept.target.box is None


def test_more_actions_and_elements_than_the_wire_takes_are_cut() -> None:
    screen = a_screen(*(an_element(n) for n in range(1, 2_500)), text="t")
    step = taken(
        wire.StepSeen(
            seq=1, step=a_step(1, *[an_action()] * 150, before=a_screen(an_element()), after=screen)
        )
    ).step
    assert len(step.actions) == 100 and len(step.after.elements) == 2_000
    assert step.after.elements_cut and not step.before.elements_cut


def test_a_message_that_is_too_long_loses_elements_first_and_is_still_a_step() -> None:
    many = tuple(an_element(n, "\0" * 500, value="\1" * 500) for n in range(1, 2_001))
    screen = a_screen(*many, text="what the page says")
    step = taken(wire.StepSeen(seq=1, step=a_step(3, before=screen, after=screen))).step
    assert step.index == 3 and step.after.text == "what the page says"
    assert 0 < len(step.after.elements) < 2_000 and step.after.elements_cut


def test_whatever_its_own_form_is_an_action_stays() -> None:
    endless: list[Any] = []
    endless.append(endless)
    raw: dict[Any, Any] = {
        "big": 2**70,
        "none": float("nan"),
        "half": "\ud800",
        3: object(),
        "endless": endless,
    }
    [kept] = taken(
        wire.StepSeen(seq=1, step=a_step(1, Action(kind="click", at_ms=1, raw=raw)))
    ).step.actions
    assert (
        kept.raw["big"] == 2**63 - 1 and kept.raw["none"] is None and kept.raw["half"] == "\ufffd"
    )


def test_a_benchmark_s_word_that_is_neither_yes_nor_no_is_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    oracle = Oracle(run=RUN, success="maybe", at_ms=1)  # type: ignore[arg-type]
    assert fit(wire.OracleResult(seq=1, oracle=oracle)) is None
    assert "a message is left out: Oracle.success is 'maybe'" in caplog.text


def test_an_object_that_cannot_even_be_printed_does_no_harm() -> None:
    class Broken:
        def __str__(self) -> str:
            raise KeyError("the agent's own error")

    assert taken(a_begin(task=Broken())).task == "<Broken>"


SEQUENCED = msgspec.inspect.multi_type_info(get_args(wire.Sequenced))


@pytest.mark.parametrize("kind", SEQUENCED, ids=lambda k: k.cls.__name__)
def test_every_type_on_the_wire_has_a_way_to_be_cut(kind: msgspec.inspect.StructType) -> None:
    from courtside_bridges.client.record_cutter import RecordCutter, Unfit

    def walk(one: Any) -> None:
        try:
            RecordCutter().value(None, one)
        except Unfit as error:
            assert "a value of type" not in str(error)
        for inner in [
            *(field.type for field in getattr(one, "fields", ())),
            *getattr(one, "types", ()),
            *getattr(one, "item_types", ()),
            *([one.item_type] if hasattr(one, "item_type") else []),
        ]:
            walk(inner)

    walk(kind)
