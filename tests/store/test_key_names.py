"""Names of keys: which of them are the same key."""

import pytest

from courtside_store.key_names import key_of, keys_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ctrl", "Control"),
        ("Cmd", "Meta"),
        ("Command", "super"),
        ("Option", "Alt"),
        ("Esc", "Escape"),
        ("Return", "Enter"),
        ("Del", "Delete"),
        ("PAGE_DOWN", "PageDown"),
        ("left", "ArrowLeft"),
        (" ", "Space"),
        ("A", "a"),
    ],
)
def test_other_names_of_a_key_are_that_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_other_keys_are_others() -> None:
    names = ("Control", "Meta", "Alt", "Shift", "Escape", "Enter", "Delete", "Backspace", "+", "-")
    assert len({key_of(name) for name in names}) == len(names)


def test_keys_that_are_pressed_together_have_no_order_and_plus_is_a_key_too() -> None:
    assert keys_of("Shift+Ctrl+A") == keys_of("control + shift + a")
    assert keys_of("Ctrl++") == ("+", "control") and keys_of("+") == ("+",)
    assert keys_of("") == ()
