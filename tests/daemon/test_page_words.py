"""Words that the page and the terminal share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import courtside_daemon
from courtside_store.filters import known_values
from courtside_store.records import EndedBy
from courtside_store.rendering import ENDINGS

WEB = Path(courtside_daemon.__file__).parent / "web"


def test_the_page_calls_each_end_of_a_run_what_the_terminal_calls_it() -> None:
    words = (WEB / "words.js").read_text()
    table = words[words.index("ENDINGS = {") :].partition("};")[0]
    found = dict(re.findall(r'^  "?([a-z-]+)"?: "([^"]+)",$', table, re.MULTILINE))
    assert found == ENDINGS and found.keys() == set(get_args(EndedBy))


def test_examples_of_filters_name_words_that_the_page_completes() -> None:
    for page in ("index.html", "keys.js"):
        text = (WEB / page).read_text()
        words = re.findall(r"\b([a-z]+)(?:>|:)(?:failure|cdp|web|\d+)\b", text)
        assert len(words) == 3, page
        assert set(words) <= known_values().keys(), words
