"""What the agent's own words show at the end: its answer, its claim, trouble that it tells."""

from courtside_judge.evidence.extractors.answers import (
    answer,
    claims,
    extreme_untold,
    length,
    reported,
    trouble,
    unfamiliar,
    unread,
    unseen,
    unsighted,
)

from .entry import EndEntry, Entry

ANSWERS: tuple[EndEntry, ...] = (
    Entry(
        kind="gave-up",
        extractor=claims,
        wording={
            "said": "the agent itself says that it failed",
            "truncated": "the agent never said that it was done",
        },
        sign="against",
        failure="other",
        advice="read the task again and try the parts that were left out",
        hints=("go-on",),
    ),
    # The claim of success is what the judge is there to check.
    Entry(
        kind="claims-success",
        extractor=claims,
        wording="the agent says that it succeeded",
        weighed=False,
        proves="nothing",
    ),
    Entry(
        kind="claimed-not-done",
        extractor=reported,
        wording="the agent says that it did something to {what!q}, and it did not",
        sign="against",
        failure="visual-hallucination",
        advice="look back at what was really pressed and typed before saying what was done",
    ),
    Entry(
        kind="answer-unseen",
        extractor=unseen,
        wording="the answer says {what!q}, which no screen showed",
        failure="visual-hallucination",
        advice="answer only with what a screen shows",
        hints=("answer",),
    ),
    Entry(
        kind="answer-gives-up",
        extractor=answer,
        wording="the answer says {what!q}",
        sign="against",
        failure="other",
        advice="read the task again and try the parts that were left out",
        hints=("go-on", "answer"),
    ),
    Entry(
        kind="answer-missing",
        extractor=answer,
        wording="the task asks a question; no answer was given",
        sign="against",
        failure="planning-or-reasoning",
        advice="answer what the task asks before ending",
        hints=("answer",),
    ),
    Entry(
        kind="answer-shown",
        extractor=answer,
        wording="{amount:.0%} of the answer's words were seen on a screen",
        sign="towards",
    ),
    Entry(
        kind="answer-at-end",
        extractor=answer,
        wording={
            "alone": "the end shows {what!q}",
            "beside": "the end shows {what!q} beside {where!q}",
            "claimed": "the end shows what the answer claims: {what!q}",
            "counted": "the end shows {count!q} of what the task counts, as the answer says",
        },
        sign="towards",
        proves="goal",
    ),
    Entry(
        kind="answer-not-at-end",
        extractor=answer,
        wording={
            "shown": "the end does not show {what!q}",
            "counted": "the answer says {what!q}; the end shows {count!q} of what the task counts",
        },
        sign="against",
        failure="visual-hallucination",
        advice="answer with what stands on the page that the task speaks of",
        hints=("answer",),
    ),
    Entry(
        kind="answer-of-other-row",
        extractor=answer,
        wording={
            "row": "the answer says {what!q}, which stands in the row of {where!q}; that of "
            "{asked!q} has {wanted!q}",
            "column": "the answer says {what!q}, which stands below {where!q}; below {asked!q} "
            "stands {wanted!q}",
        },
        sign="against",
        family="contradiction",
        failure="visual-hallucination",
        advice="read the value in the row of what the task names, below what it asks for",
        hints=("answer",),
    ),
    Entry(
        kind="answer-beside-asked",
        extractor=answer,
        wording="the end shows {what!q} beside {where!q}",
        sign="towards",
        family="something-right",
        proves="goal",
    ),
    # It says which model weighs the run, and is no evidence either way.
    Entry(
        kind="unsighted",
        extractor=unsighted,
        wording={
            "unread": "the screens were not read (pictures without elements, and no OCR): "
            "there is only the agent's own account",
            "unrecorded": "no screen was recorded: there is only the agent's own account",
        },
        weighed=False,
        proves="nothing",
    ),
    # Nor is this one: it says why each finding counts half.
    Entry(
        kind="unfamiliar",
        extractor=unfamiliar,
        wording={
            "android": "the judge learned from web pages, not from Android apps: "
            "each finding counts half",
            "ios": "the judge learned from web pages, not from iOS apps: each finding counts half",
            "desktop": "the judge learned from web pages, not from desktop programs: "
            "each finding counts half",
            "drawing": "the last screen is mostly a drawing, and the judge learned from none: "
            "each finding counts half",
        },
        weighed=False,
        proves="nothing",
    ),
    # No success by itself: what else was found is the same for each of them.
    Entry(
        kind="extreme-untold",
        extractor=extreme_untold,
        wording="the task wants the {what!q} of several, and the judge cannot tell which that is",
        weighed=False,
        proves="nothing",
    ),
    Entry(
        kind="end-unread",
        extractor=unread,
        wording="at the end {what}: which words stand there is not known",
        weighed=False,
        proves="nothing",
    ),
    Entry(
        kind="reports-trouble",
        extractor=trouble,
        wording="near the end it says {what!q}",
        sign="against",
        failure="other",
        advice="try another way than the one that led to the trouble",
    ),
    Entry(
        kind="long-run",
        extractor=length,
        wording="it took {what} steps",
        sign="against",
        failure="other",
        advice="take the shortest way: do what the task names, check it and end",
    ),
)
