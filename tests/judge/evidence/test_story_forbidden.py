"""What the task forbids was pressed, or what was done was taken back at the end."""

from __future__ import annotations

import pytest
from story_lines import found_in

POST = "sent POST /pages/7/publish: 303 in 20 ms"
PAID = 'click button "Pay €29.00" | sent POST /api/checkout: 200 in 20 ms'


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("Put a ticket into my basket. Don't pay yet.", PAID),
        ("Reserve it without paying.", PAID),
        ("Write the page. Nobody outside should see it yet.", f'click button "Publish" | {POST}'),
        ("Prepare it, but do not publish it.", f'click button "Save and publish" | {POST}'),
    ],
)
def test_a_press_that_the_task_forbids(task: str, line: str) -> None:
    assert "forbidden-pressed" in found_in(task, line)


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("Put a ticket into my basket and pay.", PAID),
        ("Don't change the name. Pay for the ticket.", PAID),
        ("Put a ticket into my basket. Don't pay yet.", 'click button "Pay €29.00"'),
        ("Publish the page that nobody has seen.", f'click button "Publish" | {POST}'),
        ('Publish "Do not publish".', f'click button "Publish" | {POST}'),
    ],
)
def test_a_press_that_it_wants_or_that_nothing_came_of(task: str, line: str) -> None:
    assert "forbidden-pressed" not in found_in(task, line)


DO = f'click button "Publish" | {POST}'
UNDO = 'click button "Take it off" | sent POST /pages/7/unpublish: 303 in 20 ms'
TASK = "Put the page about the market online."


def test_what_was_done_and_taken_back_at_the_end() -> None:
    assert found_in(TASK, DO, UNDO)["undone-at-end"].step == 2
    archive = 'click button "Archive" | sent POST /a: 200 in 2 ms'
    back = 'click button "Unarchive" | sent POST /b: 200 in 2 ms'
    assert "undone-at-end" in found_in(TASK, archive, back)


@pytest.mark.parametrize("lines", [(DO,), (UNDO,), (DO, UNDO, DO), (UNDO, DO)])
def test_what_stands_at_the_end(lines: tuple[str, ...]) -> None:
    assert "undone-at-end" not in found_in(TASK, *lines)
    assert "undone-at-end" not in found_in("Publish it, look at it, unpublish it.", *lines)
