"""`benchmarks.desktop_programs` counts what a program shows, not what of it was told in time."""

from __future__ import annotations

from benchmarks.desktop_programs import TwoLooks

from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box

SAVE = AtspiElement(role="button", interactable=True, box=Box(10, 10, 80, 20))
HELP = AtspiElement(role="button", interactable=True, box=Box(10, 40, 80, 20))


class Answers:
    """A tree that answers one thing after the other."""

    def __init__(self, *answers: WindowContents | None) -> None:
        self._answers = list(answers)

    def look(self) -> WindowContents | None:
        """The next one."""
        return self._answers.pop(0)


def test_a_tree_counts_once_two_whole_looks_agree() -> None:
    whole = WindowContents(elements=(SAVE, HELP))
    tree = Answers(
        None,
        WindowContents(),
        WindowContents(),
        WindowContents(elements=(SAVE,), whole=False),
        WindowContents(elements=(SAVE,), whole=False),
        WindowContents(elements=(SAVE,)),
        whole,
        whole,
    )
    looks = TwoLooks(tree)
    assert [looks() for _ in range(8)] == [[]] * 7 + [[SAVE.box, HELP.box]]
