"""Finds words in tasks, actions, pages, explanations, answers and notes."""

from __future__ import annotations

from courtside_store.filters import quote_words
from courtside_store.summaries import SearchHit

from .connection import ReadingConnection

MAX_RANKED_PASSAGES = 200
"""A search ranks what it finds where none of its words stands in so many places: each place that is
ranked is one read from the disk where its page is not cached."""


class SearchReader(ReadingConnection):
    """Searches the full-text index."""

    def search(self, q: str, limit: int = 50) -> tuple[SearchHit, ...]:
        """Best matches first, over tasks, actions, pages, explanations, answers and notes.

        With a word that stands in MAX_RANKED_PASSAGES places or more the newest come first: a
        rank counts all of them.
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
            {"q": quote_words(word), "most": MAX_RANKED_PASSAGES},
        ).fetchone()
        return bool(row[0] < MAX_RANKED_PASSAGES)
