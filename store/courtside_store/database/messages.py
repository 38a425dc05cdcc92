"""Stores the messages of sources in their order, each once."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from functools import partial

import msgspec

from courtside_store import wire
from courtside_store.lifecycle import with_end
from courtside_store.records import Session

from .message_checks import MessageChecks, Rejected
from .step_writer import StepWriter

log = logging.getLogger(__name__)
Item = tuple[str, int, wire.Sequenced | None]
"""Session, sequence number, message; None for one that nobody could read."""
_DISK = (sqlite3.OperationalError, sqlite3.DatabaseError)
"""Full, locked or damaged. The subclasses of DatabaseError are about the values."""


class MessageWriter(MessageChecks, StepWriter):
    """Writes the rows of sessions, and of the messages that they send."""

    def begin_session(self, session: Session, owner: str) -> int:
        """Opens or reopens a session; returns its last durable sequence number.

        Raises ValueError where the session belongs to another credential.
        """
        row = self._db.execute(
            "select owner, acked from session where id = :id", {"id": session.id}
        ).fetchone()
        if row is None:
            self._db.execute(
                "insert into session(id, source, surface, name, owner, started_at_ms) "
                "values (:id, :source, :surface, :name, :owner, :at)",
                {
                    "id": session.id,
                    "source": session.source,
                    "surface": session.surface,
                    "name": session.name,
                    "owner": owner,
                    "at": session.started_at_ms,
                },
            )
            return 0
        if row[0] != owner:
            raise ValueError(f"session {session.id} was opened with another credential")
        return int(row[1])

    def owner_of(self, run: str) -> str | None:
        """Whose run it is: the credential that opened its session."""
        row = self._db.execute(
            "select owner from session join run on run.session = session.id where run.id = :run",
            {"run": run},
        ).fetchone()
        return row[0] if row else None

    def take(self, items: Sequence[Item]) -> list[Rejected | None]:
        """One transaction for many messages; None for each that is now stored.

        A message that was stored before is not stored again. One that was refused for good
        uses up its number, so that the source can go on.
        """
        with self._transaction():
            return [self._take(*item) for item in items]

    def _take(self, session: str, seq: int, message: wire.Sequenced | None) -> Rejected | None:
        acked = self.acked(session)
        if seq <= acked:
            return None
        if seq != acked + 1:
            return Rejected(f"out of order: expected seq {acked + 1}, got {seq}", retry=True)
        refusal = self._keep(session, message) if message is not None else None
        if refusal is not None and refusal.retry:
            return refusal
        lost = message is None or (refusal is not None and isinstance(message, wire.StepSeen))
        self._db.execute(
            "update session set acked = :seq, dropped_steps = dropped_steps + :lost where id = :id",
            {"seq": seq, "id": session, "lost": int(lost)},
        )
        return refusal

    def _keep(self, session: str, message: wire.Sequenced) -> Rejected | None:
        """Stores one message in a savepoint of its own, so that it fails alone.

        Raises sqlite3.OperationalError and OSError: the disk, not the message, is at fault.
        """
        self._db.execute("savepoint message")
        try:
            self.check(session, message)
            self._apply(session, message)
            refusal = None
        except Rejected as rejected:
            refusal = rejected
        except Exception as error:
            if isinstance(error, OSError) or type(error) in _DISK:
                raise
            log.error("a message cannot be stored: %s", type(error).__name__)
            refusal = Rejected(f"it cannot be stored: {type(error).__name__}: {error}")
        if refusal is not None:
            self._db.execute("rollback to message")
        self._db.execute("release message")
        return refusal

    def acked(self, session: str) -> int:
        """Last durable sequence number of a session; 0 for an unknown one."""
        row = self._db.execute("select acked from session where id = :id", {"id": session})
        last = row.fetchone()
        return int(last[0]) if last else 0

    def _apply(self, session: str, message: wire.Sequenced) -> None:
        match message:
            case wire.RunBegin():
                self._add_run(session, message)
            case wire.RunTask():
                self._set_task(message.run, message.task)
            case wire.StepSeen():
                steps = self._steps_of(message.step.run)
                self._add_step(msgspec.structs.replace(message.step, index=steps + 1))
            case wire.EffectsSeen():
                self._add_effects(message)
            case wire.RunEnd():
                answer, reason = (
                    self._secrets.cut(message.run, text)
                    for text in (message.answer, message.reason)
                )
                message = msgspec.structs.replace(message, answer=answer, reason=reason)
                self._apply_event(message.run, partial(with_end, end=message))
                self._add_passage(message.run, None, "answer", answer)
            case wire.OracleResult():
                self._add_oracle(message.oracle)
            case wire.SessionEnd():
                self._db.execute(
                    "update session set ended_at_ms = :at, dropped_frames = :lost where id = :id",
                    {"at": message.at_ms, "lost": message.dropped_frames, "id": session},
                )
