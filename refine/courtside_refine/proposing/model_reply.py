"""Reads tasks out of what a model wrote: thoughts, a marker, then a JSON object a line."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from courtside_store.records import Record

from .crawled_site import same_origin
from .proposal import Proposal

MARKER = "TASKS:"
MAX_TEXT = 1_000


class ReplyTasks(Record, frozen=True, kw_only=True):
    """The tasks of one reply."""

    proposals: tuple[Proposal, ...] = ()
    malformed: int = 0
    """Lines that should have been a task, and are none."""


def tasks_in_reply(reply: str, name: str, url: str) -> ReplyTasks:
    """All tasks after the marker; where there is no marker, of the lines that begin like one."""
    _, marker, after = reply.rpartition(MARKER)
    lines = [line.strip() for line in after.splitlines()]
    if not marker:
        lines = [line for line in lines if line.startswith("{")]
    lines = [line.rstrip(",") for line in lines if line and not line.startswith(("```", "#"))]
    read = [_read(line, name, url) for line in lines if line not in ("[", "]")]
    found = tuple(one for one in read if one is not None)
    return ReplyTasks(proposals=found, malformed=len(read) - len(found))


def _read(line: str, name: str, url: str) -> Proposal | None:
    """None where the line is no task."""
    try:
        fields: Any = json.loads(line, strict=False)
    except (ValueError, RecursionError):
        return None
    task = fields.get("ques") if isinstance(fields, dict) else None
    if not isinstance(task, str) or not 0 < len(task.strip()) <= MAX_TEXT:
        return None
    task = " ".join(task.split())
    try:
        digest = hashlib.sha256(f"{url} {task}".encode()).hexdigest()[:10]
    except UnicodeEncodeError:  # half a character
        return None
    web = fields.get("web")
    is_here = isinstance(web, str) and same_origin(web, url)
    return Proposal(web_name=name, id=f"model-{digest}", ques=task, web=web if is_here else url)
