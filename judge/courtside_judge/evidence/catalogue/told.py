"""What the lines of a run's story show."""

from courtside_judge.evidence.extractors.told import ends_typing, told

from .entry import EndEntry, Entry, StepEntry

TOLD: tuple[StepEntry, ...] = (
    Entry(
        kind="texts-unchanged",
        extractor=told,
        wording="no text on the screen changed",
        sign="against",
        advice="look whether the screen answered before going on; press something else if not",
    ),
    Entry(
        kind="texts-new",
        extractor=told,
        wording="the screen shows other texts than before",
        sign="either",
    ),
    Entry(
        kind="asked-words-new",
        extractor=told,
        wording="the screen shows {what!q} for the first time",
        sign="towards",
    ),
)
TOLD_AT_END: tuple[EndEntry, ...] = (
    Entry(
        kind="ends-typing",
        extractor=ends_typing,
        wording="the run ends with typing, and nothing was pressed after it",
        sign="against",
        failure="planning-or-reasoning",
        advice="after typing, press what saves or sends it, and look whether it did",
    ),
)
