"""`courtside task`: sets the task of a run. It needs no daemon."""

from __future__ import annotations

import click

from courtside.options.run_ids import RunIdType, find_run
from courtside.output.printing import as_json, print_json
from courtside_bridges.client.control_api import call
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.database import Store
from courtside_store.lifecycle import check_task
from courtside_store.reading import Reader


@click.command()
@click.argument("run", type=RunIdType())
@click.argument("words", nargs=-1, required=True, metavar="TASK...")
@as_json
@click.pass_obj
def task(config: Config, run: str, words: tuple[str, ...], as_json: bool) -> None:
    """Set a run's task, and judge it again.

    This works while the agent acts, too. RUN is an id, the beginning of one, or "last".
    """
    new_task = " ".join(words).strip()
    check_task(new_task)
    with Reader(config) as reader:
        id = find_run(reader, run).run.id
    running = read_running(config)
    if running:
        call(config, running, "POST", f"/v1/runs/{id}/task", {"task": new_task})
    else:
        with Store.open(config) as store:
            store.change_task(id, new_task)
    if as_json:
        return print_json(
            {"run": id, "task": new_task, "judged": "now" if running else "at next up"}
        )
    when = "" if running else " at the next `courtside up`"
    return click.echo(f"{id}: the task is now {new_task!r}; the run is judged again{when}")
