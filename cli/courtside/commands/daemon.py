"""Commands about the daemon itself: start, stop, look after, let in."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import msgspec

from courtside.printing import as_json, print_json, print_lines, whole
from courtside_bridges.client.daemon_address import call
from courtside_bridges.client.link import send_outbox
from courtside_bridges.web.extension_files import extension_folder
from courtside_store.config import (
    PREFIX,
    Config,
    Running,
    config_file,
    is_locked,
    read_running,
)
from courtside_store.private import make_private, open_private

START_S = 20.0
STOP_S = 30.0


@click.command()
@click.option("--detach", is_flag=True, help="Go to the background and return once it runs.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Listen on this port; 0 takes a free one."
)
@click.pass_obj
def up(config: Config, detach: bool, open_page: bool, port: int | None) -> None:
    """Start the daemon and serve until Ctrl-C."""
    if port is not None:
        config = msgspec.structs.replace(config, port=port)
    if found := read_running(config):
        if port and port != urlsplit(found.url).port:
            raise RuntimeError(f"courtside already runs at {found.url}; `courtside stop` ends it")
        return _say_running(config, found, open_page, "already ")
    if detach:
        return _say_running(config, start_detached(config), open_page)
    from courtside_daemon.app import serve
    from courtside_daemon.logs import log_to
    from courtside_refine.reflexion import reflect

    log_to(config.data_dir / "daemon.log")

    def runs(running: Running) -> None:
        _say_running(config, running, open_page)
        threading.Thread(target=send_outbox, args=(config,), daemon=True).start()

    asyncio.run(serve(config, reflect, runs))
    return None


def start_detached(config: Config) -> Running:
    """Starts the daemon in the background. Raises RuntimeError where it does not come up."""
    make_private(config.data_dir)
    words = config.data_dir / "daemon.log"
    with open_private(words, "ab") as log:
        begins = log.tell()
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
    raise RuntimeError(_why_it_ended(words, begins))


def _why_it_ended(log: Path, begins: int) -> str:
    """The one line that the daemon said as it ended, else where to look."""
    said = log.read_bytes()[begins:].decode(errors="replace").splitlines()
    line = next((one for one in reversed(said) if one.startswith("courtside: ")), "")
    return line.removeprefix("courtside: ") or f"the daemon did not start; see {log}"


def _say_running(config: Config, running: Running, open_page: bool, already: str = "") -> None:
    where = f"courtside {already}runs at {running.url}"
    click.echo(f"{where}  (`courtside url` prints a link to its page)")
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
    """Stop the daemon, and wait until it has let go of its files."""
    call(config, need_daemon(config), "POST", "/v1/stop", {})
    end = time.monotonic() + STOP_S
    while is_locked(config):
        if time.monotonic() > end:
            raise RuntimeError(f"the daemon is still stopping after {STOP_S:g} s; ask again")
        time.sleep(0.05)
    click.echo("stopped")


@click.command()
@as_json
@click.pass_obj
def pair(config: Config, as_json: bool) -> None:
    """Print a code that lets a Chrome extension in."""
    answer = call(config, need_daemon(config), "POST", "/v1/pair", {})
    if as_json:
        return print_json(answer)
    click.echo(
        f"{answer['code']}   type it in the extension's popup within {answer['expires_s']:.0f} s"
    )
    return None


@click.command()
@click.option("--open", "open_page", is_flag=True, help="Open it in the browser.")
@as_json
@click.pass_obj
def url(config: Config, open_page: bool, as_json: bool) -> None:
    """Print a link to the page; it logs in once."""
    link = page_url(config, need_daemon(config))
    print_json({"url": link}) if as_json else click.echo(link)
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
        return print_json({"folder": folder})
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
    values = whole(config)
    if as_json:
        return print_json(values)
    print_lines(values)
    click.echo(f"read from: {', '.join(sources()) or 'nowhere, these are the defaults'}", err=True)
    return None


def sources() -> list[str]:
    """Where settings come from that are not the defaults."""
    named = sorted({PREFIX + name.upper() for name in Config.__struct_fields__} & os.environ.keys())
    return [*([str(config_file())] if config_file().is_file() else []), *named]
