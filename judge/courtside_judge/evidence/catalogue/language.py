"""What a small language model says of a whole run, where it is installed and has a weight."""

from courtside_judge.evidence.extractors.story_language import MAX_LOG_ODDS, reads_at_end

from .entry import EndEntry, Entry

LANGUAGE: tuple[EndEntry, ...] = (
    Entry(
        kind="reads-done",
        extractor=reads_at_end,
        wording="the task and what was done read like a run that did it (a language model's word)",
        sign="towards",
        cap=MAX_LOG_ODDS,
        proves="nothing",
    ),
    Entry(
        kind="reads-undone",
        extractor=reads_at_end,
        wording="the task and what was done read like a run that did not do it "
        "(a language model's word)",
        sign="against",
        cap=MAX_LOG_ODDS,
        failure="other",
        advice="read the task again, and check each part of it against what was done",
        about_end=True,
    ),
)
