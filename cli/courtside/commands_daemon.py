"""Commands about the daemon itself: start, stop, look after, let in."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import msgspec

from courtside_bridges.android.driven import APPIUM
from courtside_bridges.browsers import find_browser
from courtside_bridges.daemon_address import call
from courtside_bridges.extension_files import extension_folder
from courtside_bridges.link import send_outbox
from courtside_judge.backends.chosen import live_judge
from courtside_judge.perception.easy import missing_weights
from courtside_judge.perception.readers import INSTALL, choose
from courtside_store.config import Config, Running, read_running
from courtside_store.thresholds import load_thresholds

from . import ios_check
from .android_check import check_android, check_parts, read_capabilities, walk
from .desktop_check import check_desktop
from .ios_check import COMPANION
from .model_checks import check_models

START_S = 20.0
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON value on stdout.")


@click.command()
@click.option("--detach", is_flag=True, help="Go to the background and return once it runs.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--port", type=int, help="Listen on this port; 0 takes a free one.")
@click.pass_obj
def up(config: Config, detach: bool, open_page: bool, port: int | None) -> None:
    """Start the daemon and serve until Ctrl-C."""
    if port is not None:
        config = msgspec.structs.replace(config, port=port)
    if found := read_running(config):
        return _say_running(config, found, open_page)
    if detach:
        return _say_running(config, start_detached(config), open_page)
    from courtside_daemon.app import serve
    from courtside_refine.reflexion import reflect

    log_to(config)

    def runs(running: Running) -> None:
        _say_running(config, running, open_page)
        threading.Thread(target=send_outbox, args=(config,), daemon=True).start()

    asyncio.run(serve(config, reflect, runs))
    return None


def log_to(config: Config) -> None:
    """The daemon's own log: no page text, no tokens."""
    config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    logging.basicConfig(
        filename=config.data_dir / "daemon.log",
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
    )


def start_detached(config: Config) -> Running:
    """Starts the daemon in the background. Raises RuntimeError where it does not come up."""
    log_to(config)
    with (config.data_dir / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "courtside",
                "--data-dir",
                str(config.data_dir),
                "up",
                "--port",
                str(config.port),
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        if found := read_running(config):
            return found
        time.sleep(0.05)
    raise RuntimeError(f"the daemon did not start; see {config.data_dir / 'daemon.log'}")


def _say_running(config: Config, running: Running, open_page: bool) -> None:
    click.echo(f"courtside runs at {running.url}  (`courtside url` prints a link to its page)")
    if open_page:
        click.launch(page_url(config, running))


def page_url(config: Config, running: Running) -> str:
    """A link to the page that logs in once."""
    return str(call(config, running, "POST", "/v1/viewer", {})["url"])


def need_daemon(config: Config) -> Running:
    """The running daemon. Raises RuntimeError that says how to start one."""
    found = read_running(config)
    if found is None:
        raise RuntimeError("the daemon is not running; `courtside up` starts it")
    return found


@click.command()
@click.pass_obj
def stop(config: Config) -> None:
    """Stop the daemon."""
    call(config, need_daemon(config), "POST", "/v1/stop", {})
    click.echo("stopped")


@click.command()
@as_json
@click.pass_obj
def pair(config: Config, as_json: bool) -> None:
    """Print a code that lets a Chrome extension in."""
    answer = call(config, need_daemon(config), "POST", "/v1/pair", {})
    if as_json:
        return click.echo(msgspec.json.encode(answer).decode())
    click.echo(
        f"{answer['code']}   type it in the extension's popup within {answer['expires_s']:.0f} s"
    )
    return None


@click.command()
@click.option("--open", "open_page", is_flag=True, help="Open it in the browser.")
@click.pass_obj
def url(config: Config, open_page: bool) -> None:
    """Print a link to the page; it logs in once."""
    link = page_url(config, need_daemon(config))
    click.echo(link)
    if open_page:
        click.launch(link)


@click.command()
@click.option("--automated", is_flag=True, help="A copy that may record every site unasked.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the copy.")
@as_json
@click.pass_obj
def extension(config: Config, automated: bool, out: Path | None, as_json: bool) -> None:
    """Print the folder of the Chrome extension."""
    folder = extension_folder()
    if automated:
        if out is None:
            raise click.UsageError("--automated needs --out DIR")
        folder = grant(folder, out)
    if as_json:
        return click.echo(msgspec.json.encode({"folder": str(folder)}).decode())
    click.echo(folder)
    click.echo("Open chrome://extensions, turn on Developer mode, choose Load unpacked.", err=True)
    return None


def grant(folder: Path, out: Path) -> Path:
    """A copy for automated browsers, where nobody can answer Chrome's prompt.

    A picture of a tab takes a person's click on the extension, or the right to every site.
    """
    shutil.copytree(folder, out, dirs_exist_ok=True)
    manifest: dict[str, Any] = msgspec.json.decode((folder / "manifest.json").read_bytes())
    manifest["host_permissions"] = ["<all_urls>"]
    (out / "manifest.json").write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return out


@click.command()
@as_json
@click.pass_obj
def config(config: Config, as_json: bool) -> None:
    """Print the configuration in force."""
    values = msgspec.to_builtins(config, builtin_types=(Path,))
    values["data_dir"] = str(values["data_dir"])
    if as_json:
        return click.echo(msgspec.json.encode(values).decode())
    for name, value in values.items():
        click.echo(f"{name} = {msgspec.json.encode(value).decode()}")
    return None


@click.command()
@click.argument("bridge", required=False, type=click.Choice(["android", "ios"]))
@click.option("--check", is_flag=True, help="Walk through it with a real device; paste the lines.")
@click.option("--appium", default=APPIUM, show_default=True, help="The Appium server to check.")
@click.option(
    "--companion", default=COMPANION, show_default=True, help="The idb companion to check."
)
@click.option("--capabilities", default="{}", help="JSON, for --check: which device, which driver.")
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
    """Say what works and what is missing, of everything or of one BRIDGE."""
    if check and bridge is None:
        raise click.UsageError("--check walks one bridge: `courtside doctor android --check`")
    checks: Iterable[tuple[str, bool, str]] = _checks(config)
    if bridge == "android":
        told = read_capabilities(capabilities)
        checks = walk(config, appium, told) if check else check_parts(appium)
    if bridge == "ios":
        walked = ios_check.walk(config, companion)
        checks = walked if check else ios_check.check_parts(companion)
    if as_json:
        said = [{"what": what, "ok": ok, "say": say} for what, ok, say in checks]
        return click.echo(msgspec.json.encode(said).decode())
    for what, ok, say in checks:
        mark = click.style("ok  " if ok else "miss", fg="green" if ok else "yellow")
        click.echo(f"{mark} {what}: {say}")
    return None


def _promise(config: Config, limit: float) -> tuple[bool, str]:
    """Whether the limit on false successes rests on labelled runs."""
    found = load_thresholds(config)
    if found is None or (found.judge, found.max_false_success) != (live_judge(config), limit):
        return False, (
            f"at most {limit:g}, not calibrated: every success becomes unknown; "
            "`courtside agreement --calibrate`"
        )
    if found.success_from is None:
        return False, f"at most {limit:g}: {found.n} labelled runs show no score that is so safe"
    return True, f"at most {limit:g}: called success from a score of {found.success_from:g} on"


def _checks(config: Config) -> list[tuple[str, bool, str]]:
    running = read_running(config)
    browser = find_browser()
    free = shutil.disk_usage(
        next(p for p in [config.data_dir, *config.data_dir.parents] if p.exists())
    ).free
    said = [
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
        said.append(("false success", *_promise(config, config.max_false_success)))
    if running:
        status = call(config, running, "GET", "/v1/status")
        said.append(
            (
                "judge lag",
                status["judge_lag_ms"] < 10_000,
                f"{status['judge_lag_ms']} ms, {status['judge_queue']} runs wait",
            )
        )
        if use := status["models"]:
            said.append(("models", not status["judge_trouble"], _use(use)))
        if status["judge_trouble"]:
            said.append(("live judge", False, status["judge_trouble"]))
        said.append(
            (
                "dropped",
                not status["dropped_steps"],
                f"{status['dropped_steps']} steps, {status['dropped_frames']} frames",
            )
        )
    return said


def _use(use: dict[str, Any]) -> str:
    """What asking models has cost since the judge's process began."""
    known, captions = use.get("captions_known", 0), use.get("captions", 0)
    return (
        f"{' + '.join(use['names'])}: {use.get('tokens_per_s', 0):g} tokens/s, "
        f"{use.get('kept_share', 0):.0%} of prompts and {known} of {captions} captions were known"
    )


def _ocr(config: Config) -> tuple[bool, str]:
    try:
        kind = choose(config.ocr)
    except ValueError as error:
        return False, str(error)
    if kind is None:
        why = "nothing reads frames without elements; " + INSTALL["rapidocr"]
        return (True, "off") if config.ocr == "off" else (False, why)
    if kind == "easyocr" and (gone := missing_weights(config.ocr_weights)):
        return False, f"easyocr has no {' and no '.join(gone)} in {config.ocr_weights}"
    return True, f"{kind} reads frames that come without elements"
