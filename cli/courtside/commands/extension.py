"""`courtside extension`: where the Chrome extension is, and a copy for automated browsers."""

from __future__ import annotations

from pathlib import Path

import click

from courtside.options.empty_words import FilePath
from courtside.output.printing import as_json, print_json
from courtside_bridges.web.extension_folder import copy_for_automation, extension_folder
from courtside_store.config import Config


@click.command()
@click.option(
    "--automated", is_flag=True, help="Make a copy that records every site without asking."
)
@click.option("--out", type=FilePath(path_type=Path), help="Folder for the copy.")
@as_json
@click.pass_obj
def extension(config: Config, automated: bool, out: Path | None, as_json: bool) -> None:
    """Print the folder of the Chrome extension."""
    folder = extension_folder()
    if automated:
        if out is None:
            raise click.UsageError("--automated needs --out DIR")
        folder = copy_for_automation(folder, out)
    if as_json:
        return print_json({"folder": folder})
    click.echo(folder)
    click.echo(_AUTOMATED.format(folder.resolve()) if automated else _BY_HAND, err=True)
    return None


_BY_HAND = "Open chrome://extensions, turn on Developer mode, choose Load unpacked."
_AUTOMATED = "Start Chromium with --load-extension={0} --disable-extensions-except={0}"
