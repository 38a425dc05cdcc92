"""What one step did, whatever it brought to the run or took away."""

from typing import get_args

from courtside_store.records import ActionKind

from .entry import NO_ADVICE, Entry

STEPS = (
    Entry(kind="something-opened", sign="towards"),
    Entry(kind="screen-changed"),
    Entry(kind="screen-repainted", advice=NO_ADVICE),
    Entry(kind="screen-unchanged", sign="against", flag="no_effect", advice=NO_ADVICE),
    Entry(kind="done-again", sign="against", advice=NO_ADVICE),
    Entry(kind="presses-plain", sign="either"),
    Entry(kind="presses-the-task", advice=NO_ADVICE),
    Entry(kind="presses-no-control", sign="either"),
    Entry(kind="presses-asked", sign="towards"),
    Entry(kind="presses-unasked", sign="either"),
    *(Entry(kind=f"does-{kind}", sign="either") for kind in get_args(ActionKind)),
    Entry(kind="topic-shown", sign="towards"),
    Entry(kind="outlook-better", sign="towards"),
    Entry(kind="outlook-worse", sign="against", advice=NO_ADVICE),
    Entry(kind="handed-in-done"),
    Entry(kind="handed-in-undone", advice=NO_ADVICE),
)
