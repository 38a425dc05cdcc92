"""Builds one imported run from what its file says, cut to what the store takes. Knows no format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from courtside_formats.codecs.bounded import inside, written_at_ms
from courtside_store.records import Action, Observation, Surface
from courtside_store.shortened_text import shortened

from .browser_actions import read_browser_action
from .imported import Imported, read_success, run_id
from .pictures import MAX_SHORT, MAX_TEXT, Pictures, file_image
from .step_builder import AgentTurn, join


class RunBuilder:
    """Takes the screens and the turns in order, then the facts about the run."""

    def __init__(self, format: str, path: Path, id: str, at_ms: int | None = None) -> None:
        """Of one file or folder of that format. `id`: the recording's own name for the run.
        Without a time, its actions and screens have the one at which the file was written.
        """
        self.at_ms = written_at_ms(path) if at_ms is None else at_ms
        self.run = run_id(format, path, id)
        self.path = path
        self._format = format
        self._id = id
        self._folder = path if path.is_dir() else path.parent
        self._pictures = Pictures(self.at_ms)
        self._looks: list[Observation | None] = []
        self._turns: list[AgentTurn] = []

    def look(
        self, image: str = "", *, url: str = "", title: str = "", at_ms: int | None = None
    ) -> Observation:
        """A screen. Raises ValueError where the image lies outside of the recording's folder; one
        that is missing or broken is withheld. `at_ms`: when it was seen; else the run's own time.
        """
        read = file_image(inside(self._folder, image)) if image else None
        return self._pictures.look(read, url=url, title=title, at_ms=at_ms)

    def action(self, word: str, arguments: Any = None) -> Action:
        """A tool call of a browser agent, in its own words."""
        return read_browser_action(word, arguments, self.at_ms)

    def add_step(self, look: Observation | None, *actions: Action, thought: str = "") -> None:
        """What the agent saw, then thought, then did."""
        self._looks.append(look)
        self._turns.append(AgentTurn(actions=actions, thought=thought))

    def add_last(self, look: Observation | None) -> None:
        """The screen after the last step, where there is one."""
        self._looks.append(look)

    def build(
        self,
        *,
        task: str,
        agent: str = "",
        surface: Surface = "web",
        domain: str = "",
        answer: str = "",
        claims_success: bool | None = None,
        of_agent: bool = False,
        success: Any = None,
        note: str = "",
    ) -> Imported:
        """The run. `success` is the label that came with it, in any words that `read_success`
        reads; without one there is no oracle.
        """
        oracle, reward = read_success(success)
        return Imported(
            run=self.run,
            id=self._id,
            format=self._format,
            task=shortened(task, MAX_TEXT),
            agent=shortened(agent, MAX_SHORT),
            surface=surface,
            domain=shortened(domain, MAX_SHORT),
            started_at_ms=self.at_ms,
            steps=join(self.run, self._looks, self._turns),
            frames=self._pictures,
            answer=shortened(answer, MAX_TEXT),
            claims_success=claims_success,
            of_agent=of_agent,
            oracle=oracle,
            reward=reward,
            note=shortened(note, MAX_SHORT),
        )
