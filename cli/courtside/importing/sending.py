"""Sends imported runs to the daemon, a session for each format and surface. Counts nothing."""

from __future__ import annotations

from msgspec.structs import replace

from courtside_bridges.client.link import Link
from courtside_formats.importers import Imported
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.records import Observation, Oracle, Session, Step, Surface, new_id, now_ms

SENT_S = 60.0
"""How long the daemon may take for what is under way."""
STEPS_AHEAD = 8
"""How many steps may be under way: their frames stand in memory until they are durable."""


class Sender:
    """Sends the runs of one import, with a session for each format and surface."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._links: dict[tuple[str, Surface], Link] = {}

    def close(self) -> None:
        """Ends the sessions."""
        for link in self._links.values():
            link.close()

    def send(self, imported: Imported) -> Link:
        """Sends a whole run and returns its connection. Raises RuntimeError where the daemon does
        not take it.
        """
        link = self._link(imported)
        link.send(
            lambda seq: wire.RunBegin(
                seq=seq,
                run=imported.run,
                at_ms=imported.started_at_ms,
                task=imported.task,
                agent=imported.agent,
            )
        )
        for step in imported.steps:
            _send_step(link, imported, step)
        link.send(
            lambda seq: wire.RunEnd(
                seq=seq,
                run=imported.run,
                at_ms=_ended_at_ms(imported),
                ended_by=imported.ended_by,
                answer=imported.answer,
                claims_success=imported.claims_success,
            )
        )
        _send_oracle(link, imported)
        _wait_sent(link)
        return link

    def _link(self, imported: Imported) -> Link:
        """One session for each format and surface."""
        key = (imported.format, imported.surface)
        if key not in self._links:
            session = Session(
                id=new_id("ses"),
                source="import",
                surface=imported.surface,
                name=imported.format,
                started_at_ms=now_ms(),
            )
            self._links[key] = Link(self._config, session)
        return self._links[key]


def _send_step(link: Link, imported: Imported, step: Step) -> None:
    before, after = (_with_frame(link, imported, look) for look in (step.before, step.after))
    whole = replace(step, before=before, after=after)
    link.send(lambda seq: wire.StepSeen(seq=seq, step=whole))
    if step.index % STEPS_AHEAD == 0:
        _wait_sent(link)


def _with_frame(link: Link, imported: Imported, look: Observation | None) -> Observation | None:
    if look is None or look.frame is None:
        return look
    data = imported.frames(look.frame)
    if data is None or link.frame(data) != look.frame:
        return replace(
            look, frame=None, withheld="its image was missing or changed during the import"
        )
    return look


def _send_oracle(link: Link, imported: Imported) -> None:
    if imported.oracle is not None:
        oracle = Oracle(
            run=imported.run,
            success=imported.oracle,
            reward=imported.reward,
            name=imported.format,
            at_ms=now_ms(),
        )
        link.send(lambda seq: wire.OracleResult(seq=seq, oracle=oracle))


def _wait_sent(link: Link) -> None:
    if not link.wait_sent(SENT_S):
        raise RuntimeError(f"the daemon accepted nothing for {SENT_S:g} s; see `courtside doctor`")


def _ended_at_ms(imported: Imported) -> int:
    looks = [look for step in imported.steps for look in (step.before, step.after) if look]
    return max([imported.started_at_ms, *(look.at_ms for look in looks)])
