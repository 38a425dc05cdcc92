"""The prompts, by surface, from the files beside it, and the fence round what is quoted."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files

from courtside_store.records import Surface


class Wording:
    """All texts for one surface; `more` names the file of a judge that has texts of its own."""

    def __init__(self, surface: Surface, more: str = "") -> None:
        every, own = _load("every"), _load(surface)
        self.version = f"{own['version']}+{every['version']}"
        if more:
            every = every | _load(more)
            self.version += f"+{every['version']}"
        self._names = {"surface": own["surface"]["name"], "screen": own["surface"]["screen"]}
        self._every = every
        self.examples: str = own["examples"]["text"].strip()

    def text(self, part: str, name: str, **more: object) -> str:
        """One text, filled in. Raises KeyError where the files have no such text."""
        return str(self._every[part][name]).strip().format(**self._names, **more)


@cache
def wording(surface: Surface, more: str = "") -> Wording:
    """Read once for each surface and file."""
    return Wording(surface, more)


@cache
def _load(name: str) -> dict[str, dict[str, str]]:
    text = files(__package__).joinpath("prompts", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def fence_of(run: str) -> str:
    """A mark that a page cannot know: it stands round everything that is quoted to a model."""
    return "quoted " + hashlib.sha256(run.encode()).hexdigest()[:8]


def quote(text: str, fence: str) -> str:
    """Text of a page or an agent, fenced. It cannot close the fence or speak as the model's frame.

    The control words of chat templates are broken up too: a server lays prompts out by itself.
    """
    plain = text.replace("<<", "< <").replace("<|", "< |").replace("|>", "| >")
    return f"<<{fence}>>\n{plain}\n<</{fence}>>"
