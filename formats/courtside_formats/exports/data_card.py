"""Writes an export's data card: what is in it, how it was chosen, and whose labels it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtside_store.records import JudgeStamp
from courtside_store.rendering import counted

from .export_format import ExportFormat
from .judged import Selection
from .layout import Layout, Split
from .provenance import Provenance
from .rewards import GOAL_REWARD
from .row_files import file_name

CARD = "README.md"


def write_card(
    format: ExportFormat,
    selection: Selection,
    layout: Layout,
    splits: Sequence[Split],
    counts: Mapping[str, int],
    kinds: Mapping[str, int],
    provenance: Provenance,
) -> str:
    """Markdown, with the head that the Hugging Face hub and `datasets` read."""
    return "\n".join(
        [
            *_head(format, layout, splits),
            f"# {counted(counts['rows'], 'row')} of {counted(counts['runs'], 'run')}",
            "",
            f"Written by `courtside export --format {format.name}`. A row is {format.about}.",
            "",
            "## How they were chosen",
            "",
            *_table(("what", "value"), _choice(format, selection, layout)),
            "",
            "## What there is",
            "",
            *_table(("what", "rows"), _rows(format, splits, counts, kinds)),
            "",
            "## Left out",
            "",
            *_table(("why", "how many"), _left_out(format, counts)),
            "",
            "## Whose word they rest on",
            "",
            "How many steps and runs each judge labels; a run that is `unknown` is not counted.",
            "",
            *_table(_JUDGE, _judges(selection, provenance)),
            "",
            *_limits(selection, provenance),
            _people(provenance),
            "",
        ]
    )


_JUDGE = ("judge", "version", "model", "sha256", "identity", "steps", "runs", "agreement")


def _head(format: ExportFormat, layout: Layout, splits: Sequence[Split]) -> list[str]:
    if format.is_own_file:
        return []
    files = [
        line
        for split in splits
        for line in (f"  - split: {split}", f"    path: {file_name(format, layout, split)}")
    ]
    return ["---", "configs:", "- config_name: default", "  data_files:", *files, "---", ""]


def _choice(format: ExportFormat, selection: Selection, layout: Layout) -> list[tuple[str, ...]]:
    rewards = selection.rewards
    rows = [
        ("filter", "(hidden)" if layout.public else selection.filter),
        ("labels of", {"both": "people, else judges"}.get(selection.labels, selection.labels)),
        ("judge", selection.judge),
        (
            "reward of a step",
            f"{GOAL_REWARD:g} goal reached, {rewards.towards:g} progress, {rewards.other:g} else",
        ),
        ("least reward", selection.min_reward if format.of == "steps" else ""),
        ("least score", _number(selection.min_score)),
        ("least agreement", _number(selection.min_agreement)),
        *format.settings.items(),
        ("share of tasks in test", _number(layout.test_share or None)),
        ("pictures, addresses, marked words", "left out" if layout.public else ""),
    ]
    return [(name, value) for name, value in rows if value]


def _rows(
    format: ExportFormat,
    splits: Sequence[Split],
    counts: Mapping[str, int],
    kinds: Mapping[str, int],
) -> list[tuple[str, ...]]:
    """By split, and by kind where there are several."""
    in_test = counts["test_rows"]
    in_split = {"train": counts["rows"] - in_test, "test": in_test}
    return [
        *((split, str(in_split[split])) for split in splits),
        *((f"{format.kind_column}: {kind}", str(n)) for kind, n in sorted(kinds.items())),
    ]


def _left_out(format: ExportFormat, counts: Mapping[str, int]) -> list[tuple[str, ...]]:
    compared = ", but as the worse of a pair" if format.rests_on == "labelled" else ""
    labelled = "steps" if format.of == "steps" else "runs"
    words = {
        "without_label": f"{labelled} that no person labelled",
        "without_verdict": "steps whose verdict is missing, an error or unparsed",
        "below_reward": f"steps with a lower reward{compared}",
        "below_score": "steps with a lower score",
        "below_agreement": "steps of a judge that agrees too little with people",
        "without_outcome": "runs that are neither a success nor a failure",
        "without_form": "steps that the format cannot hold",
    }
    return [(text, str(counts[name])) for name, text in words.items() if counts.get(name)]


def _judges(selection: Selection, provenance: Provenance) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for key, stamp in provenance.stamps.items():
        found = selection.agreement(stamp)
        agrees = f"{found.same} of {found.of} labels" if found else "not compared"
        steps, runs = str(provenance.steps[key]), str(provenance.runs[key])
        version, sha256 = _version(stamp), stamp.model_sha256 or ""
        rows.append((stamp.name, version, stamp.model, sha256, stamp.identity, steps, runs, agrees))
    return rows


def _people(provenance: Provenance) -> str:
    steps, runs = provenance.steps_by_people, provenance.runs_by_people
    if not steps and not runs:
        return "No person labelled any of these steps and runs."
    return (
        f"People labelled {steps} of the steps and {runs} of the runs; {provenance.overruled} of "
        "these labels say something else than the judge (unknown is something else, too)."
    )


def _limits(selection: Selection, provenance: Provenance) -> list[str]:
    """From which score on each gives which label, a line a judge."""
    judges = {
        f"`{stamp.name}` {_version(stamp)}".rstrip(): limits
        for stamp in provenance.stamps.values()
        if (limits := selection.limits(stamp))
    }
    lines = [f"- {judge}: {limits}." for judge, limits in judges.items()]
    head = "From which score on a judge gives which label:"
    return [head, "", *lines, ""] if lines else []


def _version(stamp: JudgeStamp) -> str:
    return f"{stamp.version}, learned {stamp.learned}" if stamp.learned else stamp.version


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    if not rows:
        return ["Nothing."]
    cells = [[" ".join(cell.replace("|", "\\|").split()) for cell in row] for row in rows]
    return [
        f"| {' | '.join(head)} |",
        "|" + "---|" * len(head),
        *(f"| {' | '.join(row)} |" for row in cells),
    ]
