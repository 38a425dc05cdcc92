"""What the agent's own words show at the end: its answer, its claim, trouble that it tells."""

from .entry import NO_ADVICE, Entry

ANSWERS = (
    Entry(
        kind="gave-up",
        sign="against",
        advice="read the task again and try the parts that were left out",
    ),
    # The claim of success is what the judge is there to check.
    Entry(kind="claims-success", weighed=False),
    Entry(
        kind="answer-unseen",
        failure="visual-hallucination",
        advice="answer only with what a screen shows",
    ),
    Entry(kind="answer-gives-up", sign="against", advice=NO_ADVICE),
    Entry(kind="answer-missing", sign="against", advice=NO_ADVICE),
    Entry(kind="answer-shown", sign="towards"),
    Entry(kind="answer-at-end", sign="towards"),
    Entry(
        kind="answer-not-at-end",
        sign="against",
        failure="visual-hallucination",
        advice="answer with what stands on the page that the task speaks of",
    ),
    Entry(kind="answer-beside-asked", sign="towards", family="something-right"),
    # It says which model weighs the run, and is no evidence either way.
    Entry(kind="unsighted", weighed=False),
    Entry(kind="told-trouble", sign="against", advice=NO_ADVICE),
    Entry(kind="long-run", sign="against", advice=NO_ADVICE),
    Entry(kind="nothing-found", weighed=False),
)
