"""The values of a task: what a run was to leave behind. Knows no screen and writes no code."""

from __future__ import annotations

import re

from courtside_formats.exports.judged import JudgedRun
from courtside_store.rendering import is_secret

from .code import is_cut
from .words import plain, says

_QUOTED = re.compile(
    r"""(?<!\w)(?:"([^"]+)"|'([^']+)'|\u201c([^\u201d]+)\u201d|\u2018([^\u2019]+)\u2019)(?!\w)"""
)
_NUMBER = re.compile(r"(?<![\w.,:-])\d+(?![\w:-]|[.,]\d)")
_TICKED = {"checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio"}


def values_of(run: JudgedRun) -> list[str]:
    """What the task quotes, its numbers, and what the run typed, chose and ticked that the task
    says, or that is a number: a task may write "two"."""
    task = run.summary.run.task
    done = [one for one in given_by(run) if says(task, one) or one.strip().isdecimal()]
    quoted = [next(filter(None, found)) for found in _QUOTED.findall(task)]
    return _each_once([*done, *quoted, *_NUMBER.findall(task)])


def given_by(run: JudgedRun) -> list[str]:
    """What the run typed and chose last in each field, and what it ticked."""
    last: dict[str, str] = {}
    for action in (action for one in run.steps for action in one.step.actions):
        name = action.target.text if action.target else ""
        if action.kind in ("type", "select") and not is_secret(action.target):
            last[name] = action.text
        elif action.target and action.target.role in _TICKED:
            last[f"ticked {name}"] = name
    return _each_once(list(last.values()))


def _each_once(words: list[str]) -> list[str]:
    known: dict[str, str] = {}
    for one in words:
        if one.strip() and not is_cut(one):
            known.setdefault(plain(one), " ".join(one.split()))
    return list(known.values())
