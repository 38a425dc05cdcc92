"""`courtside url`: a link to the page that logs in once."""

from __future__ import annotations

import click

from courtside.output.printing import as_json, print_json
from courtside.running_daemon import need_daemon, page_url
from courtside_store.config import Config


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
