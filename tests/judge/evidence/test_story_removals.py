"""What was taken away, where the task wants that and where it does not."""

from __future__ import annotations

import pytest
from story_lines import SENT, found_in


def test_something_taken_away_that_nobody_wanted_taken_away() -> None:
    delete = f'click button "Delete Call Ana" | {SENT} | gone: Call Ana'
    assert found_in('Mark "Call Ana" as done.', delete)["removed-unasked"].what == "Delete Call Ana"
    own = 'click button "Delete" | gone: Call Ana'
    assert "removed-unasked" in found_in('Mark "Call Ana" as done.', own)


@pytest.mark.parametrize(
    "task",
    [
        "Delete the task Call Ana.",
        "We have sold the mower; it should not show up here any more.",
        "Strike Carlo's words from the door.",
        "Call Ana is no longer needed.",
        "Move the page to the archive.",
        "Unfollow Ana.",
        "Press the Delete button.",
        "Kick Tom from the team.",
        "Stop sharing with Tom.",
        "Close all tabs but the first.",
        "Change my profile photo.",
        "I want one mug and nothing else in the basket.",
        "End my subscription.",
        "Search for red shoes.",
        "Merge the two contacts.",
    ],
)
def test_a_task_that_may_mean_a_removal_in_other_words(task: str) -> None:
    assert "removed-unasked" not in found_in(task, 'click button "Delete" | gone: Call Ana')


def test_another_thing_of_a_like_name_may_stay() -> None:
    line = f'click button "Drop" | {SENT} | gone: Wax 2L'
    task = 'We no longer sell "Wax 2L", get rid of it.'
    assert "removal-in-view" not in found_in(task, line, shows="Wax 1L, Drop")
    assert "removal-in-view" in found_in(task, line, shows="Wax 2L, Drop")


def test_what_is_to_be_taken_away_went_or_still_stands_there() -> None:
    task = "Remove the Codeine allergy."
    wrong = found_in(task, f"click | {SENT} | gone: Penicillin", shows="Codeine, Latex")
    assert wrong["removal-in-view"].topic == "Codeine" and "removal-gone" not in wrong
    right = found_in(task, f"click | {SENT} | gone: Codeine", shows="Latex")
    assert right["removal-gone"].what == "Codeine" and "removal-in-view" not in right
    assert "removal-in-view" not in found_in("Add the Codeine allergy.", "click", shows="Codeine")


def test_what_only_got_another_word_behind_it_was_not_taken_away() -> None:
    task = 'Delete "Call Ana" from the list.'
    done = f'click button "Done" | {SENT} | new: Call Ana (done) | gone: Call Ana'
    wrong = found_in(task, done, shows="Call Ana (done), Buy milk")
    assert "removal-gone" not in wrong and "removal-in-view" in wrong
    assert found_in(task, done, shows="Call Anatol, Buy milk")["removal-gone"].what == "Call Ana"
    stands = f'click button "Done" | {SENT} | gone: Call Ana!'
    assert "removal-gone" not in found_in(task, stands, shows="Call Ana!, Buy milk")


def test_what_an_app_that_sends_nothing_takes_away() -> None:
    task = "Take the candles out of the basket."
    gone = 'click button "x" | gone: 2 Candles, Total 20'
    assert found_in(task, gone, shows="Tea, Candles")["removal-gone"].what == "2 Candles"
    assert "removal-gone" not in found_in(task, gone, shows="2 Candles")
    assert "removal-gone" not in found_in(task, 'click button "x" | gone: Candle holder')
    assert "removal-gone" not in found_in(task, 'click link "Tea" | at Tea | gone: 2 Candles')
    button = f'click button "Delete" | {SENT} | gone: Remove candles'
    assert "removal-gone" not in found_in(task, button)


def test_what_the_server_was_told_to_delete_is_taken_away_whatever_the_press_is_called() -> None:
    cancel = 'click button "Cancel" | sent DELETE /api/orders/*: 200 in 20 ms'
    assert found_in("Order two roses.", cancel)["removed-unasked"].what == "Cancel"
    assert "removed-unasked" not in found_in("Cancel the order of Ada.", cancel)
    refused = 'click button "Cancel" | sent DELETE /api/orders/*: 403 in 20 ms'
    assert "removed-unasked" not in found_in("Order two roses.", refused)
