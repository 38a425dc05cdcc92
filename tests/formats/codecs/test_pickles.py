"""What a pickle holds comes back whole, in whatever it stands."""

from __future__ import annotations

import pickle

from courtside_formats.codecs.pickles import parse_pickle


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
