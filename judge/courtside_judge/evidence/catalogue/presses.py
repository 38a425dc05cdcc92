"""Whether the right one of several was pressed, counted or dragged."""

from courtside_judge.evidence.extractors.presses import drags, ordinals, presses

from .entry import Entry, RunEntry

PRESSES: tuple[RunEntry, ...] = (
    Entry(
        kind="ordinal-right",
        extractor=ordinals,
        wording={
            "placed": "it was {what} of its kind, as asked",
            "typed": "it typed {what!q}, as asked",
        },
        sign="towards",
        family="something-right",
        proves="goal",
    ),
    Entry(
        kind="ordinal-wrong",
        extractor=ordinals,
        wording={
            "placed": "it was {what} of its kind; the task says {wanted}",
            "typed": "it typed {what!q}; the task says {wanted}",
        },
        sign="against",
        family="something-wrong",
        failure="low-level-skill",
        advice="count from the top and act on the one that the task counts",
    ),
    Entry(
        kind="pressed-in-asked-row",
        extractor=presses,
        wording="it pressed {what!n} in the row of {where!q}",
        sign="towards",
        family="something-right",
        proves="goal",
    ),
    Entry(
        kind="pressed-in-other-row",
        extractor=presses,
        wording="it pressed {what!n} in the row of {where!q}",
        family="something-wrong",
        failure="low-level-skill",
        advice="read whose row it is before pressing in it",
    ),
    Entry(
        kind="passed-over",
        extractor=presses,
        wording="it pressed {what!n}; {where!q}, which the task says, stood there too",
        family="something-wrong",
        failure="low-level-skill",
        advice="press the one that the task names, not one like it",
    ),
    Entry(
        kind="pressed-likest",
        extractor=presses,
        wording="of its kind {what!n} says most of what the task says",
        sign="towards",
    ),
    Entry(
        kind="liker-left",
        extractor=presses,
        wording="it pressed {what!n}; {where!q} says more of what the task says",
        sign="against",
        failure="low-level-skill",
        advice="compare the names with the task before choosing one of several",
    ),
    Entry(
        kind="lesser-pressed",
        extractor=presses,
        wording="it pressed {what!n}; {where!q} says that and more of what the task says",
        sign="against",
        failure="low-level-skill",
        advice="compare the names with the task before choosing one of several",
    ),
    Entry(
        kind="extreme-right",
        extractor=presses,
        wording="of its kind {what!n} is the one that the task wants",
        sign="towards",
        family="something-right",
        proves="goal",
    ),
    Entry(
        kind="extreme-wrong",
        extractor=presses,
        wording="of its kind {what!n} is not the one that the task wants",
        family="something-wrong",
        failure="planning-or-reasoning",
        advice="compare all of them before choosing one",
    ),
    Entry(
        kind="dragged-right",
        extractor=drags,
        wording="it was dragged as the task says",
        family="something-right",
        proves="goal",
        sign="towards",
    ),
    Entry(
        kind="dragged-wrong",
        extractor=drags,
        wording="it was dragged otherwise than the task says",
        family="something-wrong",
        failure="low-level-skill",
        advice="drag the way that the task says, and all the way",
    ),
)
