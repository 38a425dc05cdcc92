"""`courtside doctor`: what works on this machine, and what is missing and how to get it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec

import click

from courtside.commands.status import learned_scopes
from courtside.doctor import ios as ios_check
from courtside.doctor.android import check_android, check_parts, read_capabilities, walk
from courtside.doctor.check_line import CheckResult
from courtside.doctor.desktop import check_desktop
from courtside.doctor.ios import COMPANION
from courtside.doctor.models import check_models
from courtside.doctor.playwright_browser import check_playwright
from courtside.output.printing import as_json, print_json
from courtside_bridges.android.own_session import APPIUM
from courtside_bridges.client.control_api import call_for
from courtside_bridges.web.browsers import find_browser
from courtside_judge.backends.chosen import live_judge
from courtside_judge.evidence.language.card import read_card
from courtside_judge.evidence.language.reader import INSTALL_LANGUAGE, language_reader
from courtside_judge.false_success import false_success_basis
from courtside_judge.perception.detector import Detector
from courtside_judge.perception.easyocr_reader import missing_weights
from courtside_judge.perception.registry import INSTALL, choose
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.records import Record
from courtside_store.rendering import counted
from courtside_store.schema_check import check_schema
from courtside_store.thresholds import thresholds_trouble
from courtside_store.wire import ModelUse, Status

OPTIONAL = {
    "playwright",
    "demo tasks",
    "android",
    "ios",
    "desktop",
    "desktop elements",
    "language",
    "detector",
}
"""Parts that only some agents need: nothing is wrong where one of them is not there."""
NO_OCR = "off: screens without elements are not read; " + INSTALL["rapidocr"]


class CheckLine(Record, frozen=True, kw_only=True):
    """What `--json` prints of one thing that was looked at."""

    what: str
    ok: bool
    optional: bool
    """Only some need it: its lack is no fault."""
    detail: str


@click.command()
@click.argument("bridge", required=False, type=click.Choice(["android", "ios"]))
@click.option("--check", is_flag=True, help="Try the bridge with a real device, step by step.")
@click.option("--appium", default=APPIUM, show_default=True, help="The Appium server to check.")
@click.option(
    "--companion", default=COMPANION, show_default=True, help="The idb companion to check."
)
@click.option("--capabilities", default="{}", help="Appium capabilities as JSON, for --check.")
@as_json
@click.pass_obj
def doctor(
    config: Config,
    bridge: str | None,
    check: bool,
    appium: str,
    companion: str,
    capabilities: str,
    as_json: bool,
) -> None:
    """Check what works on this machine and what is missing.

    Checks everything, or one bridge: android or ios. What is missing and needed only by some is
    marked optional. The exit code is 1 if --check fails.
    """
    if check and bridge is None:
        raise click.UsageError("--check walks one bridge: `courtside doctor android --check`")
    checks: Iterable[CheckResult] = _checks(config)
    if bridge == "android":
        asked = read_capabilities(capabilities)
        checks = walk(config, appium, asked) if check else check_parts(appium)
    if bridge == "ios":
        walked = ios_check.walk(config, companion)
        checks = walked if check else ios_check.check_parts(companion)
    done: list[CheckLine] = []
    for what, ok, detail in checks:
        optional = bridge is None and _is_optional(config, what)
        done.append(CheckLine(what=what, ok=ok, optional=optional, detail=detail))
        if not as_json:
            click.echo(f"{_mark(ok, optional)} {what}: {detail}")
    if as_json:
        print_json(done)
    if check and not all(one.ok for one in done):
        sys.exit(1)


def _is_optional(config: Config, what: str) -> bool:
    """Whether its lack is no fault: only some need it, and no setting asks for it."""
    return what in OPTIONAL or (what == "ocr" and config.ocr == "auto")


def _mark(ok: bool, optional: bool) -> str:
    if ok:
        return click.style("ok      ", fg="green")
    return "optional" if optional else click.style("miss    ", fg="yellow")


def _checks(config: Config) -> list[CheckResult]:
    running = read_running(config)
    status = call_for(Status, config, running, "GET", "/v1/status") if running else None
    return [
        _daemon(running),
        *_data_folder(config, status.store_trouble if status else ""),
        *_browser_checks(),
        _demo_tasks(),
        *check_models(config, status),
        ("ocr", *(_ocr(config) if status is None else _ocr_of_daemon(config, status))),
        _detector(config),
        _language(),
        *check_android(),
        *ios_check.check_ios(),
        *check_desktop(),
        *_learned_checks(config),
        *_threshold_checks(config, status),
        *(_of_daemon(status) if status else []),
    ]


def _daemon(running: Running | None) -> CheckResult:
    detail = running.url if running else "not running; `courtside up` starts it"
    return "daemon", running is not None, detail


def _data_folder(config: Config, trouble: str) -> list[CheckResult]:
    """Whether it can be written to, what is in it, and the disk under it. `trouble`: why the
    daemon cannot record.
    """
    folder = config.data_dir
    there = next(p for p in [folder, *folder.parents] if p.exists())
    free = shutil.disk_usage(there).free
    is_writable = os.access(there, os.W_OK)
    unwritable = f"{folder} cannot be written to; set COURTSIDE_DATA_DIR or --data-dir"
    room = f"{free / 1e9:.1f} GB free, budget {config.budget_bytes / 1e9:.1f} GB"
    return [
        ("data", is_writable, str(folder) if is_writable else unwritable),
        ("database", *((False, trouble) if trouble else check_schema(config))),
        ("disk", free > config.budget_bytes, room),
    ]


def _browser_checks() -> list[CheckResult]:
    browser = find_browser()
    if browser and not shutil.which(browser.path):
        gone = f"{browser.path}, which COURTSIDE_BROWSER names, is no program; correct or unset it"
        return [("browser", False, gone), *check_playwright(None)]
    detail = browser.path if browser else "no Chromium; install `chromium`"
    return [("browser", browser is not None, detail), *check_playwright(browser)]


def _demo_tasks() -> CheckResult:
    found = find_spec("miniwob") is not None
    return "demo tasks", found, "installed" if found else "pip install 'courtside[demo]'"


def _detector(config: Config) -> CheckResult:
    """Whether controls can be found in a picture, for those who act by pixels."""
    try:
        detector = Detector.load()
    except (OSError, ValueError) as error:
        return "detector", False, str(error)
    if detector is None:
        return "detector", False, f"off: no controls are found in pictures; {INSTALL['rapidocr']}"
    found = f"version {detector.card.version} finds controls in pictures"
    if config.ocr == "off":
        return "detector", True, f"{found}; unused, since `ocr` is off"
    if config.ocr_screens == "with-gaps":
        return "detector", True, f"{found} for the page, `vlm:marks` and `courtside operate`"
    setting = 'ocr_screens = "with-gaps"'
    return "detector", True, f"{found} for `courtside operate --pixels`; others: {setting}"


def _language() -> CheckResult:
    """Whether a small language model can read how a run ended, for the evidence judge."""
    reader = language_reader()
    if reader is None:
        missing = f"off: no small language model reads a run at its end; {INSTALL_LANGUAGE}"
        return "language", False, missing
    if trouble := reader.trouble():
        return "language", False, f"off, it does not work here: {trouble[:200]}"
    try:
        version = f"version {read_card().version}"
    except ValueError as error:
        version = f"its version is not known ({error})"
    return "language", True, f"{version}, all-MiniLM-L6-v2, reads a run at its end"


def _learned_checks(config: Config) -> list[CheckResult]:
    """Of the file of what was learned from labels; none where there is nothing to say."""
    scopes, trouble = learned_scopes(config)
    if trouble:
        return [("learned", False, f"what was learned from labels is not applied: {trouble}")]
    return [("learned", True, ", ".join(scopes))] if scopes else []


def _threshold_checks(config: Config, status: Status | None) -> list[CheckResult]:
    """Of the file of thresholds and the limit on false successes; none where neither is used."""
    if trouble := thresholds_trouble(config):
        return [("thresholds", False, trouble)]
    if (limit := config.max_false_success) is None:
        return []
    basis = false_success_basis(config, limit, status.judge if status else live_judge(config))
    detail = "; ".join(filter(None, (basis.text, basis.more)))
    return [("false success", basis.calls_success, detail)]


def _of_daemon(status: Status) -> list[CheckResult]:
    """What only a running daemon knows."""
    dropped = f"{counted(status.dropped_steps, 'step')}, "
    dropped += counted(status.dropped_frames, "frame")
    checks = [
        (
            "judge lag",
            status.judge_lag_ms < 10_000,
            f"{status.judge_lag_ms} ms, {counted(status.judge_queue, 'run')} pending",
        ),
        ("dropped", not status.dropped_steps, dropped),
    ]
    if use := status.models:
        checks.append(("models", not status.judge_trouble, _use(use)))
    if status.environment not in ("", sys.prefix):
        checks.append(("environment", False, _other_environment(status.environment)))
    return checks


def _other_environment(daemon: str) -> str:
    """What is installed here may not be installed there."""
    return (
        f"the daemon runs in {daemon}, this command in {sys.prefix}; "
        f"`{daemon}/bin/courtside doctor` says what the daemon's own environment has"
    )


def _ocr_of_daemon(config: Config, status: Status) -> tuple[bool, str]:
    """What the daemon's judge reads frames with."""
    if status.ocr:
        return True, f"{status.ocr} reads frames that come without elements"
    return _ocr(config) if config.ocr == "off" else (False, NO_OCR)


def _use(use: ModelUse) -> str:
    """What asking models has cost since the judge's process began."""
    return (
        f"{' + '.join(use.names)}: {use.tokens_per_s:g} tokens/s, {use.kept_share:.0%} of prompt "
        f"tokens and {use.captions_known} of {use.captions} captions cached"
    )


def _ocr(config: Config) -> tuple[bool, str]:
    try:
        kind = choose(config.ocr)
    except ValueError as error:
        return False, str(error)
    if kind is None:
        return (True, "off") if config.ocr == "off" else (False, NO_OCR)
    if kind == "easyocr" and (gone := missing_weights(config.ocr_weights)):
        return False, f"easyocr has no {' and no '.join(gone)} in {config.ocr_weights}"
    return True, f"{kind} reads frames that come without elements"
