"""How far the run follows the task's own words, and what the end of it says."""

from courtside_judge.evidence.extractors.words import (
    confirmations,
    named,
    parts,
    shown_at_end,
    untouched,
)

from .entry import Entry, RunEntry

WORDS: tuple[RunEntry, ...] = (
    Entry(
        kind="words-untouched",
        extractor=untouched,
        wording="nothing with {what!q}, which the task says, was pressed or typed",
        sign="against",
        failure="other",
        advice="go through the task word by word, and do something about each thing that it names",
        is_left=True,
    ),
    Entry(
        kind="part-untouched",
        extractor=parts,
        wording="nothing was done about this part of the task: {what!q}",
        sign="against",
        failure="planning-or-reasoning",
        advice="do each part of the task, one after the other",
        is_left=True,
    ),
    Entry(
        kind="all-parts-touched",
        extractor=parts,
        wording="something was done about each part of the task",
        sign="towards",
    ),
    Entry(
        kind="words-shown", extractor=shown_at_end, wording="the end shows {what!q}", sign="towards"
    ),
    Entry(
        kind="words-titled",
        extractor=shown_at_end,
        wording="the title or address at the end says {what!q}",
        sign="towards",
        seen_in="title",
    ),
    Entry(
        kind="typed-named",
        extractor=named,
        wording="it typed {what!q}, as the task says",
        sign="towards",
        family="something-right",
        cap=1,
    ),
    Entry(
        kind="typed-misspelt",
        extractor=named,
        wording="it typed {what!q}; the task says {wanted!q}",
        sign="against",
        family="something-wrong",
        failure="low-level-skill",
        advice="type each word letter by letter as the task spells it",
    ),
    Entry(
        kind="typed-partly",
        extractor=named,
        wording="it typed {what!q}, of which the task says only a part",
        failure="other",
        advice="type what the task says, and nothing more than it says",
    ),
    Entry(
        kind="chose-named",
        extractor=named,
        wording="it chose {what!q}, as the task says",
        sign="towards",
        family="something-right",
        cap=1,
    ),
    Entry(
        kind="chose-misspelt",
        extractor=named,
        wording="it chose {what!q}; the task says {wanted!q}",
        failure="low-level-skill",
        advice="choose the entry that is written as the task writes it",
    ),
    Entry(
        kind="chose-partly",
        extractor=named,
        wording="it chose {what!q}, of which the task says only a part",
        failure="other",
        advice="choose the entry that says exactly what the task says",
    ),
    Entry(
        kind="pressed-named",
        extractor=named,
        wording="it pressed {what!q}, as the task says",
        sign="towards",
        cap=1,
    ),
    Entry(
        kind="pressed-misspelt",
        extractor=named,
        wording="it pressed {what!q}; the task says {wanted!q}",
        failure="low-level-skill",
        advice="press what is named exactly as in the task, not something like it",
    ),
    Entry(
        kind="pressed-partly",
        extractor=named,
        wording="it pressed {what!q}, of which the task says only a part",
        cap=1,
        failure="other",
        advice="press what says exactly what the task says",
    ),
    Entry(
        kind="confirmed",
        extractor=confirmations,
        wording="the screen says {what!q} at the end",
        sign="towards",
        sign_when_new="towards",
        proves="goal",
    ),
    Entry(
        kind="refused",
        extractor=confirmations,
        wording="the screen says {what!q} at the end",
        sign="against",
        failure="other",
        advice="read what the screen refuses, correct it and try again",
    ),
)
