"""Imports files and folders through the running daemon, or through one of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from courtside_bridges.client.control_api import PURGE_S, call
from courtside_bridges.client.link import Link
from courtside_formats.importers import Broken, Imported
from courtside_formats.importers.process import ImporterProcess
from courtside_formats.importers.worker import ImportUnit
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.reading import Reader

from .import_report import ImportReport, OnImported
from .sending import Sender

JUDGED_S = 60.0
"""How long to wait for verdicts: to read pictures takes its time, and the next daemon goes on."""


def import_paths(
    config: Config, paths: Sequence[Path], format: str, on_progress: OnImported, wait: bool = True
) -> ImportReport:
    """Imports through the running daemon, or through one of its own that judges them at once.

    `wait`: until they are judged, where the daemon is its own. Ctrl-C ends the waiting: what is in
    stays in, and the next daemon judges the rest. Raises KeyboardInterrupt where it came before
    everything was in.
    """
    if running := read_running(config):
        with Import(config, running, on_progress) as work:
            work.take_all(paths, format)
            return work.report
    reports: list[ImportReport] = []
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
    on_progress: OnImported,
    wait: bool,
    reports: list[ImportReport],
) -> None:
    from courtside_daemon.app import running
    from courtside_refine.lessons.reflection import reflect

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
        on_progress: OnImported,
        stop: threading.Event | None = None,
    ) -> None:
        self._config = config
        self._running = running
        self._on_progress = on_progress
        self._stop = stop or threading.Event()
        self._reader = Reader(config)
        self._sender = Sender(config)
        self._new: dict[str, Link] = {}
        self._tasks: dict[str, str] = {}
        """Of the runs so far, as they were read."""
        self.report = ImportReport()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._sender.close()
        self._reader.close()

    def take_all(self, paths: Sequence[Path], format: str) -> bool:
        """Every run of every path; a path that holds none is one more that is broken.

        False where it was stopped before all was in.
        """
        with ImporterProcess() as reader:
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

    def _units(
        self, reader: ImporterProcess, paths: Sequence[Path], format: str
    ) -> Iterator[ImportUnit]:
        for path in paths:
            for imported in reader.find(path, format):
                if isinstance(imported, Broken):
                    self._take(imported)
                else:
                    yield imported

    def _take(self, imported: Imported | Broken) -> None:
        if isinstance(imported, Broken):
            self.report = self.report.with_broken(imported.path, imported.reason)
            return
        for run in imported.with_task:
            self._change_task(run, imported.task)
        self._tasks[imported.run] = imported.task
        there = self._reader.summary(imported.run)
        if there and there.run.ended_by in ("finish", "truncated", "stop"):
            self.report = self.report.with_run(imported.run, already=1)
            return
        if there:  # an import that was broken off
            self._purge(imported.run)
        try:
            self._send(imported)
        except RuntimeError as error:
            with suppress(OSError):  # what made the daemon refuse it may make it refuse this too
                self._purge(imported.run)
            broken = f"{imported.format} {imported.id}"
            self.report = self.report.with_broken(broken, str(error))

    def _change_task(self, run: str, task: str) -> None:
        """Of a run that has it as it was read: a person may have given another one."""
        there = self._reader.summary(run)
        if there and there.run.task == self._tasks.get(run):
            try:
                call(self._config, self._running, "POST", f"/v1/runs/{run}/task", {"task": task})
                self._tasks[run] = task
            except OSError as error:
                why = f"its task keeps a secret that a later run of it shows: {error}"
                self.report = self.report.with_broken(run, why)

    def _purge(self, run: str) -> None:
        body = {"runs": [run]}
        call(self._config, self._running, "POST", "/v1/purge", body, PURGE_S)

    def _send(self, imported: Imported) -> None:
        link = self._sender.send(imported)
        there = self._reader.summary(imported.run)
        if there is None or there.steps != len(imported.steps) or there.run.ended_at_ms is None:
            raise RuntimeError("the daemon refused a part of this run; its log says why")
        self._new[imported.run] = link
        looks = {id(k): k for s in imported.steps for k in (s.before, s.after) if k}.values()
        self.report = self.report.with_run(
            imported.run,
            imported=1,
            steps=len(imported.steps),
            frames=len({look.frame for look in looks if look.frame}),
            withheld=sum(look.withheld not in (None, *imported.unpictured) for look in looks),
            labelled=int(imported.oracle is not None),
        )

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
