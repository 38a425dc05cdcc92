"""Whether the application took what was done.

Shown with the verdict, and weighed once weights are fitted on runs that tell these facts.
"""

from courtside_judge.evidence.extractors.outcomes import (
    announcements,
    answered_by_change,
    left_open,
    open_object,
    requests,
    saved_object,
)

from .entry import NO_ADVICE, Entry, RunEntry

OUTCOMES: tuple[RunEntry, ...] = (
    Entry(
        kind="sent-taken",
        extractor=requests,
        wording="{what!q} was sent and answered with {status}",
        sign="towards",
        proves="goal",
    ),
    Entry(
        kind="sent-refused",
        extractor=requests,
        wording="{what!q} was sent and refused with {status}",
        sign="against",
        failure="environment",
        advice="the application refused what was sent; read why and put it right",
    ),
    Entry(
        kind="sent-failed",
        extractor=requests,
        wording="{what!q} was sent and got no answer: {status}",
        sign="against",
        failure="environment",
        advice="what was sent got no answer; see whether it took effect before sending it again",
    ),
    Entry(
        kind="refused-at-last",
        extractor=requests,
        wording="the last {what!q} was not taken: {status}",
        sign="against",
        failure="environment",
        advice="the last thing sent was not taken; read why, put it right and send it again",
    ),
    Entry(
        kind="sent-twice",
        extractor=requests,
        wording="{what!q} was sent in two steps one after the other",
        sign="against",
        failure="planning-or-reasoning",
        flag="side_effect",
        advice="send a form once, and look whether it was taken before sending it again",
    ),
    Entry(
        kind="saved-at-asked",
        extractor=saved_object,
        wording="the screen on which it was saved spoke of {what!q}",
        sign="towards",
        proves="goal",
    ),
    Entry(
        kind="saved-elsewhere",
        extractor=saved_object,
        wording="nothing on the screen on which it was saved says what the task says",
    ),
    Entry(
        kind="asked-and-changed",
        extractor=answered_by_change,
        wording="the task only asks something, and {what!q} was sent",
        failure="planning-or-reasoning",
        advice="a question wants an answer; change nothing on the way",
    ),
    Entry(
        kind="wish-unsent",
        extractor=answered_by_change,
        wording="the task wants something changed, and nothing was sent",
        sign="against",
        failure="planning-or-reasoning",
        advice="press what saves or sends the change, and look whether it was taken",
    ),
    Entry(
        kind="sent-at-last",
        extractor=answered_by_change,
        wording="{what!q} was taken at the end",
        sign="towards",
        proves="goal",
    ),
    Entry(
        kind="sent-before",
        extractor=answered_by_change,
        wording="after {what!q} was taken, it went on without sending anything",
    ),
    Entry(
        kind="sent-nothing",
        extractor=requests,
        wording="nothing that could change something was sent",
    ),
    Entry(
        kind="announced-good",
        extractor=announcements,
        wording="the page announced {what!q}",
        sign="towards",
        proves="goal",
    ),
    Entry(
        kind="announced-bad",
        extractor=announcements,
        wording="the page announced {what!q}",
        sign="against",
        failure="low-level-skill",
        advice="the page announced what is wrong; put that right",
    ),
    Entry(
        kind="bad-news-last",
        extractor=announcements,
        wording="the last that the page announced is {what!q}",
        sign="against",
        failure="low-level-skill",
        advice="the last announcement says what is wrong; put that right before ending",
    ),
    Entry(
        kind="left-edited",
        extractor=left_open,
        wording="the field {what!q} was edited and not handed in",
        failure="planning-or-reasoning",
        advice="save or send what was edited before ending",
    ),
    Entry(
        kind="dialog-left-open",
        extractor=left_open,
        wording="the dialog {what!q} waits for an answer",
        sign="against",
        failure="planning-or-reasoning",
        advice="answer the dialog that is open before ending",
    ),
    Entry(
        kind="at-asked-object",
        extractor=open_object,
        wording="the page that is open is {what!q}, which the task speaks of",
        sign="towards",
        cap=1.0,
    ),
    Entry(
        kind="at-other-object",
        extractor=open_object,
        wording="the page that is open is {what!q}, of which the task says nothing",
        failure="other",
        advice=NO_ADVICE,
    ),
)
