"""`courtside demo`: the recorded runs at once, or the live ones."""

from __future__ import annotations

import sys

import click

from courtside_store.config import Config


@click.command()
@click.option("--live", is_flag=True, help="Let a scripted agent try real tasks in Chromium.")
@click.option(
    "--exit",
    "exit_at_end",
    is_flag=True,
    help="Exit after the last run instead of serving the page.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line is one JSON object.")
@click.pass_obj
def demo(config: Config, live: bool, exit_at_end: bool, as_json: bool) -> None:
    """Show recorded runs on the page, or a live agent with --live."""
    if live:
        from courtside.demo.live_demo import run_live

        sys.exit(run_live(config, exit_at_end, as_json))
    from courtside.demo.recorded import run_recorded

    sys.exit(run_recorded(config, exit_at_end, as_json))
