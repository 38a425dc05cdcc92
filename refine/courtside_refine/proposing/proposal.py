"""A proposed task, as a line of JSON, with what decides it. Proposes nothing.

The first four fields are those of PAE's task files (Zhou et al. 2024).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from courtside_formats.exports.output_errors import writing
from courtside_store.private_files import write_private
from courtside_store.records import Record

Proposer = Literal["site", "model", "harder"]
TaskKind = Literal["page", "question", "field", "form"]


class OpensPage(Record, frozen=True, kw_only=True, tag="page"):
    """A page is shown at the end."""

    url: str
    heading: str
    """Empty where the address says enough."""


class SaysAnswer(Record, frozen=True, kw_only=True, tag="answer"):
    """The agent's answer holds what a page said when the task was made."""

    answer: str
    about: str = ""
    """Which value of whom it is."""
    url: str
    """Where it stood."""


class NamedControl(Record, frozen=True, kw_only=True):
    """One control, as it is found again: by its role, its name and the words round it."""

    role: str = ""
    name: str = ""
    near: str = ""


class HoldsValue(Record, frozen=True, kw_only=True, tag="field"):
    """A field holds a value when its page is opened again."""

    url: str
    presses: tuple[NamedControl, ...] = ()
    """What is pressed on that page before the field is there."""
    field: str
    value: str
    """Of a switch or checkbox "on" or "off"."""


class ShowsTexts(Record, frozen=True, kw_only=True, tag="texts"):
    """A page shows texts that it did not show before, when it is opened again."""

    url: str
    texts: tuple[str, ...]


class AllHold(Record, frozen=True, kw_only=True, tag="all"):
    """Several at once."""

    parts: tuple[OpensPage | SaysAnswer | HoldsValue | ShowsTexts, ...]


TaskCheck = OpensPage | SaysAnswer | HoldsValue | ShowsTexts | AllHold


class Proposal(Record, frozen=True, kw_only=True):
    """One task that an agent may be asked to do."""

    web_name: str
    id: str
    ques: str
    """The task in words."""
    web: str
    """The address that it begins at."""
    source: Proposer = "model"
    kind: TaskKind | None = None
    decided_by: TaskCheck | None = None
    """None: a judge alone decides, by the last screens and the answer."""
    made_from: tuple[str, ...] = ()
    """Ids of the tasks that a harder one was made from."""

    @property
    def asks(self) -> bool:
        """Whether it wants an answer."""
        check = self.decided_by
        parts = check.parts if isinstance(check, AllHold) else (check,)
        return self.kind == "question" or any(isinstance(one, SaysAnswer) for one in parts)


def render_check(check: TaskCheck | None) -> str:
    """How a person reads what decides a task."""
    match check:
        case OpensPage(heading=heading, url=url):
            return f"the page {heading!r} ({url}) is shown at the end"
        case SaysAnswer(answer=answer, url=url):
            return f"the answer holds {answer!r}, as {url} says"
        case HoldsValue(field=field, value=value, url=url):
            return f"the field {field!r} of {url} holds {value!r} when it is opened again"
        case ShowsTexts(texts=texts, url=url):
            return f"{url} shows {', '.join(map(repr, texts))} when it is opened again"
        case AllHold(parts=parts):
            return "; and ".join(map(render_check, parts))
        case None:
            return "a judge, by the last three screens and the answer"


def write_proposals(path: Path, proposals: Sequence[Proposal]) -> None:
    """One JSON object a line, whole or not at all. Raises FileExistsError, and CannotWrite with the
    file and what to do."""
    if path.exists():
        raise FileExistsError(f"{path} is there already; choose another --out")
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in proposals)
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, lines, flush=True)


def read_proposals(path: Path) -> list[Proposal]:
    """What `write_proposals` wrote, or PAE's own files. Raises ValueError with the line."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=Proposal))
            except ValueError as error:
                raise ValueError(f"{path}:{number} is no task: {error}") from error
    if not found:
        raise ValueError(f"{path} holds no task; `courtside propose` writes some")
    return found
