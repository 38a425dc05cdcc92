"""Hands recorded runs to the daemon, through the same door as live ones. Knows no format."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from courtside_bridges.client.daemon_address import PURGE_S, call
from courtside_bridges.client.link import Link
from courtside_formats.importers import Broken, Imported
from courtside_formats.importers.process import OcrProcess
from courtside_formats.importers.worker import Unit
from courtside_store import wire
from courtside_store.config import Config, Running, read_running
from courtside_store.reading import Reader
from courtside_store.records import (
    Observation,
    Oracle,
    Record,
    Session,
    Step,
    Surface,
    new_id,
    now_ms,
)

SENT_S = 60.0
"""How long the daemon may take for what is under way."""
STEPS_AHEAD = 8
"""So many steps are under way at most: their frames stand in memory until they are durable."""
MAX_BROKEN = 1_000
JUDGED_S = 60.0
"""How long to wait for verdicts: to read pictures takes its time, and the next daemon goes on."""


class Report(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of an import."""

    imported: int = 0
    already: int = 0
    """Runs that were there from an earlier import."""
    steps: int = 0
    frames: int = 0
    """Different images, run by run."""
    withheld: int = 0
    """Screens whose image could not be kept."""
    labelled: int = 0
    """Imported runs that came with a label."""
    judged: int = 0
    """Imported runs that had their verdict when the command ended."""
    left_out: int = 0
    """Runs and files that could not be taken whole."""
    broken: tuple[Broken, ...] = ()
    """Those, each with its reason; the first `MAX_BROKEN`."""
    runs: tuple[str, ...] = ()
    """Ids of all that is in now, from this import or an earlier one."""


OnProgress = Callable[[Report, int, int], None]
"""Called with the report so far, the files that are done and how many there are."""


def import_paths(
    config: Config, paths: Sequence[Path], format: str, on_progress: OnProgress, wait: bool = True
) -> Report:
    """Imports through the running daemon, or through one of its own that judges them at once.

    `wait`: until they are judged, where the daemon is its own. Ctrl-C ends the waiting: what is in
    stays in, and the next daemon judges the rest. Raises KeyboardInterrupt where it came before
    everything was in.
    """
    if running := read_running(config):
        with Import(config, running, on_progress) as work:
            work.take_all(paths, format)
            return work.report
    reports: list[Report] = []
    with suppress(KeyboardInterrupt):
        asyncio.run(
            _with_daemon(replace(config, port=0), paths, format, on_progress, wait, reports)
        )
    if not reports:
        raise KeyboardInterrupt
    return reports[-1]


async def _with_daemon(
    config: Config,
    paths: Sequence[Path],
    format: str,
    on_progress: OnProgress,
    wait: bool,
    reports: list[Report],
) -> None:
    from courtside_daemon.app import running
    from courtside_refine.reflexion import reflect

    stop = threading.Event()

    def work(daemon: Running) -> None:
        with Import(config, daemon, on_progress, stop) as work:
            if work.take_all(paths, format):
                if wait:
                    work.wait_judged()
                reports.append(work.report)

    async with running(config, reflect) as (daemon, _):
        working = asyncio.get_running_loop().run_in_executor(None, work, daemon)
        try:
            await asyncio.shield(working)
        except asyncio.CancelledError:  # Ctrl-C: the thread says goodbye while there is a daemon
            stop.set()
            await working
            raise


class Import:
    """One import: its sessions, and what became of its runs."""

    def __init__(
        self,
        config: Config,
        running: Running,
        on_progress: OnProgress,
        stop: threading.Event | None = None,
    ) -> None:
        self._config = config
        self._running = running
        self._on_progress = on_progress
        self._stop = stop or threading.Event()
        self._reader = Reader(config)
        self._links: dict[tuple[str, Surface], Link] = {}
        self._new: dict[str, Link] = {}
        self.report = Report()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for link in self._links.values():
            link.close()
        self._reader.close()

    def take_all(self, paths: Sequence[Path], format: str) -> bool:
        """Every run of every path; a path that holds none is one more that is broken.

        False where it was stopped before all was in.
        """
        with OcrProcess() as reader:
            units = list(self._units(reader, paths, format))
            for number, unit in enumerate(units):
                self._on_progress(self.report, number, len(units))
                for imported in reader.read(unit):
                    if self._stop.is_set():
                        return False
                    self._take(imported)
                    self._on_progress(self.report, number, len(units))
        self._on_progress(self.report, len(units), len(units))
        return True

    def _units(self, reader: OcrProcess, paths: Sequence[Path], format: str) -> Iterator[Unit]:
        for path in paths:
            for imported in reader.find(path, format):
                if isinstance(imported, Broken):
                    self._take(imported)
                else:
                    yield imported

    def _take(self, imported: Imported | Broken) -> None:
        if isinstance(imported, Broken):
            return self._break(imported.path, imported.reason)
        there = self._reader.summary(imported.run)
        if there and there.run.ended_by == "finish":
            return self._count((imported.run,), already=1)
        if there:  # an import that was broken off
            body = {"runs": [imported.run]}
            call(self._config, self._running, "POST", "/v1/purge", body, PURGE_S)
        try:
            self._send(imported)
        except RuntimeError as error:
            return self._break(f"{imported.format} {imported.id}", str(error))
        return None

    def _send(self, imported: Imported) -> None:
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
            self._send_step(link, imported, step)
        link.send(
            lambda seq: wire.RunEnd(
                seq=seq,
                run=imported.run,
                at_ms=_ended_at_ms(imported),
                answer=imported.answer,
                claims_success=imported.claims_success,
            )
        )
        if imported.oracle is not None:
            oracle = Oracle(
                run=imported.run,
                success=imported.oracle,
                reward=imported.reward,
                name=imported.format,
                at_ms=now_ms(),
            )
            link.send(lambda seq: wire.OracleSaid(seq=seq, oracle=oracle))
        self._wait_sent(link)
        there = self._reader.summary(imported.run)
        if there is None or there.steps != len(imported.steps) or there.run.ended_at_ms is None:
            raise RuntimeError("the daemon did not take all of it; its log says why")
        self._new[imported.run] = link
        looks = {id(k): k for s in imported.steps for k in (s.before, s.after) if k}.values()
        self._count(
            (imported.run,),
            imported=1,
            steps=len(imported.steps),
            frames=len({look.frame for look in looks if look.frame}),
            withheld=sum(look.withheld is not None for look in looks),
            labelled=int(imported.oracle is not None),
        )

    def _send_step(self, link: Link, imported: Imported, step: Step) -> None:
        before, after = (
            self._with_frame(link, imported, look) for look in (step.before, step.after)
        )
        whole = replace(step, before=before, after=after)
        link.send(lambda seq: wire.StepSeen(seq=seq, step=whole))
        if step.index % STEPS_AHEAD == 0:
            self._wait_sent(link)

    def _with_frame(
        self, link: Link, imported: Imported, look: Observation | None
    ) -> Observation | None:
        if look is None or look.frame is None:
            return look
        data = imported.frames(look.frame)
        if data is None or link.frame(data) != look.frame:
            return replace(
                look, frame=None, withheld="its image was missing or changed during the import"
            )
        return look

    def _wait_sent(self, link: Link) -> None:
        if not link.wait_sent(SENT_S):
            raise RuntimeError(f"the daemon took nothing for {SENT_S:g} s; see `courtside doctor`")

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

    def wait_judged(self) -> None:
        """Until every new run has its verdict, for at most `JUDGED_S`."""
        waiting, end = dict(self._new), time.monotonic() + JUDGED_S
        while waiting and not self._stop.is_set() and time.monotonic() < end:
            self._on_progress(self.report, 1, 1)
            run, link = next(iter(waiting.items()))
            link.wait_judged(run, 1.0)
            waiting = {r: k for r, k in waiting.items() if self._waits(r)}
            self.report = replace(self.report, judged=len(self._new) - len(waiting))

    def _waits(self, run: str) -> bool:
        there = self._reader.summary(run)
        return there is not None and there.status is None

    def _break(self, path: str, reason: str) -> None:
        one = Broken(path=path, reason=" ".join(reason.split()))
        named = (*self.report.broken, one)[:MAX_BROKEN]
        self.report = replace(self.report, broken=named, left_out=self.report.left_out + 1)

    def _count(self, runs: tuple[str, ...], **more: int) -> None:
        counts = {name: getattr(self.report, name) + count for name, count in more.items()}
        self.report = replace(self.report, runs=self.report.runs + runs, **counts)


def _ended_at_ms(imported: Imported) -> int:
    looks = [look for step in imported.steps for look in (step.before, step.after) if look]
    return max([imported.started_at_ms, *(look.at_ms for look in looks)])
