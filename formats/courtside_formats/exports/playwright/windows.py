"""Follows which window of the run a test acts in. Knows no action."""

from __future__ import annotations

from courtside_store.records import Step

OPENED = "page.context.expect_page() as opened"
"""Also of a link that is pressed with the middle button, for which there is no `popup`."""


_LATER_WINDOW = """
def later_window(page: Page, *known: Page) -> Page:
    \"\"\"The next window: one that is there and not known yet, else one that comes.\"\"\"
    there = [one for one in page.context.pages if one not in known]
    return there[0] if there else page.context.wait_for_event("page")
"""
HELPERS = {"later_window(": _LATER_WINDOW}
"""Functions that a test defines where it uses them."""


class WindowsOfRun:
    """The windows that a test has opened; `page` is the one that it acts in.

    One that opens later than the action's screen was looked at, or as the second of one action, is
    found where a step acts in it.
    """

    def __init__(self, steps: list[Step]) -> None:
        """A run whose source numbers no windows has one."""
        looks = [look for step in steps for look in (step.before, step.after) if look]
        numbers = [look.window for look in looks if look.window is not None]
        self._now = numbers[0] if numbers else None
        self._open = {self._now}
        self.several = len({*numbers}) > 1
        """Whether the run has more than one."""

    @property
    def first(self) -> str:
        """The name of the one that the test begins in."""
        return _name(self._now)

    def turn_to_act(self, step: Step) -> list[str]:
        """Lines before a step: `page` is the window that it acts in. Raises ValueError where no
        step has opened that.
        """
        window = step.before.window if step.before else None
        if window in self._open or window is None:
            return self._turn(window)
        if step.actions and step.actions[0].kind == "navigate":
            self._open.add(window)
            return [f"{_name(window)} = page.context.new_page()", *self._turn(window)]
        if step.before and step.before.opener in self._open - {None}:
            known = ", ".join(_name(one) for one in sorted(filter(None, self._open)))
            self._open.add(window)
            return [f"{_name(window)} = later_window(page, {known})", *self._turn(window)]
        raise ValueError(
            f"step {step.index} is in a window of which the recording does not say what opened it; "
            "choose another run"
        )

    def opens(self, step: Step) -> bool:
        """Whether a step opens a window."""
        return bool(step.actions) and self._after(step) not in {*self._open, None}

    def turn_to_look(self, step: Step, has_opened: bool) -> list[str]:
        """Lines after a step: `page` is the window that shows what came of it."""
        window = self._after(step)
        if has_opened:
            self._open.add(window)
            return [f"{_name(window)} = opened.value", *self._turn(window)]
        return self._turn(window) if window in self._open else []

    def _after(self, step: Step) -> int | None:
        return step.after.window if step.after else None

    def _turn(self, window: int | None) -> list[str]:
        if window in {None, self._now}:
            return []
        self._now = window
        return [f"page = {_name(window)}"]


def _name(window: int | None) -> str:
    return f"window_{window}"
