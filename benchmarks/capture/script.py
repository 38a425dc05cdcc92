"""What the scripted agents do on each site, and which states may be on screen after each action.

A state is a number that the page shows in its title, its text and as a bar of black and white
cells, so that what was read and what was pictured can both be compared with the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Do = Literal["goto", "click", "fill", "select", "check", "press"]


@dataclass(frozen=True)
class Act:
    """One action of the agent."""

    do: Do
    on: str
    """A selector; for a goto a path."""
    name: str
    """What the action is recognised by in the store: the target's name, the text, the path."""
    after: tuple[int, ...]
    """States that can be on screen after it and before the next action; the last one is where it
    ends up, which the agent waits for."""
    loads: bool = False
    """A document is loaded, so that an empty page may be on screen for a moment."""
    at_once: bool = False
    """The agent goes on without waiting, whatever its pause."""
    frame: str = ""
    """Selector of the inner frame that it acts in."""
    popup: bool = False
    """It acts in the pop-up."""
    opens: bool = False
    """It opens a pop-up, which shows its last state."""
    closes: Literal["", "agent", "page"] = ""
    """Who closes the pop-up after it."""

    @property
    def key(self) -> tuple[str, str]:
        """As a recorded action is keyed."""
        kinds = {"goto": "navigate", "fill": "type", "check": "click"}
        return kinds.get(self.do, self.do), self.name


def goto(path: str, state: int) -> Act:
    """The agent's own navigation."""
    return Act("goto", path, path, (state,), loads=True)


def link(name: str, *after: int, at_once: bool = False) -> Act:
    """A click that loads a page."""
    return Act("click", f"text={name}", name, after, loads=True, at_once=at_once)


def click(name: str, *after: int) -> Act:
    """A click that loads nothing."""
    return Act("click", f"text={name}", name, after)


def fill(on: str, text: str, *after: int) -> Act:
    """Text into a field."""
    return Act("fill", on, text, after)


PLAIN = (
    goto("/start", 1),
    goto("/plain/0", 100),
    fill("#name", "Ada", 101),
    Act("select", "#size", "large", (102,)),
    Act("check", "#gift", "Gift", (103,)),
    link("Send", 103, 110),
    link("Orders", 110, 120),
    fill("#find", "lamp", 121),
    Act("press", "#find", "Enter", (121, 130), loads=True),
    link("Details", 130, 140, at_once=True),
    goto("/plain/5", 150),
    link("Done", 150, 160, at_once=True),
)
APP = (
    goto("/start", 1),
    goto("/app/0", 200),
    click("Open list", 210),
    click("Load more", 220, 221),
    fill("#query", "lamp", 222),
    click("Item 7", 230),
    Act("press", "body", "Escape", (231,)),
    click("Save", 240, 241),
    Act("click", "text=Leave", "Leave", (250,), at_once=True),
    goto("/app/1", 260),
    Act("select", "#size", "large", (261,)),
    Act("fill", "#note", "last words", (262,), at_once=True),
)
SLOW = (
    goto("/start", 1),
    goto("/slow/0", 300),
    link("First", 300, 310),
    fill("#name", "Ada", 311),
    link("Send", 311, 320),
    link("Details", 320, 330, at_once=True),
    goto("/slow/4", 340),
    link("Next", 340, 350),
    link("Done", 350, 360, at_once=True),
)
FRAMES = (
    goto("/start", 1),
    goto("/frames/0", 400),
    Act("click", "text=Inside", "Inside", (400, 401), frame="#same"),
    Act("fill", "#amount", "1234", (401, 402), frame="#other"),
    Act("click", "text=Pay", "Pay", (402, 403), frame="#other"),
    Act("click", "text=Help", "Help", (403, 440), loads=True, opens=True),
    Act("click", "text=Agree", "Agree", (441,), popup=True, closes="agent"),
    click("Next", 404),
    Act("click", "text=Sign in", "Sign in", (404, 450), loads=True, opens=True),
    Act("fill", "#user", "Ada", (451,), popup=True),
    Act("click", "text=Allow", "Allow", (451, 405), popup=True, closes="page"),
    Act("click", "text=Leave", "Leave", (406,), at_once=True),
    goto("/frames/1", 460),
    Act("click", "text=Turn", "Turn", (460, 461), frame="#same"),
    Act("click", "text=Pay", "Pay", (461, 462), frame="#other", at_once=True),
)
SCRIPTS: dict[str, tuple[Act, ...]] = {"plain": PLAIN, "app": APP, "slow": SLOW, "frames": FRAMES}


def script_of(site: str, most: int | None = None) -> tuple[Act, ...]:
    """A site's script, or the beginning of it; the page is closed right after its last action."""
    script = SCRIPTS[site][:most]
    return (*script[:-1], replace(script[-1], at_once=True))
