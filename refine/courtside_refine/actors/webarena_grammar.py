"""The WebArena grammar: one action on elements by id, e.g. ```type [7] [Paris] [1]```.

Pan et al. 2024, section 3.3, with the action space of WebArena: one action, between three backtick
marks, after the reasoning. Knows no page and no model.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .actor_actions import (
    ActorAction,
    ChosenAction,
    Click,
    CloseTab,
    FocusTab,
    GoBack,
    GoForward,
    Goto,
    Hover,
    NewTab,
    NoAction,
    Press,
    Scroll,
    Stop,
    Type,
)
from .fenced_reply import excerpt, split_reply

WEBARENA_FORMS = (
    "click [id]",
    "type [id] [content] [0|1]",
    "hover [id]",
    "press [keys]",
    "scroll [up|down]",
    "new_tab",
    "tab_focus [index]",
    "close_tab",
    "goto [url]",
    "go_back",
    "go_forward",
    "stop [answer]",
)
"""Every action as it is written."""
_ONE = r"\[(?P<first>.*)\]"
_TYPE = re.compile(r"\[(?P<id>[^\]]*)\]\s*\[(?P<text>.*?)\](?:\s*\[(?P<enter>[^\]]*)\])?", re.S)


def read_webarena_reply(reply: str) -> ChosenAction:
    """The action between the last pair of fences, and what was said before it. Raises NoAction."""
    thought, written = split_reply(reply)
    return ChosenAction(action=read_webarena_action(written), thought=thought)


def read_webarena_action(written: str) -> ActorAction:
    """One action. Raises NoAction, which says what was expected."""
    word, _, rest = written.strip().partition(" ")
    word, bracket, inside = word.partition("[")
    rest = (bracket + inside + " " + rest if bracket else rest).strip()
    if word not in _READERS:
        known = ", ".join(WEBARENA_FORMS)
        raise NoAction(f"{excerpt(written)!r} is no action; expected one of {known}")
    return _READERS[word](rest)


def _one(rest: str, form: str) -> str:
    match = re.fullmatch(_ONE, rest, re.S)
    if match is None:
        raise NoAction(f"{excerpt(rest)!r} was given; expected {form}")
    return match["first"].strip()


def _number(text: str, form: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text.strip()):
        raise NoAction(f"{excerpt(text)!r} is no number; expected {form}")
    return int(text)


def _type(rest: str) -> ActorAction:
    match = _TYPE.fullmatch(rest)
    if match is None:
        raise NoAction(f"{excerpt(rest)!r} was given; expected type [id] [content] [0|1]")
    enter = (match["enter"] or "1").strip()  # as in WebArena: Enter unless told otherwise
    if enter not in ("0", "1"):
        raise NoAction(f"type ends with [{enter}]; expected [1] to press Enter, or [0]")
    number = _number(match["id"], "type [id] [content] [0|1]")
    return Type(id=number, text=match["text"], enter=enter == "1")


def _scroll(rest: str) -> ActorAction:
    match _one(rest, "scroll [up|down]").removeprefix("direction=").lower():
        case "up":
            return Scroll(direction="up")
        case "down":
            return Scroll(direction="down")
        case other:
            raise NoAction(f"scroll [{excerpt(other)}]; expected scroll [up] or scroll [down]")


def _goto(rest: str) -> ActorAction:
    url = _one(rest, "goto [url]")
    if not re.match(r"(?:https?://|about:blank$)", url):
        raise NoAction(f"goto [{excerpt(url)}]; expected an address that begins with http")
    return Goto(url=url)


def _bare(make: Callable[[], ActorAction], name: str) -> Callable[[str], ActorAction]:
    def read(rest: str) -> ActorAction:
        if rest:
            raise NoAction(f"{name} {excerpt(rest)}; expected {name} and nothing after it")
        return make()

    return read


_READERS: dict[str, Callable[[str], ActorAction]] = {
    "click": lambda rest: Click(id=_number(_one(rest, "click [id]"), "click [id]")),
    "type": _type,
    "hover": lambda rest: Hover(id=_number(_one(rest, "hover [id]"), "hover [id]")),
    "press": lambda rest: Press(keys=_one(rest, "press [keys]")),
    "scroll": _scroll,
    "new_tab": _bare(NewTab, "new_tab"),
    "tab_focus": lambda rest: FocusTab(
        index=_number(_one(rest, "tab_focus [index]"), "tab_focus [index]")
    ),
    "close_tab": _bare(CloseTab, "close_tab"),
    "goto": _goto,
    "go_back": _bare(GoBack, "go_back"),
    "go_forward": _bare(GoForward, "go_forward"),
    "stop": lambda rest: Stop(answer=_one(rest, "stop [answer]") if rest else ""),
}


def write_webarena_action(action: ActorAction, name: str = "") -> str:
    """An action as it is written; with the name of its element in place of the id."""
    match action:
        case Type(id=number, text=text, enter=enter):
            return f"type [{name or number}] [{text}] [{int(enter)}]"
        case Click(id=number) | Hover(id=number):
            word = "click" if isinstance(action, Click) else "hover"
            return f"{word} [{name or number}]"
        case Press(keys=argument) | Goto(url=argument) | Stop(answer=argument):
            return f"{_word(action)} [{argument}]"
        case Scroll(direction=direction):
            return f"scroll [{direction}]"
        case FocusTab(index=index):
            return f"tab_focus [{index}]"
        case _:
            return _word(action)


def _word(action: ActorAction) -> str:
    return str(action.__struct_config__.tag)
