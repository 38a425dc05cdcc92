"""The measure of pressed names counts what a page says beside what was read."""

from builders import an_element

from courtside_store.geometry import Box
from courtside_store.records import Element, Observation
from courtside_training.measures.pressed_names import (
    HALF,
    agreement,
    alike,
    counted_by_half,
    pressed_by_tree,
)

SAVE = an_element(1, "Save", tag="", box=Box(10.0, 10.0, 80.0, 30.0))
STAR = an_element(2, "☆", tag="", box=Box(200.0, 10.0, 30.0, 30.0))
WORDS = an_element(3, "Nothing", role="text", box=Box(10.0, 90.0, 80.0, 20.0), interactable=False)
BELOW = an_element(4, "Below", box=Box(10.0, 900.0, 80.0, 30.0))


def read(*elements: Element) -> Observation:
    return Observation(at_ms=0, elements=elements)


def test_what_shows_and_can_be_acted_on_is_pressed_once() -> None:
    wanted = pressed_by_tree([SAVE, STAR, WORDS, BELOW])
    assert [one.target and one.target.text for one in wanted] == ["Save", "☆"]


def test_a_name_may_have_a_reading_error_and_a_sign_is_no_name() -> None:
    wanted = pressed_by_tree([SAVE, STAR])
    text = an_element(1, "Save", role="text", box=Box(30.0, 15.0, 40.0, 20.0), source="ocr")
    assert agreement(wanted, read(text)) == {
        "pressed": 2,
        "with_role": 2,
        "role": 0,
        "with_name": 1,
        "named": 1,
    }
    assert agreement(wanted, read(SAVE, STAR))["role"] == 2
    assert alike("settings", "settinqs") and not alike("save", "close")


def test_of_half_a_tree_only_what_was_hidden_is_pressed_and_readers_fill_it() -> None:
    tools = [an_element(n, f"Tool {n}", box=Box(10.0, 50.0 * n, 80.0, 30.0)) for n in (1, 2, 3)]
    hidden = an_element(4, "Send", box=Box(900.0, 100.0, 80.0, 30.0))
    word = an_element(1, "Send", role="text", box=Box(920.0, 105.0, 40.0, 20.0), source="ocr")

    class Reads:
        def read(self, image: bytes, region: object = None) -> tuple[Element, ...]:
            assert region == tuple(map(int, HALF))
            return (word,)

    counts = counted_by_half([([*tools, hidden], b"")], {"ocr": Reads()})
    assert (counts["tree"]["named"], counts["ocr"]["named"], counts["ocr"]["pressed"]) == (0, 1, 1)
