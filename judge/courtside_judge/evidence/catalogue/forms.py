"""What the forms held that a run sent."""

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
)
