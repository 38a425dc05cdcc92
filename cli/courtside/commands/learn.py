"""`courtside learn`: fits the evidence judge to your labels, lists what it learned, forgets it."""

from __future__ import annotations

import shlex
from typing import Any

import click

from courtside.options.empty_words import not_empty
from courtside.output.printing import as_json, print_json
from courtside.output.progress_bar import progress_bar
from courtside.output.terminal_tables import console, print_table
from courtside.output.verdict_text import age
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.learning.from_store import learn_from_store
from courtside_judge.learning.learn import LearningOutcome
from courtside_judge.learning.learned import Benefit, Learned, LearnedFile, Measure
from courtside_judge.learning.scope import Scope
from courtside_store.config import Config
from courtside_store.database_file import is_recorded
from courtside_store.login_name import login_name
from courtside_store.records import Record
from courtside_store.rendering import counted

NAMES = {
    "accuracy": "accuracy",
    "precision": "precision of success",
    "coverage": "coverage",
    "auroc": "AUROC",
    "brier": "Brier score",
}


class LearnOptions(Record, frozen=True, kw_only=True):
    """The options of `courtside learn`."""

    agent: str
    site: str
    dry_run: bool
    listed: bool
    forget: bool
    as_json: bool

    @property
    def scope(self) -> Scope:
        return Scope(agent=self.agent, site=self.site)


@click.command("learn")
@click.option(
    "--agent", metavar="NAME", default="", callback=not_empty, help="Only this agent's runs."
)
@click.option(
    "--site",
    metavar="HOST",
    default="",
    callback=not_empty,
    help="Only runs that begin on this site, or phone app.",
)
@click.option("--dry-run", is_flag=True, help="Only say what it would change; store nothing.")
@click.option("--list", "listed", is_flag=True, help="List what was learned.")
@click.option(
    "--forget", is_flag=True, help="Delete what was learned: for --agent, for --site, or all of it."
)
@as_json
@click.pass_obj
def learn_labels(config: Config, /, **options: Any) -> None:
    """Fit the evidence judge to your labels.

    Learns from stored runs that you or an oracle labelled, never from verdicts. Says how good the
    judge is before and after, on tasks that it did not learn from. If it would not be better,
    nothing is learned. It uses what it learned from the next run on; see docs/guide/learning.md.
    """
    asked = LearnOptions(**options)
    if asked.listed and asked.forget:
        raise ValueError("--list and --forget are both given; give one of the two")
    if asked.forget and asked.dry_run:
        raise ValueError(
            "--forget deletes, and has no --dry-run; `courtside learn --list` shows what there is "
            "to delete"
        )
    if asked.agent and asked.site:
        raise ValueError("--agent and --site are both given; give one of the two")
    file = LearnedFile(config.learned_file)
    if asked.listed:
        return _list(file, asked)
    if asked.forget:
        return _forget(file, asked)
    return _learn(config, file, asked)


def _learn(config: Config, file: LearnedFile, asked: LearnOptions) -> None:
    file.load()  # before the long work: one that cannot be read is not written over
    answer = _ask(config, asked.scope)
    if answer.learned and not asked.dry_run:
        file.add(answer.learned)
    if asked.as_json:
        print_json(answer)
    elif answer.benefit:
        _say_benefit(answer.benefit)
    if answer.learned is None:
        raise ValueError(answer.why)
    if not asked.as_json:
        _say_learned(answer.learned, asked, file)


def _ask(config: Config, scope: Scope) -> LearningOutcome:
    if not is_recorded(config):
        raise ValueError("no run is stored yet; `courtside up` starts the daemon that records them")
    with progress_bar() as bar:
        work = bar.add_task("reading labelled runs", total=None)

        def on_read(done: int, total: int) -> None:
            words = "comparing" if done == total else "reading labelled runs"
            bar.update(work, completed=done, total=total, description=words)

        return learn_from_store(config, scope, login_name(), on_read)


def _say_benefit(benefit: Benefit) -> None:
    rows = [
        [word, _cell(getattr(benefit.before, name)), _cell(getattr(benefit.after, name))]
        for name, word in NAMES.items()
    ]
    print_table(console(), ("", "before", "after"), rows)
    tasks = counted(benefit.tasks, "task")
    click.echo(
        f"cross-validated on {benefit.runs} labelled runs of {tasks}, {benefit.successes} of them "
        "successes; 95 % intervals"
    )


def _cell(one: Measure) -> str:
    ends = "" if one.interval is None else f" ({one.interval[0]:.2f} to {one.interval[1]:.2f})"
    return f"{_number(one)}{ends}"


def _number(one: Measure) -> str:
    return "undefined" if one.value is None else f"{one.value:.2f}"


def _say_learned(learned: Learned, asked: LearnOptions, file: LearnedFile) -> None:
    if asked.dry_run:
        return click.echo(
            f"with --dry-run nothing is stored; without it, this is learned for {learned.scope}"
        )
    words = _words(learned.scope)
    click.echo(
        f"learned for {learned.scope} ({learned.id}): the judge uses it from the next run on. "
        f"`courtside judge{_filter(learned.scope)} --again` judges earlier runs with it; "
        f"`courtside learn --forget{words}` deletes it{_also_deleted(learned.scope, file)}"
    )
    return None


def _also_deleted(scope: Scope, file: LearnedFile) -> str:
    """What else goes, where all that was learned goes."""
    if scope != Scope():
        return ""
    others = ", ".join(str(one.scope) for one in file.load() if one.scope != scope)
    return f", and what was learned for {others} too" if others else ""


def _filter(scope: Scope) -> str:
    """The runs of an agent in the words of `courtside list`, which has none for a site."""
    return f" {shlex.quote(f'agent:{scope.agent}')}" if scope.agent else ""


def _words(scope: Scope) -> str:
    """The options that name it."""
    if scope.agent:
        return f" --agent {shlex.quote(scope.agent)}"
    return f" --site {shlex.quote(scope.site)}" if scope.site else ""


def _list(file: LearnedFile, asked: LearnOptions) -> None:
    found = [one for one in file.load() if asked.scope in (Scope(), one.scope)]
    if asked.as_json:
        return print_json(found)
    if not found:
        return click.echo("nothing was learned; `courtside learn` learns from your labels")
    heads = ("id", "for", "from", "by", "age", "before -> after", "state")
    free = ("for", "before -> after", "state")
    print_table(console(), heads, [_row(one) for one in found], *free)
    return None


def _row(one: Learned) -> list[str]:
    """Cells that say what they are: in a narrow terminal they stand without heads."""
    labels = counted(len(one.labels), "label")
    change = ", ".join(_change(one.benefit, name) for name in ("accuracy", "brier"))
    return [one.id, str(one.scope), labels, one.who, age(one.at_ms), change, _state(one)]


def _change(benefit: Benefit, name: str) -> str:
    before, after = (_number(getattr(quality, name)) for quality in (benefit.before, benefit.after))
    return f"{NAMES[name]} {before} -> {after}"


def _state(one: Learned) -> str:
    if one.weights_sha256 == EvidenceJudge().stamp().model_sha256:
        return "in use"
    return "not in use: it corrects the weights of another version; learn again"


def _forget(file: LearnedFile, asked: LearnOptions) -> None:
    scope = asked.scope
    gone = file.forget(None if scope == Scope() else scope)
    if asked.as_json:
        return print_json(gone)
    if not gone:
        raise ValueError(f"nothing was learned for {scope}; see `courtside learn --list`")
    names = ", ".join(str(one.scope) for one in gone)
    click.echo(
        f"deleted what was learned for {names}; from the next run on the judge uses its own weights"
    )
    return None
