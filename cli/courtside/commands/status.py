"""`courtside status`: whether the daemon is up, what it does and what it holds."""

from __future__ import annotations

import shutil
import sys

import click
from msgspec.structs import replace

from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import plain
from courtside_bridges.client.control_api import call_for
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.learning.learned import Learned, LearnedFile
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.database_file import is_recorded
from courtside_store.reading import Reader
from courtside_store.records import Record
from courtside_store.rendering import counted
from courtside_store.thresholds import thresholds_trouble


class Standing(Record, frozen=True, kw_only=True):
    """The status that `--json` prints. None: only a running daemon knows it."""

    running: bool = False
    url: str | None = None
    pid: int | None = None
    version: str | None = None
    data_dir: str
    judge: str | None = None
    judge_state: str | None = None
    judge_queue: int | None = None
    """Runs that wait for the judge."""
    judge_lag_ms: int | None = None
    """Age of the oldest step that waits."""
    judge_trouble: str | None = None
    """Why the newest verdict is none, or the next would be none; else empty."""
    ocr: str | None = None
    """What reads frames that come without elements; empty where nothing does."""
    learned: tuple[str, ...] = ()
    """For which runs `courtside learn` has learned something that applies."""
    store_trouble: str = ""
    """Why the daemon can record nothing."""
    learned_trouble: str = ""
    """Why what was learned does not count."""
    thresholds_trouble: str = ""
    """Why what was calibrated does not count."""
    sources: tuple[wire.SourceStatus, ...] = ()
    """Who is connected."""
    runs: int = 0
    steps: int = 0
    dropped_steps: int = 0
    dropped_frames: int = 0
    disk_bytes: int | None = None
    budget_bytes: int
    free_bytes: int


@click.command()
@as_json
@click.pass_obj
def status(config: Config, as_json: bool) -> None:
    """Show whether the daemon runs, what it does and what it stores.

    The exit code is 1 if it is not running.
    """
    running = read_running(config)
    standing = _of_daemon(config, running) if running else _at_rest(config)
    if as_json:
        print_json(standing)
    else:
        _print(standing)
    if not standing.running:
        sys.exit(1)


def _of_daemon(config: Config, running: Running) -> Standing:
    status = call_for(wire.Status, config, running, "GET", "/v1/status")
    return replace(
        _of_settings(config),
        running=True,
        url=running.url,
        pid=running.pid,
        version=status.version,
        judge=status.judge,
        judge_state=status.judge_state,
        judge_queue=status.judge_queue,
        judge_lag_ms=status.judge_lag_ms,
        judge_trouble=status.judge_trouble,
        ocr=status.ocr,
        sources=status.sources,
        store_trouble=status.store_trouble,
        runs=status.runs,
        steps=status.steps,
        dropped_steps=status.dropped_steps,
        dropped_frames=status.dropped_frames,
        disk_bytes=status.disk_bytes,
        budget_bytes=status.budget_bytes,
    )


def _at_rest(config: Config) -> Standing:
    if not is_recorded(config):
        return _of_settings(config)
    with Reader(config) as reader:
        counts = reader.counts()
    return replace(
        _of_settings(config),
        runs=counts.runs,
        steps=counts.steps,
        dropped_steps=counts.dropped_steps,
        dropped_frames=counts.dropped_frames,
        disk_bytes=counts.disk_bytes,
    )


def _of_settings(config: Config) -> Standing:
    """What is known without a daemon and a database."""
    learned, trouble = learned_scopes(config)
    return Standing(
        data_dir=str(config.data_dir),
        learned=learned,
        learned_trouble=trouble,
        thresholds_trouble=thresholds_trouble(config),
        budget_bytes=config.budget_bytes,
        free_bytes=free_bytes(config),
    )


def learned_scopes(config: Config) -> tuple[tuple[str, ...], str]:
    """For which runs something was learned, or why that does not count."""
    try:
        return tuple(str(one.scope) for one in learned_that_applies(config)), ""
    except ValueError as error:
        return (), str(error)


def learned_that_applies(config: Config) -> list[Learned]:
    """What was learned for the weights in use; what was learned for others does not apply."""
    sha256 = EvidenceJudge().stamp().model_sha256
    learned = LearnedFile(config.learned_file).load()
    return [one for one in learned if one.weights_sha256 == sha256]


def free_bytes(config: Config) -> int:
    """The free bytes of the disk that holds the data folder, or would."""
    folders = [config.data_dir, *config.data_dir.absolute().parents]
    return shutil.disk_usage(next(one for one in folders if one.exists())).free


def _print(standing: Standing) -> None:
    if standing.running:
        click.echo(f"daemon   {standing.url}, process {standing.pid}, version {standing.version}")
        lag = f"{(standing.judge_lag_ms or 0) / 1000:.1f} s behind"
        waiting = f"{counted(standing.judge_queue or 0, 'run')} pending, {lag}"
        if standing.judge_trouble:
            click.echo(f"judge    {standing.judge}, not ready: {standing.judge_trouble}")
            click.echo(f"         {waiting}")
        else:
            click.echo(f"judge    {standing.judge}, {standing.judge_state}: {waiting}")
        click.echo(f"ocr      {standing.ocr or 'off: screens without elements are not read'}")
        named = [plain(f"{one.source} {one.name}") for one in standing.sources]
        click.echo(f"sources  {', '.join(named) or 'none connected'}")
    else:
        click.echo("daemon   not running; `courtside up` starts it")
    if standing.learned:
        click.echo(f"learned  {plain(', '.join(standing.learned))}; see `courtside learn --list`")
    troubles = (standing.store_trouble, standing.learned_trouble, standing.thresholds_trouble)
    for trouble in filter(None, troubles):
        click.echo(f"trouble  {trouble}")
    used = "" if standing.disk_bytes is None else f"{standing.disk_bytes / 1e6:,.1f} MB used, "
    budget, free = standing.budget_bytes / 1e9, standing.free_bytes / 1e9
    held = f"{counted(standing.runs, 'run')}, {counted(standing.steps, 'step')}"
    click.echo(f"data     {standing.data_dir}: {held}")
    click.echo(f"disk     {used}budget {budget:.1f} GB, {free:.1f} GB free")
    steps, frames = standing.dropped_steps, standing.dropped_frames
    click.echo(f"dropped  {counted(steps, 'step')}, {counted(frames, 'frame')}")
