"""What a phone says stands in the step after which it said it."""

from __future__ import annotations

from courtside_bridges.phone_steps import DEVICE, PhoneSteps
from courtside_bridges.recording.events import Acted, Looked, Recorded, ViewOpened
from courtside_formats.ui_trees.android import read_uiautomator
from courtside_store.records import Action, Observation

SHOWN = """<hierarchy><node class="android.widget.Button" text="Save" clickable="true"
bounds="[0,0][10,10]"/><node class="android.widget.Toast" text="Saved" bounds="[0,20][9,30]"/>
</hierarchy>"""


async def test_a_toast_is_told_once_with_the_step_whose_screen_shows_it_first() -> None:
    steps: list[Recorded] = []
    phone = PhoneSteps(steps.append)
    phone.feed(ViewOpened(view=DEVICE))
    for number, tree in enumerate(("<hierarchy/>", SHOWN, SHOWN)):
        if number:
            tap = Action(kind="tap", at_ms=number)
            phone.feed(Acted(view=DEVICE, action=tap))
        assert phone.look
        look = Observation(at_ms=number, elements=read_uiautomator(tree))
        phone.feed(Looked(ticket=phone.look.ticket, look=look))
    announced = [
        step.effects and [one.text for one in step.effects.announced or ()] for step in steps
    ]
    assert announced == [["Saved"], None]
