"""How much there is: totals, and what some runs take."""

from __future__ import annotations

from functools import partial

from courtside_store.filters import parse_filter
from courtside_store.summaries import Counts, DeletionSize

from .connection import ReadingConnection
from .word_matches import find_matches


class TotalsReader(ReadingConnection):
    """Totals are kept by triggers, so that nothing is counted here."""

    def deletion_size(self, filter: str = "") -> DeletionSize:
        """How much is deleted with the runs that match. Raises ValueError as `runs` does."""
        where, values = parse_filter(filter, partial(find_matches, self._db))
        row = self._db.execute(
            "with gone as materialized (select run.id, steps from run "
            f"join session on session.id = run.session where {where}) "
            "select (select count(*) from gone), (select coalesce(sum(steps), 0) from gone), "
            "(select coalesce(sum(bytes), 0) from blob where "
            "sha256 in (select sha256 from used where run in (select id from gone)) "
            "and not exists (select 1 from used where used.sha256 = blob.sha256 "
            "and used.run not in (select id from gone)))",
            values,
        ).fetchone()
        return DeletionSize(runs=row[0], steps=row[1], bytes=row[2])

    def counts(self) -> Counts:
        """Totals, kept by triggers. An undecided label or verdict counts for neither."""
        row = self._db.execute(
            "select total.*, (page_count - freelist_count) * page_size as file_bytes from total, "
            "pragma_page_count, pragma_freelist_count, pragma_page_size"
        ).fetchone()
        return Counts(
            runs=row["runs"],
            steps=row["steps"],
            dropped_frames=row["dropped_frames"],
            dropped_steps=row["dropped_steps"],
            agree=row["agree"],
            overrides=row["overrides"],
            disk_bytes=row["blob_bytes"] + row["file_bytes"],
        )
