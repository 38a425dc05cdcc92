"""`courtside propose`: writes tasks for agents, from a site itself or by a model."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click

from courtside.agent_training.site_walk import check_address, walk
from courtside.options.empty_words import FilePath
from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console
from courtside_judge.context import context_of
from courtside_refine.proposing.crawled_site import CrawledSite
from courtside_refine.proposing.model_proposer import SiteContext, propose_with
from courtside_refine.proposing.proposal import Proposal, write_proposals
from courtside_refine.proposing.recorded_context import context_of_runs
from courtside_refine.proposing.site_tasks import propose_from
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record
from courtside_store.rendering import counted


class ProposeReport(Record, frozen=True, kw_only=True):
    """What `courtside propose` made, in numbers."""

    out: Path
    tasks: int
    kinds: dict[str, int]
    dropped: dict[str, int]
    """Tasks that the rules left out, by reason."""
    malformed: int = 0
    """Lines of the model that were no task."""
    requests: int = 0
    """To the model."""
    screens: int = 0
    """Seen of the site."""
    left_out: dict[str, int] = {}  # noqa: RUF012  msgspec copies it
    """Of the site: what was not pressed, sent or opened, by reason."""


@click.command()
@click.argument("url")
@click.option(
    "--out", type=FilePath(dir_okay=False, path_type=Path), required=True, help="A new file."
)
@click.option(
    "--tasks",
    type=click.IntRange(1, 100_000),
    default=50,
    show_default=True,
    help="How many to write.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Another seed gives other tasks."
)
@click.option("--name", default="", help="The site's name; its host by default.")
@click.option("--model", "by_model", is_flag=True, help="Let the model in use write the tasks.")
@click.option("--runs", metavar="FILTER", help="With --model: recorded runs to show it.")
@click.option(
    "--max-screens",
    type=click.IntRange(1, 1000),
    default=25,
    show_default=True,
    help="Screens of the site to find, without --model. The walk may take 7 s for each, and 180 s "
    "in any case.",
)
@as_json
@click.pass_obj
def propose(
    config: Config,
    url: str,
    out: Path,
    tasks: int,
    seed: int,
    name: str,
    by_model: bool,
    runs: str | None,
    max_screens: int,
    as_json: bool,
) -> None:
    """Write tasks for agents, one JSON object a line.

    Without a model it walks through the site at URL, sends nothing that may change it and presses
    nothing whose words say that it might; pages, values and forms become tasks, each with the
    check that decides it. With --model the model in use writes them, from the site's name alone or
    from recorded runs.

    \b
    courtside propose http://127.0.0.1:8000/ --out tasks.jsonl
    courtside propose http://127.0.0.1:8000/ --model --runs 'agent:mine' --out tasks.jsonl
    """
    check_address(url)
    if out.exists():
        raise FileExistsError(f"{out} is there already; choose another --out")
    if runs is not None and not by_model:
        raise click.UsageError("--runs are shown to a model: add --model")
    name = name or urlsplit(url).netloc
    if by_model:
        report, found = _by_model(config, name, url, runs, tasks, out)
    else:
        site = asyncio.run(walk(url, name, max_screens))
        report, found = _from_site(site, seed, tasks, out)
    write_proposals(out, found)
    if as_json:
        print_json(report)
    else:
        _print(report, max_screens)


def _from_site(
    site: CrawledSite, seed: int, most: int, out: Path
) -> tuple[ProposeReport, Sequence[Proposal]]:
    kept = propose_from(site, seed, most)
    if not kept.proposals:
        raise ValueError(
            f"no task could be made from {counted(len(site.screens), 'screen')} of {site.url}. "
            "Does the site need a login? With --model, a model writes tasks without visiting it"
        )
    report = ProposeReport(
        out=out,
        tasks=len(kept.proposals),
        kinds=_kinds(kept.proposals),
        dropped=kept.dropped,
        screens=len(site.screens),
        left_out=site.left_out,
    )
    return report, kept.proposals


def _by_model(
    config: Config, name: str, url: str, runs: str | None, most: int, out: Path
) -> tuple[ProposeReport, Sequence[Proposal]]:
    context = SiteContext(name=name, url=url)
    if runs is not None:
        with Reader(config) as reader:
            context = context_of_runs(name, url, reader, Blobs(config.blobs), runs)
    pool = context_of(config).models
    with console(stderr=True).status("the model writes"):
        try:
            written = propose_with(pool.open(pool.reasoner), context, most)
        finally:
            pool.close()
    report = ProposeReport(
        out=out,
        tasks=len(written.proposals),
        kinds=_kinds(written.proposals),
        dropped=written.dropped,
        malformed=written.malformed,
        requests=written.requests,
    )
    return report, written.proposals


def _kinds(proposals: Sequence[Proposal]) -> dict[str, int]:
    return dict(sorted(Counter(one.kind or one.source for one in proposals).items()))


def _print(report: ProposeReport, max_screens: int) -> None:
    kinds = ", ".join(f"{n} {kind}" for kind, n in report.kinds.items())
    click.echo(f"{counted(report.tasks, 'task')} in {report.out}: {kinds}")
    is_alone = report.screens == 1 and max_screens > 1
    one = "screen was seen" + "; if the site has more, does it need a login?" * is_alone
    for number, what in (
        (report.screens, one if report.screens == 1 else "screens were seen"),
        (report.malformed, "lines of the model's answers are not tasks"),
    ):
        if number:
            click.echo(f"  {number} {what}")
    for what, found in (("dropped", report.dropped), ("left out", report.left_out)):
        for reason, number in found.items():
            if number:
                click.echo(f"  {number} {what}: {reason}")
