"""Finds where the words of a filter stand. Knows no run and no filter's other words."""

from __future__ import annotations

import sqlite3

from courtside_store.filters import WordMatches

MAX_PASSAGES = 20_000
"""How many places of a word, the newest first, are searched for its runs."""


def find_matches(database: sqlite3.Connection, words: str) -> WordMatches:
    """Finds the runs that hold words in FTS5's form; where they are many, the newest only."""
    count, oldest, runs = database.execute(
        "select count(*), min(number), json_group_array(distinct number) from ("
        "select rowid >> 24 as number from passage_words where passage_words match :words "
        "order by rowid desc limit :most)",
        {"words": words, "most": MAX_PASSAGES},
    ).fetchone()
    return WordMatches(runs, oldest if count == MAX_PASSAGES else None)
