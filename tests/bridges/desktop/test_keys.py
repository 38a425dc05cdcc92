"""X11's keys by name, both ways."""

from __future__ import annotations

import pytest

pytest.importorskip("Xlib", reason="courtside[desktop] is not installed")

from courtside_bridges.desktop.x11_keys import combining, joined, keysym_of, name_of


@pytest.mark.parametrize(
    "name", ["a", "Z", "é", "€", "ж", "漢", "Enter", "Tab", "Escape", "F5", "PageUp", "ArrowLeft"]
)
def test_a_key_has_one_name_both_ways(name: str) -> None:
    assert name_of(keysym_of(name)) == name


@pytest.mark.parametrize(
    ("keysym", "name"),
    [
        (0x1B1, "ą"),
        (0x6C6, "ф"),
        (0x7E1, "α"),
        (0xFFB7, "7"),
        (0xFFAB, "+"),
        (0xFF8D, "Enter"),
        (0xFFE4, "Control"),
        (0xFF96, "ArrowLeft"),
        (0x0, ""),
    ],
)
def test_older_symbols_and_the_keypad_are_known(keysym: int, name: str) -> None:
    assert name_of(keysym) == name


def test_a_dead_key_gives_its_accent_to_the_next_letter() -> None:
    assert joined(combining(0xFE51), "e") == "é"
    assert combining(ord("a")) == ""


@pytest.mark.parametrize("name", ["enter", "ENTER", "control", "f5", "arrowleft", "escape"])
def test_a_name_of_a_key_may_be_in_small_letters(name: str) -> None:
    assert name_of(keysym_of(name)).lower() == name.lower()


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(ValueError, match="key is 'Retrun'; expected one character or a name"):
        keysym_of("Retrun")
