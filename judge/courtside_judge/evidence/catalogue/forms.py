"""What the forms held that a run sent, and what became of it."""

from courtside_judge.evidence.extractors.drafts import left_as_draft
from courtside_judge.evidence.extractors.sent_forms import forms_left

from .entry import EndEntry, Entry

FORMS: tuple[EndEntry, ...] = (
    Entry(
        kind="box-left",
        extractor=forms_left,
        wording="the box {what!q}, which the task says, was empty when its page was sent",
        sign="against",
        family="contradiction",
        cap=1,
        failure="planning-or-reasoning",
        advice="tick the boxes that the task names before sending",
        is_omission=True,
        hints=("act-on-what", "go-on"),
    ),
    Entry(
        kind="left-as-draft",
        extractor=left_as_draft,
        wording={
            "saved": "what was sent last, with {what!q}, is a draft; the task wants none",
            "unpublished": "the task wants something published, and {what!q} was not pressed",
        },
        sign="against",
        family="contradiction",
        cap=1,
        failure="planning-or-reasoning",
        advice="publish or send it; a draft is seen by nobody else",
        about_end=True,
        hints=("save",),
    ),
)
