"""Keeps people's labels and notes beside the verdicts of judges."""

from __future__ import annotations

from courtside_store import wire
from courtside_store.records import Override

from .connection import WritingConnection


class OverrideWriter(WritingConnection):
    """Writes the labels and notes of people."""

    def add_override(self, override: Override) -> None:
        """Keeps a person's word beside the judge's.

        Raises ValueError where the run or step is unknown.
        """
        with self._transaction():
            known = self._db.execute(
                "select 1 from run where id = :run and coalesce(:step, 1) <= max(steps, 1)",
                {"run": override.run, "step": override.step},
            ).fetchone()
            if not known:
                raise ValueError(f"no run {override.run} with step {override.step}")
            values = {
                "run": override.run,
                "step": override.step,
                "label": override.label,
                "body": wire.encode(override),
                "note": int(bool(override.note)),
            }
            self._db.execute(
                "insert into override(run, step, body) values (:run, :step, :body)", values
            )
            table, key = (
                ("run", "id = :run")
                if override.step is None
                else (
                    "step",
                    "run = :run and step = :step",
                )
            )
            if override.label:
                self._db.execute(f"update {table} set override = :label where {key}", values)
            if override.step is not None:
                self._db.execute(f"update step set note = max(note, :note) where {key}", values)
            self._add_passage(override.run, override.step, "note", override.note)
