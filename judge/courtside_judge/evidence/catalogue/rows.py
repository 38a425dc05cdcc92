"""Which rows of a list went, and which stayed."""

from courtside_judge.evidence.extractors.removed_rows import removed_rows

from .entry import EndEntry, Entry

ROWS: tuple[EndEntry, ...] = (
    Entry(
        kind="removal-left",
        extractor=removed_rows,
        wording="all of {where!q} is to be removed, and {what!q} is still listed",
        sign="against",
        family="contradiction",
        cap=1,
        failure="planning-or-reasoning",
        advice="look through the list after removing, until none that the task means is left",
        about_end=True,
        is_omission=True,
        hints=("go-on",),
    ),
    Entry(
        kind="removed-beside",
        extractor=removed_rows,
        wording="{what!q} is no longer listed; the task wants {where!q} removed",
        sign="against",
        family="contradiction",
        cap=1,
        failure="low-level-skill",
        flag="side_effect",
        advice="remove only what the task names; look at the row before confirming",
    ),
)
