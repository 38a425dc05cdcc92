"""Makes the tables of docs/reference/ from the code: commands, settings, formats, routes, Python.

python packaging/reference.py [--check]     (`make docs` writes; --check only says what differs)

What stands outside of a document's two marks is kept.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast, get_type_hints

import click
import msgspec
from signatures import folded, members_of, own_members, signature_of

from courtside.main import COMMANDS, cli
from courtside_daemon.ingest import Sources
from courtside_daemon.routes.table import RouteHandlers, routes
from courtside_formats.importers.registry import FORMATS
from courtside_store.config import Config

FOLDER = Path(__file__).parents[1] / "docs/reference"
BEGIN, END = "<!-- begin: made by `make docs` -->", "<!-- end: made by `make docs` -->"
PYTHON = {
    "Watch": (
        "courtside.watch",
        "courtside.WatchedRun",
        "courtside.AsyncWatchedRun",
        "courtside.Outcome",
    ),
    "Try again with lessons": (
        "courtside.reflexion",
        "courtside.Attempt",
        "courtside.ReflexionResult",
        "courtside.AttemptResult",
        "courtside.current_attempt",
    ),
    "Drive a phone or a desktop": (
        "courtside.android",
        "courtside.ios",
        "courtside.desktop",
        "courtside.AsyncDeviceRun",
        "courtside.DeviceRun",
        "courtside_bridges.android.phone.AppiumPhone",
        "courtside_bridges.ios.phone.IdbPhone",
        "courtside_bridges.desktop.device.Desktop",
        "courtside_bridges.desktop.run.DesktopRun",
    ),
    "Records": (
        "courtside_store.records.Step",
        "courtside_store.records.Action",
        "courtside_store.records.Target",
        "courtside_store.records.Observation",
        "courtside_store.records.Element",
        "courtside_store.records.RunVerdict",
        "courtside_store.records.StepVerdict",
        "courtside_store.records.Evidence",
        "courtside_store.records.JudgeStamp",
        "courtside_store.records.Reflection",
    ),
    "A judge of your own": (
        "courtside_judge.protocol.Judge",
        "courtside_judge.protocol.OutcomesOnly",
        "courtside_judge.protocol.NamesMissing",
        "courtside_judge.protocol.NeedsNoScreen",
        "courtside_judge.protocol.SeesControls",
        "courtside_judge.protocol.JudgeSession",
        "courtside_judge.protocol.Case",
        "courtside_judge.protocol.Ending",
        "courtside_judge.end_judge.EndJudge",
        "courtside_judge.end_judge.EndedRun",
        "courtside_judge.end_judge.EndLabel",
    ),
    "Recorded runs and lists of tasks": (
        "courtside_formats.importers.load_runs",
        "courtside_formats.importers.Format",
        "courtside_formats.importers.Imported",
        "courtside_formats.importers.json_run.JsonRun",
        "courtside_formats.importers.run_builder.RunBuilder",
        "courtside_formats.task_lists.read_tasks",
    ),
}
"""What may be relied upon, by heading."""


# --- commands


def command_line() -> Iterator[str]:
    """Every command with its help and its options, under the headings of `courtside --help`."""
    context = click.Context(cli, info_name="courtside")
    for heading, words in COMMANDS.items():
        yield f"## {heading}"
        for word in words:
            command = cli.get_command(context, word)
            assert command is not None
            yield from _command(command, f"courtside {word}")


def _command(command: click.Command, path: str) -> Iterator[str]:
    context = click.Context(command, info_name=path)
    pieces = [one for one in command.collect_usage_pieces(context) if one != "[OPTIONS]"]
    yield f"### `{' '.join([path, *pieces])}`"
    yield _paragraphs(command.help or "")
    options = [one for one in command.params if isinstance(one, click.Option)]
    records = [one.get_help_record(context) for one in options]
    rows = [f"| `{_cell(words)}` | {_cell(help)} |" for words, help in filter(None, records)]
    if rows:
        yield "\n".join(["| option | |", "|---|---|", *rows])
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _command(below, f"{path} {name}")


def _paragraphs(help: str) -> str:
    """Click's paragraphs; one after \\b keeps its lines, as code."""
    found = inspect.cleandoc(help).split("\n\n")
    return "\n\n".join(
        textwrap.indent(one.removeprefix("\b\n"), "    ") if one.startswith("\b") else one
        for one in found
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# --- settings


def settings() -> Iterator[str]:
    """A row for each field of `Config`, from its name, default and docstring."""
    lines = ["| setting | default | environment variable | meaning |", "|---|---|---|---|"]
    defaults = dict(zip(Config.__struct_fields__, Config.__struct_defaults__, strict=True))
    meanings = {one.name: one.doc for one in own_members(Config)}
    for name, default in defaults.items():
        shown = "the system's"
        if name != "data_dir":
            shown = f"`{msgspec.json.encode(default).decode()}`"
        variable = f"COURTSIDE_{name.upper()}"
        lines.append(f"| `{name}` | {shown} | `{variable}` | {_cell(meanings[name])} |")
    yield "\n".join(lines)


# --- formats


def formats() -> Iterator[str]:
    """A row for each format that can be imported, from its class."""
    lines = ["| `--format` | is read from | label | lost |", "|---|---|---|---|"]
    for known in FORMATS:
        read_from = _cell(inspect.getdoc(known) or "").removesuffix(".")
        lines.append(f"| `{known.name}` | {read_from} | {known.label_source} | {known.left_out} |")
    yield "\n".join(lines)


# --- routes


def route_table() -> Iterator[str]:
    """A row for each route: who may ask, and the first line of its method's docstring."""
    classes: Any = get_type_hints(RouteHandlers)
    lines = ["| request | credential | |", "|---|---|---|"]
    for method, template, access, act in routes(RouteHandlers(**classes), cast(Any, Sources)):
        if access != "page":
            meaning = (inspect.getdoc(act) or "").partition("\n")[0]
            credential = access.removesuffix("-socket")
            lines.append(f"| `{method} {shown_path(template)}` | {credential} | {_cell(meaning)} |")
    yield "\n".join(lines)


def shown_path(template: str) -> str:
    """A route's path with the names of its placeholders, in capitals, in their place."""
    return re.sub(r"{(\w+)(?::(?:[^{}]|{[^{}]*})*)?}", lambda found: found[1].upper(), template)


# --- the Python interface


def python_interface() -> Iterator[str]:
    """Every name of `PYTHON`: signature, docstring, fields and methods."""
    for heading, names in PYTHON.items():
        yield f"## {heading}"
        for name in names:
            module, _, word = name.rpartition(".")
            yield from _entry(name, word, getattr(import_module(module), word))


def _entry(name: str, word: str, thing: Any) -> Iterator[str]:
    members = list(members_of(thing)) if inspect.isclass(thing) else []
    made = next((one.rest for one in members if one.name == "__init__"), "")
    if not inspect.isclass(thing):
        made = signature_of(thing)
    yield f"### `{name}`"
    if made:
        yield f"```python\n{folded(word, made.removesuffix(' -> None'))}\n```"
    yield inspect.getdoc(thing) or ""
    shown = [one for one in members if one.doc or one.is_field]
    shown = [one for one in shown if not one.name.startswith("_")]
    if shown:
        rows = [
            f"| `{_cell(one.before + one.name + one.rest)}` | {_cell(one.doc)} |" for one in shown
        ]
        yield "\n".join(["| | |", "|---|---|", *rows])


# --- the documents

PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "cli.md": command_line,
    "settings.md": settings,
    "formats.md": formats,
    "protocol.md": route_table,
    "python.md": python_interface,
}


def main() -> None:
    """Writes what differs, or with --check names it and fails."""
    different = []
    for name, make in PAGES.items():
        path = FOLDER / name
        written = path.read_text()
        head, _, rest = written.partition(BEGIN)
        made = "\n\n".join([head + BEGIN, *(part for part in make() if part), END])
        made += rest.partition(END)[2]
        if made != written:
            different.append(f"docs/reference/{name}")
            if "--check" not in sys.argv:
                path.write_text(made)
    print("\n".join(different) or "docs/reference is as the code is")
    if different and "--check" in sys.argv:
        sys.exit("these differ from the code: run `make docs`")


if __name__ == "__main__":
    main()
