"""What one step did, whatever it brought to the run or took away."""

from collections.abc import Mapping

from courtside_judge.evidence.extractors.single_step import (
    action_kind,
    handed_in,
    outlook,
    pressed,
    reaction,
    repetition,
    standing,
    topic,
)
from courtside_store.records import ActionKind

from .entry import Entry, StepEntry

_DONE: Mapping[ActionKind, str] = {
    "click": "it clicked",
    "double-click": "it double-clicked",
    "right-click": "it right-clicked",
    "hover": "it pointed at something",
    "drag": "it dragged something",
    "scroll": "it scrolled",
    "type": "it typed",
    "press": "it pressed a key",
    "select": "it chose from a list",
    "check": "it ticked a box",
    "upload": "it uploaded a file",
    "navigate": "it went to an address",
    "back": "it went back",
    "forward": "it went forward",
    "reload": "it loaded the page again",
    "open-tab": "it opened a tab",
    "switch-tab": "it went to another tab",
    "close-tab": "it closed a tab",
    "wait": "it waited",
    "dialog": "it answered a dialog",
    "tap": "it tapped",
    "long-press": "it pressed and held",
    "swipe": "it swiped",
    "launch-app": "it started an app",
    "home": "it went to the home screen",
    "answer": "it gave an answer",
    "other": "it did something else",
}
STEPS: tuple[StepEntry, ...] = (
    Entry(
        kind="something-opened", extractor=reaction, wording="the screen changed", sign="towards"
    ),
    Entry(kind="screen-changed", extractor=reaction, wording="the screen changed"),
    Entry(
        kind="screen-repainted",
        extractor=reaction,
        wording="nothing but pixels changed on the screen",
        advice="do not rely on an action after which only pixels changed; check what it did",
    ),
    Entry(
        kind="screen-unchanged",
        extractor=reaction,
        wording="nothing changed on the screen",
        sign="against",
        flag="no_effect",
        advice="that action had no effect; look for another element or another way",
        no_effect=True,
    ),
    Entry(
        kind="done-again",
        extractor=repetition,
        wording="the same action on the same screen as before",
        sign="against",
        advice="do not repeat an action on a screen that it did not change",
        no_effect=True,
    ),
    Entry(
        kind="presses-plain",
        extractor=pressed,
        wording="it pressed {control}, which is no button, link or field",
        sign="either",
    ),
    Entry(
        kind="presses-the-task",
        extractor=pressed,
        wording="it pressed the task's own words",
        advice="the task's own words are no control; press what they name",
    ),
    Entry(
        kind="presses-no-control",
        extractor=pressed,
        wording="it pressed something without a name",
        sign="either",
    ),
    Entry(
        kind="presses-asked",
        extractor=pressed,
        wording="{control} is in the task's words",
        sign="towards",
    ),
    Entry(
        kind="presses-unasked",
        extractor=pressed,
        wording="{control} is not in the task's words",
        sign="either",
    ),
    *(
        Entry(
            kind=f"does-{kind}",
            extractor=action_kind,
            wording=done,
            sign="either",
        )
        for kind, done in _DONE.items()
    ),
    Entry(
        kind="topic-shown", extractor=topic, wording="the screen shows {what!q} now", sign="towards"
    ),
    Entry(
        kind="outlook-better",
        extractor=outlook,
        wording="after this step the run looks more like a success",
        sign="towards",
    ),
    Entry(
        kind="outlook-worse",
        extractor=outlook,
        wording="after this step the run looks less like a success",
        sign="against",
        advice="leave out the step that made things worse, or undo it at once",
    ),
    Entry(
        kind="wrong-before",
        extractor=standing,
        wording="something was wrong before this step",
        sign="against",
        advice="correct what went wrong before going on",
    ),
    Entry(
        kind="done-before",
        extractor=standing,
        wording="all that the task names was done before this step",
        sign="either",
    ),
    Entry(kind="handed-in-done", extractor=handed_in, wording="it was submitted"),
    Entry(
        kind="handed-in-undone",
        extractor=handed_in,
        wording="it was submitted before everything was done",
        advice="submit only once everything that the task names is done",
        hints=("go-on",),
    ),
)
