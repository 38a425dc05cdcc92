"""The marks grammar: one action on a numbered mark, e.g. `Action: Type [3]; Paris`.

Zhou et al. 2024 (PAE), the zero-shot agent: one Thought and one Action a turn. Knows no page.
"""

from __future__ import annotations

import re

from .actor_actions import (
    ActorAction,
    ChosenAction,
    Click,
    GoBack,
    Goto,
    NoAction,
    Scroll,
    Stop,
    Type,
    Wait,
)

SEARCH = "https://www.google.com/"
MARKS_FORMS = (
    "Click [n]",
    "Type [n]; [text]",
    "Scroll [n or WINDOW]; [up or down]",
    "Wait",
    "GoBack",
    "Google",
    "ANSWER; [text]",
)
_REPLY = re.compile(r"Thought:(?P<thought>.*?)\n\s*Action:(?P<action>.*)", re.S)
_NUMBER = r"\[?(?P<n>\d{1,4})\]?"
_CLICK = re.compile(rf"Click\s+{_NUMBER}")
_TYPE = re.compile(rf"Type\s+{_NUMBER}\s*;\s*(?P<text>.+)", re.S)
_SCROLL = re.compile(r"Scroll\s+\[?(?P<n>\d{1,4}|WINDOW)\]?\s*;\s*\[?(?P<way>up|down)\]?")
_ANSWER = re.compile(r"ANSWER\s*;\s*(?P<text>.+)", re.S)


def read_marks_reply(reply: str, may_search: bool = True) -> ChosenAction:
    """The action after "Action:", and the thought before it. Raises NoAction."""
    match = _REPLY.search(reply)
    if match is None:
        raise NoAction(
            f"no line Thought: and then a line Action: in {' '.join(reply.split())[:80]!r}"
        )
    return ChosenAction(
        action=read_marks_action(match["action"].strip(), may_search),
        thought=match["thought"].strip(),
    )


def read_marks_action(written: str, may_search: bool = True) -> ActorAction:
    """One action. Raises NoAction, which says what was expected."""
    if match := _CLICK.fullmatch(written):
        return Click(id=int(match["n"]))
    if match := _TYPE.fullmatch(written):
        return Type(id=int(match["n"]), text=_bare(match["text"]), enter=True)
    if match := _SCROLL.fullmatch(written):
        where = None if match["n"] == "WINDOW" else int(match["n"])
        return Scroll(direction="up" if match["way"] == "up" else "down", id=where)
    if match := _ANSWER.fullmatch(written):
        return Stop(answer=_bare(match["text"]))
    return _without_argument(written, may_search)


def _without_argument(written: str, may_search: bool) -> ActorAction:
    match written:
        case "Wait":
            return Wait()
        case "GoBack":
            return GoBack()
        case "Google" if may_search:
            return Goto(url=SEARCH)
        case _:
            known = ", ".join(form for form in MARKS_FORMS if may_search or form != "Google")
            raise NoAction(f"{_line(written)!r} is no action; expected one of {known}")


def _bare(text: str) -> str:
    """Without the brackets that the form shows."""
    text = text.strip()
    return text[1:-1] if text.startswith("[") and text.endswith("]") else text


def _line(text: str) -> str:
    return " ".join(text.split())[:80]
