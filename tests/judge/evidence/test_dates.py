"""Days, weekdays and times are the same in all the forms that people write."""

from __future__ import annotations

import pytest
from story_lines import found_in

from courtside_judge.evidence.dates import as_task_says, days_in, times_in, weekdays_in


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("14 May 2026", "2026-05-14"),
        ("May 14", "2026-05-14"),
        ("the 3rd of March", "March 3rd, 2027"),
        ("05/14/2026", "14.05.2026"),
        ("03/04/2026", "4 March 2026"),
        ("03/04/2026", "3 April 2026"),
        ("Meeting of 7 Sept. 2026", "2026-09-07T10:00"),
    ],
)
def test_a_day_agrees_with_itself_in_another_form(one: str, other: str) -> None:
    (day,), (same,) = days_in(one), days_in(other)
    assert day.agrees(same) and same.agrees(day)


@pytest.mark.parametrize(
    ("one", "other"),
    [("14 May 2026", "2026-05-15"), ("May 14, 2025", "2026-05-14"), ("14 May", "14 March")],
)
def test_another_day_does_not(one: str, other: str) -> None:
    assert not days_in(one)[0].agrees(days_in(other)[0])


@pytest.mark.parametrize("text", ["she may 14 times", "version 1.2.2026x", "May I?", "12-50", ""])
def test_what_is_no_day(text: str) -> None:
    assert not days_in(text)


def test_a_day_of_the_calendar_is_a_weekday_where_that_is_known() -> None:
    assert [one.number for one in weekdays_in("Fri, 2026-05-14")] == [4, 3]
    assert not weekdays_in("14 May") and not weekdays_in("03/04/2026")
    assert not weekdays_in("2026-02-31") and not weekdays_in("the sun is out")


@pytest.mark.parametrize(
    ("one", "other"), [("3 pm", "15:00"), ("at 3:00", "15:00"), ("2:37 AM", "02:37")]
)
def test_a_time_agrees_with_itself_in_another_form(one: str, other: str) -> None:
    (time,), (same,) = times_in(one), times_in(other)
    assert time.agrees(same)
    assert not time.agrees(times_in("16:00")[0])


def test_a_day_is_told_as_the_task_writes_it() -> None:
    task = "Send it on 4 December 2026, the bill on 5 December."
    assert as_task_says("2026-12-04", task) == "4 December 2026"
    assert as_task_says("2026-12-06", task) == as_task_says("Ada", task) == ""


def test_a_day_in_another_form_is_no_text_from_nowhere() -> None:
    found = found_in("Send it on 4 December 2026.", 'type "2026-12-04" into textbox "Day"')
    assert "names-undone" not in found
    other = found_in("Send it on 4 December 2026.", 'type "2026-12-05" into textbox "Day"')
    assert other["names-undone"].items == ("4", "December")
