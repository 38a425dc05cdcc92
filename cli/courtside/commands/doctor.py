"""The doctor: what works on this machine, and what is missing and how to get it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import click

from courtside.doctor import ios as ios_check
from courtside.doctor.android import check_android, check_parts, read_capabilities, walk
from courtside.doctor.checks import Check
from courtside.doctor.desktop import check_desktop
from courtside.doctor.ios import COMPANION
from courtside.doctor.models import check_models
from courtside.printing import as_json, print_json
from courtside_bridges.android.driven import APPIUM
from courtside_bridges.client.daemon_address import call_for
from courtside_bridges.web.browsers import find_browser
from courtside_judge.backends.chosen import live_judge
from courtside_judge.perception.easy import missing_weights
from courtside_judge.perception.registry import INSTALL, choose
from courtside_store.config import Config, read_running
from courtside_store.schema_check import check_schema
from courtside_store.thresholds import load_thresholds
from courtside_store.wire import ModelUse, Status


@click.command()
@click.argument("bridge", required=False, type=click.Choice(["android", "ios"]))
@click.option("--check", is_flag=True, help="Try it with a real device, step by step.")
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

    Checks everything, or one bridge: android or ios. The exit code is 1 if --check fails.
    """
    if check and bridge is None:
        raise click.UsageError("--check walks one bridge: `courtside doctor android --check`")
    checks: Iterable[Check] = _checks(config)
    if bridge == "android":
        asked = read_capabilities(capabilities)
        checks = walk(config, appium, asked) if check else check_parts(appium)
    if bridge == "ios":
        walked = ios_check.walk(config, companion)
        checks = walked if check else ios_check.check_parts(companion)
    done = []
    for what, ok, detail in checks:
        done.append({"what": what, "ok": ok, "detail": detail})
        if not as_json:
            mark = click.style("ok  " if ok else "miss", fg="green" if ok else "yellow")
            click.echo(f"{mark} {what}: {detail}")
    if as_json:
        print_json(done)
    if check and not all(one["ok"] for one in done):
        sys.exit(1)


def _promise(config: Config, limit: float) -> tuple[bool, str]:
    """Whether the limit on false successes rests on labelled runs."""
    thresholds = load_thresholds(config)
    asked = (live_judge(config), limit)
    if thresholds is None or (thresholds.judge, thresholds.max_false_success) != asked:
        return False, (
            f"at most {limit:g}, not calibrated: every success becomes unknown; "
            "`courtside agreement --calibrate`"
        )
    if thresholds.success_from is None:
        n = thresholds.n
        return (
            False,
            f"at most {limit:g}: no score is that safe on {n} labelled runs",
        )
    return True, f"at most {limit:g}: a success from a score of {thresholds.success_from:g} on"


def _checks(config: Config) -> list[Check]:
    running = read_running(config)
    browser = find_browser()
    free = shutil.disk_usage(
        next(p for p in [config.data_dir, *config.data_dir.parents] if p.exists())
    ).free
    checks = [
        (
            "daemon",
            running is not None,
            running.url if running else "not running; `courtside up` starts it",
        ),
        (
            "data",
            os.access(config.data_dir if config.data_dir.exists() else Path.home(), os.W_OK),
            str(config.data_dir),
        ),
        ("database", *check_schema(config)),
        (
            "disk",
            free > config.budget_bytes,
            f"{free / 1e9:.1f} GB free, budget {config.budget_bytes / 1e9:.1f} GB",
        ),
        (
            "browser",
            browser is not None,
            browser.path if browser else "no Chromium; install `chromium`",
        ),
        (
            "playwright",
            find_spec("playwright") is not None,
            "installed" if find_spec("playwright") else "pip install 'courtside[playwright]'",
        ),
        (
            "demo tasks",
            find_spec("miniwob") is not None,
            "installed" if find_spec("miniwob") else "pip install 'courtside[demo]'",
        ),
        *check_models(config),
        ("ocr", *_ocr(config)),
        *check_android(),
        *ios_check.check_ios(),
        *check_desktop(),
    ]
    if config.max_false_success is not None:
        checks.append(("false success", *_promise(config, config.max_false_success)))
    if running:
        status = call_for(Status, config, running, "GET", "/v1/status")
        checks.append(
            (
                "judge lag",
                status.judge_lag_ms < 10_000,
                f"{status.judge_lag_ms} ms, {status.judge_queue} runs wait",
            )
        )
        if use := status.models:
            checks.append(("models", not status.judge_trouble, _use(use)))
        if status.judge_trouble:
            checks.append(("live judge", False, status.judge_trouble))
        checks.append(
            (
                "dropped",
                not status.dropped_steps,
                f"{status.dropped_steps} steps, {status.dropped_frames} frames",
            )
        )
    return checks


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
        why = "off: screens without elements are not read; " + INSTALL["rapidocr"]
        return (True, "off") if config.ocr == "off" else (False, why)
    if kind == "easyocr" and (gone := missing_weights(config.ocr_weights)):
        return False, f"easyocr has no {' and no '.join(gone)} in {config.ocr_weights}"
    return True, f"{kind} reads frames that come without elements"
