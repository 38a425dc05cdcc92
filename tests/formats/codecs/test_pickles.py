"""What a pickle holds comes back whole, in whatever it stands."""

from __future__ import annotations

import pickle
from collections import OrderedDict, deque
from collections.abc import Collection

import pytest

from courtside_formats.codecs.pickles import fields, parse_pickle


def test_half_a_character_is_replaced_in_lists_tuples_names_and_what_holds_itself() -> None:
    shared = ["end \ud83d"]
    made: dict[str, object] = {
        "a\udfff": (shared, "b\ud800"),
        "again": shared,
        "whole": "\U0001f600",
    }
    made["self"] = made
    found = parse_pickle(pickle.dumps(made), "a.pkl")
    assert found["a\ufffd"] == (["end \ufffd"], "b\ufffd") and found["whole"] == "\U0001f600"
    assert found["again"] is found["a\ufffd"][0] and found["self"] is found


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset, deque])
def test_half_a_character_is_replaced_in_all_that_holds_several_texts(
    kind: type[Collection[str]],
) -> None:
    held = kind(["whole", "half \ud83d"])  # type: ignore[call-arg]
    found = parse_pickle(pickle.dumps([OrderedDict(of=held), held]), "a.pkl")
    assert sorted(found[1]) == ["half \ufffd", "whole"] and type(found[1]) is kind
    assert found[0]["of"] is found[1]


def test_half_a_character_is_replaced_in_the_fields_of_a_record() -> None:
    """Of a class of AndroidWorld, which is not here to make one."""
    record = b"candroid_world.env\nState\n)\x81}Vtext\nVend \\ud83d\nsb."
    found = parse_pickle(b"\x80\x02" + record, "a.pkl")
    assert fields(found) == {"text": "end \ufffd"}


def test_a_list_that_holds_itself_comes_back_so() -> None:
    made: list[object] = ["end \ud83d"]
    made.append(made)
    found = parse_pickle(pickle.dumps(made), "a.pkl")
    assert found[0] == "end \ufffd" and found[1] is found
