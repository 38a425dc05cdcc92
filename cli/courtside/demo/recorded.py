"""Replays the runs that ship in the package, by the same socket as live ones. No browser needed.

`python -m courtside.demo.recorded DATA_DIR RUN...` makes the shipped runs again from recorded ones.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from importlib.resources import files
from pathlib import Path
from signal import SIGINT, SIGTERM

import msgspec
from rich.console import Console
from rich.text import Text

from courtside.output.printing import print_json
from courtside.running_daemon import page_url
from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import open_link
from courtside_daemon.app import running
from courtside_refine.lessons.reflection import reflect
from courtside_store import wire
from courtside_store.blobs import Blobs
from courtside_store.config import Config, load_config
from courtside_store.reading import Reader
from courtside_store.records import Oracle, Record, RunLabel, Step, new_id, now_ms
from courtside_store.rendering import counted

from .live_demo import demo_config
from .live_episodes import COLOURS

RECORDED_DEMO_VERDICT_S = 30.0


class RecordedRun(Record, frozen=True, kw_only=True):
    """One shipped run. Its ids are new at each replay."""

    task: str
    agent: str
    answer: str = ""
    claims_success: bool | None = None
    oracle: bool
    steps: tuple[Step, ...]


class ReplayOutcome(Record, frozen=True, kw_only=True):
    """What became of one replayed run."""

    run: str
    task: str
    steps: int
    verdict: RunLabel | None
    oracle: bool
    why: str


def folder() -> Path:
    """The folder of the runs that ship in the package."""
    return Path(str(files("courtside.demo") / "recorded"))


def run_recorded(config: Config, exit_at_end: bool, as_json: bool) -> int:
    """Replays, shows, and serves on unless it is to end; returns the exit code.

    Raises KeyboardInterrupt where Ctrl-C came before all of it was shown.
    """
    console = Console(stderr=as_json)
    own = msgspec.structs.replace(demo_config(config), phone_lessons=False)
    if not asyncio.run(_serve(own, console, exit_at_end, as_json)):
        raise KeyboardInterrupt
    return 0


async def _serve(config: Config, console: Console, exit_at_end: bool, as_json: bool) -> bool:
    """Whether everything was shown. The first Ctrl-C ends the replay before its daemon ends; a
    second one waits for neither.
    """
    over = threading.Event()
    loop = asyncio.get_running_loop()

    def end() -> None:
        over.set()
        loop.remove_signal_handler(SIGINT)

    for number in (SIGINT, SIGTERM):
        loop.add_signal_handler(number, end)
    async with running(config, reflect) as (daemon, stop):
        link = await asyncio.to_thread(page_url, config, daemon)
        console.print(f"live page: {link}", soft_wrap=True)
        done = await asyncio.to_thread(replay, config, over)
        if over.is_set():
            return False
        for number in (SIGINT, SIGTERM):
            loop.add_signal_handler(number, stop.set)
        for run in done:
            colour = COLOURS.get(run.verdict or "", "yellow")
            console.print(
                Text.assemble(
                    f"{counted(run.steps, 'step')}  ",
                    (run.verdict or "none", colour),
                    f"  {run.task}\n    {run.why}",
                )
            )
        if as_json:
            print_json({"runs": done})
        if not exit_at_end:
            console.print("`courtside demo --live` lets an agent try real tasks in Chromium.")
            console.print(f"still serving {daemon.url}; Ctrl-C ends it")
            await stop.wait()
        return True


def replay(config: Config, over: threading.Event) -> list[ReplayOutcome]:
    """Feeds the shipped runs to the running daemon and waits for each verdict, until it is over."""
    link = open_link("recorded agent", config)
    try:
        return [
            _replay(link, recorded) for recorded in load_recorded(folder()) if not over.is_set()
        ]
    finally:
        link.close()


def load_recorded(path: Path) -> list[RecordedRun]:
    """The shipped runs. Raises FileNotFoundError where the installation is broken."""
    lines = (path / "runs.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=RecordedRun) for line in lines]


def _replay(link: Link, recorded: RecordedRun) -> ReplayOutcome:
    run = new_id("run")
    link.send(
        lambda seq: wire.RunBegin(
            seq=seq, run=run, at_ms=now_ms(), task=recorded.task, agent=recorded.agent
        )
    )
    for step in recorded.steps:
        _replay_step(link, msgspec.structs.replace(step, run=run))
    link.send(
        lambda seq: wire.RunEnd(
            seq=seq,
            run=run,
            at_ms=now_ms(),
            answer=recorded.answer,
            claims_success=recorded.claims_success,
        )
    )
    judged = link.wait_judged(run, RECORDED_DEMO_VERDICT_S)
    oracle = Oracle(run=run, success=recorded.oracle, name="miniwob", at_ms=now_ms())
    link.send(lambda seq: wire.OracleResult(seq=seq, oracle=oracle))
    return ReplayOutcome(
        run=run,
        task=recorded.task,
        steps=len(recorded.steps),
        oracle=recorded.oracle,
        verdict=judged.verdict.label if judged and judged.verdict.status == "ok" else None,
        why=judged.verdict.explanation if judged else "no verdict came",
    )


def _replay_step(link: Link, step: Step) -> None:
    for look in (step.before, step.after):
        if look and look.frame:
            link.frame((folder() / f"{look.frame}.jpg").read_bytes())
    link.send(lambda seq: wire.StepSeen(seq=seq, step=step))


def record(config: Config, runs: list[str], out: Path) -> None:
    """Writes stored runs as shipped ones: JSON lines and images."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        old.unlink()
    blobs = Blobs(config.blobs)
    with Reader(config) as reader, (out / "runs.jsonl").open("wb") as lines:
        for run in runs:
            history = reader.run(run)
            if history is None:
                raise ValueError(f"no run {run} in {config.data_dir}")
            steps = tuple(reader.steps(run))
            for look in (
                look for s in steps for look in (s.before, s.after) if look and look.frame
            ):
                (out / f"{look.frame}.jpg").write_bytes(blobs.read(look.frame or "") or b"")
            whose = history.summary.run
            kept = RecordedRun(
                task=whose.task,
                agent=whose.agent,
                answer=whose.answer,
                claims_success=whose.claims_success,
                oracle=bool(history.oracle and history.oracle.success),
                steps=steps,
            )
            lines.write(msgspec.json.encode(kept) + b"\n")


if __name__ == "__main__":
    record(load_config({"data_dir": sys.argv[1]}), sys.argv[2:], Path(__file__).parent / "recorded")
