"""Whether the work was handed in, and what the screen answered to the run as a whole."""

from courtside_judge.evidence.extractors.submitting import (
    barriers,
    left_unsubmitted,
    reactions,
    submission,
)

from .entry import Entry, RunEntry

SUBMITTING: tuple[RunEntry, ...] = (
    Entry(
        kind="submit-missing",
        extractor=submission,
        wording="{what!q} was never pressed",
        requirement="open",
        failure="planning-or-reasoning",
        advice="finish by pressing the button that the task names",
    ),
    Entry(
        kind="submit-early",
        extractor=submission,
        wording="something was changed again after it was submitted",
        requirement="open",
        failure="planning-or-reasoning",
        advice="press the submit button after the last change",
    ),
    Entry(
        kind="submit-done",
        extractor=submission,
        wording="{what!q} was pressed",
        requirement="done",
        sign="towards",
        sign_when_new="towards",
        proves="goal",
    ),
    Entry(
        kind="left-unsent",
        extractor=left_unsubmitted,
        wording="what was filled in was not submitted: {what!q} was not pressed",
        sign="against",
        failure="planning-or-reasoning",
        advice="submit what was filled in, with the button for it",
    ),
    Entry(
        kind="nothing-changed",
        extractor=reactions,
        wording="no action changed the screen",
        sign="against",
        failure="low-level-skill",
        flag="no_effect",
        advice="what was clicked does not react; look for another element",
    ),
    Entry(
        kind="looping",
        extractor=reactions,
        wording="the same action on the same screen, {what} times",
        sign="against",
        failure="planning-or-reasoning",
        flag="looping",
        advice="do not repeat an action that changed nothing",
    ),
    Entry(
        kind="no-steps",
        extractor=reactions,
        wording="the agent did nothing",
        sign="against",
        failure="other",
        advice="begin with the first part that the task names",
    ),
    Entry(
        kind="error-shown",
        extractor=barriers,
        wording="the screen says {what!q}",
        sign="against",
        failure="environment",
        flag="error_page",
        advice="the page reported an error; take another way",
    ),
    Entry(
        kind="captcha",
        extractor=barriers,
        wording="the screen says {what!q}",
        sign="against",
        failure="environment",
        flag="reached_captcha",
        advice="a check for robots is in the way; take a way without it, or end and "
        "say that a person is needed",
    ),
)
