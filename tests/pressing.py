"""An agent that presses the wrong button until a lesson names the right one. Knows no browser."""

from __future__ import annotations

from typing import Any

from builders import a_screen, an_action, an_element

import courtside
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_store.config import Config
from courtside_store.records import Effects, Source

TASK = 'Press "Cancel".'


class Presser:
    """Presses a button in a recorded run; which one depends on the text of its lessons."""

    def __init__(
        self, config: Config, *, learns: bool = True, effects: Any = None, source: Source = "client"
    ) -> None:
        self.config = config
        self.source: Source = source
        self.learns = learns
        self.effects = effects if effects is not None else Effects(requests=())
        self.texts: list[str] = []
        self.attempts: list[tuple[int, str | None]] = []

    def __call__(self, attempt: courtside.Attempt) -> None:
        self.texts.append(attempt.text)
        self.attempts.append((attempt.number, attempt.parent_run))
        attempt.use_tokens(10)
        link = open_link("presser", self.config, self.source)
        recorded = LinkedRun(link, agent="presser")
        name = "Cancel" if self.learns and "Cancel" in attempt.text else "Save"
        # A new field each time: two failures are not the same one.
        extra = f"Tab {attempt.number}"
        screen = a_screen(*(an_element(n, t) for n, t in enumerate(("Save", "Cancel", extra), 1)))
        done = a_screen(an_element(1, name), text=f"{name} was pressed")
        recorded.step([an_action("click", extra)], screen, screen, effects=Effects(requests=()))
        recorded.step([an_action("click", name)], screen, done, effects=self.effects)
        recorded.end("finish")
        link.close()
