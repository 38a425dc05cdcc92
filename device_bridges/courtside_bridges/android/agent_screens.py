"""The agent's own pictures and page sources, so that the device is not asked for them again."""

from __future__ import annotations

from courtside_formats.ui_trees.page_source import PageSource

from .appium_device import AppiumDevice, explain_picture, parse_picture
from .webdriver_values import read_message, read_value


class AgentScreens:
    """Keeps the pictures and page sources that the agent asked for since its last action."""

    def __init__(self) -> None:
        self.takes_pictures = False
        """So that its next one may be waited for."""
        self._source: bytes | None = None
        self._picture: tuple[int, bytes] | None = None
        """With the answer's status."""

    @property
    def has_picture(self) -> bool:
        """Whether it has taken one since its last action."""
        return self._picture is not None

    def add_picture(self, status: int, answer: bytes) -> None:
        """It asked for a picture, also where it was refused."""
        self.takes_pictures = True
        self._picture = (status, answer)

    def add_source(self, answer: bytes) -> None:
        """It asked for the page source."""
        self._source = answer

    def forget(self) -> None:
        """The screen is another one now, or they were used."""
        self._source = self._picture = None

    def read(self, device: AppiumDevice) -> tuple[PageSource | None, bytes | str | None]:
        """Tree and picture (or why there is none); None for what it did not ask for. Blocks."""
        tree = device.parse_source(read_value(self._source)) if self._source else None
        if self._picture is None:
            return tree, None
        status, answer = self._picture
        if status == 200:
            return tree, parse_picture(read_value(answer))
        return tree, explain_picture(read_message(answer))
