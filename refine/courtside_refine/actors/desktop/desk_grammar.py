"""The desk grammar: mouse and keyboard by element ids, one action a line, e.g. `click [7]`.

That of OmniACT, as Chi et al. 2024 use it. Knows no desktop.
"""

from __future__ import annotations

import re

from courtside_refine.actors.actor_actions import NoAction
from courtside_refine.actors.fenced_reply import excerpt, split_reply

from .desk_actions import (
    DeskAction,
    DeskPointer,
    DeskPress,
    DeskScroll,
    DeskStop,
    DeskTurn,
    Drag,
    Write,
)

DESK_FORMS = (
    "click [id]",
    "double_click [id]",
    "right_click [id]",
    "hover [id]",
    "drag [id] [id of the place]",
    "scroll [up|down]  or  scroll [up|down] [id]",
    "hscroll [left|right]",
    "press [key]",
    "hotkey [Control+s]",
    "write [text]  or  write [id] [text]",
    "stop [answer]",
)
"""Every action as it is written."""
MAX_ACTIONS = 10
"""One turn has at most so many actions."""
_WORDS = re.compile(r"(?P<word>[a-z_]+)\s*(?P<rest>.*)", re.S)
_PARTS = re.compile(r"\[([^\[\]]*)\]")


def read_desk_turn(reply: str) -> DeskTurn:
    """The actions between the last pair of fences, and what was said before. Raises NoAction."""
    thought, written = split_reply(reply)
    lines = [line.strip() for line in written.splitlines()]
    actions = tuple(read_desk_action(line) for line in lines if line)
    if not 0 < len(actions) <= MAX_ACTIONS:
        raise NoAction(f"there are {len(actions)} actions; expected 1 to {MAX_ACTIONS}")
    return DeskTurn(actions=actions, thought=thought)


def read_desk_action(line: str) -> DeskAction:
    """One action. Raises NoAction, which says what was expected."""
    found = _WORDS.fullmatch(line)
    word, rest = (found["word"], found["rest"]) if found else (line, "")
    if word in ("press", "hotkey", "stop") or (word == "write" and not _is_pair(rest)):
        return _with_text(word, _inside(rest, line))
    parts = _PARTS.findall(rest)
    match word, parts:
        case (("click" | "double_click" | "right_click" | "hover"), [id]):
            return DeskPointer(kind=word, id=_number(id, line))
        case "drag", [id, to]:
            return Drag(id=_number(id, line), to=_number(to, line))
        case "scroll", [("up" | "down") as way]:
            return DeskScroll(way=way)
        case "scroll", [("up" | "down") as way, id]:
            return DeskScroll(way=way, id=_number(id, line))
        case "hscroll", [("left" | "right") as way]:
            return DeskScroll(way=way)
        case "write", [id, *_]:
            return Write(id=_number(id, line), text=_after_first(rest))
    raise NoAction(f"{excerpt(line)!r} is no action; expected one of {', '.join(DESK_FORMS)}")


def write_desk_action(action: DeskAction, name: str = "") -> str:
    """An action as it is written; with the name of its element in place of the id."""
    match action:
        case DeskPointer(kind=kind, id=id):
            return f"{kind} [{name or id}]"
        case Drag(id=id, to=to):
            return f"drag [{name or id}] [{to}]"
        case DeskScroll(way=way, id=id):
            word = "scroll" if way in ("up", "down") else "hscroll"
            return f"{word} [{way}]" + (f" [{name or id}]" if id is not None else "")
        case DeskPress(keys=keys):
            return f"{'hotkey' if '+' in keys[:-1] else 'press'} [{keys}]"
        case Write(text=text, id=id):
            return (f"write [{name or id}] " if id is not None else "write ") + f"[{text}]"
        case DeskStop(answer=answer):
            return f"stop [{answer}]"


def _with_text(word: str, text: str) -> DeskAction:
    match word:
        case "write":
            return Write(text=text)
        case "stop":
            return DeskStop(answer=text)
        case _:
            return DeskPress(keys=text.strip())


def _is_pair(rest: str) -> bool:
    return re.match(r"\[\d+\]\s*\[", rest) is not None


def _after_first(rest: str) -> str:
    return _inside(rest.partition("]")[2].strip(), rest)


def _inside(rest: str, line: str) -> str:
    """Between the first and the last bracket: a text may hold others."""
    if not (rest.startswith("[") and rest.endswith("]")):
        raise NoAction(f"{excerpt(line)!r} has no brackets round its text")
    return rest[1:-1]


def _number(text: str, line: str) -> int:
    if not re.fullmatch(r"\s*\d{1,6}\s*", text):
        raise NoAction(f"{excerpt(line)!r} names no element by its number")
    return int(text)
