"""Which messages of a source can be stored. Stores none."""

from __future__ import annotations

from courtside_store import wire
from courtside_store.lifecycle import with_end
from courtside_store.raw_action import check_raw
from courtside_store.records import Observation, Run, Step

from .connection import WritingConnection


class Rejected(Exception):
    """A message that cannot be stored, with the reason in one line."""

    def __init__(self, reason: str, missing: tuple[str, ...] = (), retry: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.missing = missing
        self.retry = retry or bool(missing)
        """The same message may pass later; it has not used up its number."""


class MessageChecks(WritingConnection):
    """Checks a message for what its types cannot say, such as the order of steps."""

    def check(self, session: str, message: wire.Sequenced) -> None:
        """Raises Rejected where the message could not be stored."""
        match message:
            case wire.RunBegin():
                if self._run(message.run):
                    raise Rejected(f"run {message.run} began already")
                self._check_parent(session, message.parent_run)
            case wire.StepSeen():
                self._check_step(session, message.step)
            case wire.RunTask():
                self._check_run(session, message.run)
            case wire.EffectsSeen():
                self._check_effects(session, message)
            case wire.RunEnd():
                try:
                    with_end(self._check_run(session, message.run), message)
                except ValueError as error:
                    raise Rejected(str(error)) from error
            case wire.OracleResult():
                self._check_run(session, message.oracle.run)
            case wire.SessionEnd():
                pass

    def _check_run(self, session: str, id: str) -> Run:
        run = self._run(id)
        if run is None or run.session != session:
            raise Rejected(f"run {id} is unknown in session {session}; send run-begin first")
        return run

    def _check_parent(self, session: str, parent: str | None) -> None:
        """A retry is of a run of the same source: by its credential, else by kind and name.

        Older versions gave each connection of the client library a credential of its own.
        """
        if self._db.execute(
            "select 1 from run join session theirs on theirs.id = run.session, session ours "
            "where run.id = :parent and ours.id = :session and theirs.owner <> ours.owner "
            "and (ours.name = '' or (theirs.source, theirs.name) <> (ours.source, ours.name))",
            {"parent": parent, "session": session},
        ).fetchone():
            raise Rejected(f"parent_run {parent} is of another source; leave it out")

    def _check_step(self, session: str, step: Step) -> None:
        self._check_run(session, step.run)
        steps = self._steps_of(step.run)
        if not steps < step.index <= steps + 1 + self._lost(session):
            raise Rejected(f"step.index is {step.index}; run {step.run} expects {steps + 1}")
        for number, action in enumerate(step.actions, 1):
            try:
                check_raw(action.raw or {})
            except ValueError as error:
                raise Rejected(f"action {number} of step {step.index}: {error}") from error
        self.check_frames(step.index, step.before, step.after)

    def check_frames(self, index: int, *looks: Observation | None) -> None:
        """Raises Rejected where a frame of the step is not stored, or no longer whole."""
        frames = {look.frame for look in looks if look and look.frame}
        missing = tuple(sorted(sha for sha in frames if not self._is_whole(sha)))
        if missing:
            raise Rejected(f"{len(missing)} frames of step {index} are missing", missing)

    def _check_effects(self, session: str, message: wire.EffectsSeen) -> None:
        """After a step that was refused a source's numbers are not the store's."""
        self._check_run(session, message.run)
        steps = self._steps_of(message.run)
        if message.step > steps or self._lost(session):
            raise Rejected(f"step is {message.step}; run {message.run} has {steps} steps")

    def _is_whole(self, sha: str) -> bool:
        row = self._db.execute("select bytes from blob where sha256 = :sha", {"sha": sha})
        known = row.fetchone()
        return self.blobs.has(sha, known[0] if known else None)

    def _lost(self, session: str) -> int:
        """Steps of a session that were refused: its source counts them, the store does not."""
        row = self._db.execute("select dropped_steps from session where id = :id", {"id": session})
        return int(row.fetchone()[0])
