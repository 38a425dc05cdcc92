"""Whether the work was handed in, and what the screen answered to the run as a whole."""

from .entry import NO_ADVICE, Entry

EFFECTS = (
    Entry(
        kind="submit-missing",
        failure="planning-or-reasoning",
        advice="finish by pressing the button that the task names",
    ),
    Entry(kind="submit-early", advice=NO_ADVICE),
    Entry(kind="submit-done", sign="towards"),
    Entry(
        kind="left-unsent",
        sign="against",
        failure="planning-or-reasoning",
        advice="hand in what was filled in, with the button that is there for it",
    ),
    Entry(
        kind="nothing-changed",
        sign="against",
        flag="no_effect",
        advice="what was clicked does not react; look for another element",
    ),
    Entry(
        kind="looping",
        sign="against",
        failure="planning-or-reasoning",
        flag="looping",
        advice="do not repeat an action that changed nothing",
    ),
    Entry(kind="no-steps", sign="against", advice=NO_ADVICE),
    Entry(
        kind="error-shown",
        sign="against",
        failure="environment",
        flag="error_page",
        advice="the page reported an error; take another way",
    ),
    Entry(kind="captcha", sign="against", flag="reached_captcha", advice=NO_ADVICE),
)
