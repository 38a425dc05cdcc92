"""Whether the right one of several was pressed, counted or dragged."""

from .entry import Entry

PRESSES = (
    Entry(kind="ordinal-right", sign="towards", family="something-right"),
    Entry(
        kind="ordinal-wrong",
        sign="against",
        family="something-wrong",
        failure="low-level-skill",
        advice="count from the top and act on the one that the task counts",
    ),
    Entry(kind="pressed-in-asked-row", sign="towards", family="something-right"),
    Entry(
        kind="pressed-in-other-row",
        family="something-wrong",
        failure="low-level-skill",
        advice="read whose row it is before pressing in it",
    ),
    Entry(
        kind="passed-over",
        family="something-wrong",
        failure="low-level-skill",
        advice="press the one that the task names, not one like it",
    ),
    Entry(kind="extreme-right", sign="towards", family="something-right"),
    Entry(
        kind="extreme-wrong",
        family="something-wrong",
        failure="planning-or-reasoning",
        advice="compare all of them before choosing one",
    ),
    Entry(kind="dragged-right", family="something-right"),
    Entry(
        kind="dragged-wrong",
        family="something-wrong",
        failure="low-level-skill",
        advice="drag the way that the task says, and all the way",
    ),
)
