"""Finds words in tasks, actions, pages, explanations, answers and notes."""

from __future__ import annotations

from courtside_store.filters import Places, quote_words
from courtside_store.summaries import SearchHit

from .connection import Connection

RANKED = 1_000
"""A search ranks what it finds where none of its words stands in so many places."""
NEWEST = 20_000
"""So many places of a word are looked through to find its runs."""


class SearchReader(Connection):
    """The full-text index."""

    def search(self, q: str, limit: int = 50) -> tuple[SearchHit, ...]:
        """Best matches first, over tasks, actions, pages, explanations, answers and notes.

        With a word that stands in `RANKED` places or more the newest come first: a rank counts all.
        """
        if not q.strip():
            return ()
        order = "rank" if all(map(self._is_rare, q.split())) else "passage_words.rowid desc"
        rows = self._db.execute(
            "select passage.run, step, place, task, "
            "snippet(passage_words, 0, char(0x2068), char(0x2069), '…', 12) as words "
            "from passage_words join passage on passage.id = passage_words.rowid "
            "join run on run.id = passage.run "
            f"where passage_words match :q order by {order} limit :limit",
            {"q": quote_words(q), "limit": limit},
        )
        return tuple(
            SearchHit(
                run=row["run"],
                step=row["step"],
                where=row["place"],
                snippet=row["words"],
                task=row["task"],
            )
            for row in rows
        )

    def _is_rare(self, word: str) -> bool:
        row = self._db.execute(
            "select count(*) from (select 1 from passage_words where passage_words match :q "
            "limit :most)",
            {"q": quote_words(word), "most": RANKED},
        ).fetchone()
        return bool(row[0] < RANKED)

    def _places(self, words: str) -> Places:
        """Where words in FTS5's form stand; runs of their newest places where those are many."""
        count, oldest, runs = self._db.execute(
            "select count(*), min(number), json_group_array(distinct number) from ("
            "select rowid >> 24 as number from passage_words where passage_words match :words "
            "order by rowid desc limit :most)",
            {"words": words, "most": NEWEST},
        ).fetchone()
        return Places(runs, oldest if count == NEWEST else -1)
