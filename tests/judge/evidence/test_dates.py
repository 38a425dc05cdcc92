"""Days, weekdays and times are the same in all the forms that people write."""

from __future__ import annotations

import time

import pytest
from story_lines import found_in

from courtside_judge.evidence import dates
from courtside_judge.evidence.dates import (
    as_task_says,
    bare_days_in,
    days_in,
    times_in,
    weekdays_in,
    without_calendar,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("14 May 2026", "2026-05-14"),
        ("May 14", "2026-05-14"),
        ("the 3rd of March", "March 3rd, 2027"),
        ("05/14/2026", "14.05.2026"),
        ("03/04/2026", "4 March 2026"),
        ("03/04/2026", "3 April 2026"),
        ("December the first", "2026-12-01"),
        ("the first of December 2026", "1 December"),
        ("the twenty-second of May", "22 May"),
        ("14/02/2017", "2017-02-14"),
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


@pytest.mark.parametrize(
    "text",
    [
        *("from 4 to 6 December", "4–6 December", "the 4th and 6th of December", "4-6 December"),
        *("December 4 to 6", "Dec 4–6, please"),
    ],
)
def test_two_days_of_one_month_are_both_said(text: str) -> None:
    assert [(day.month, day.day) for day in days_in(text)] == [(12, 4), (12, 6)]
    assert not any(map(str.isdigit, without_calendar(text)))


def test_who_writes_two_days_in_numbers_writes_both_one_way() -> None:
    (one,), (other,) = days_in("03/04/2026"), days_in("04/03/2026")
    assert not one.agrees(other)


@pytest.mark.parametrize("text", ["In December the first result", "13/32/2026", "May the force"])
def test_what_only_looks_like_a_day(text: str) -> None:
    assert not days_in(text)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Shift it to the 22nd.", [22]),
        ("Move it from the 16th to the 22nd, please.", [16, 22]),
        ("Book Friday, the 13th at noon.", [13]),
        ("It is due by the twenty-first.", [21]),
        *((f"Put it {noun}.", []) for noun in ("on the 3rd floor", "to the 2nd and 3rd result")),
        *((f"Put it {noun}.", []) for noun in ("to the 5th of the list", "on the first")),
        ("Open the 22nd.", []),
    ],
)
def test_a_day_without_its_month(text: str, days: list[int]) -> None:
    assert [day.day for day in bare_days_in(text)] == days


@pytest.mark.parametrize("text", ["she may 14 times", "version 1.2.2026x", "May I?", "12-50", ""])
def test_what_is_no_day(text: str) -> None:
    assert not days_in(text)


def test_a_day_of_the_calendar_is_a_weekday_where_that_is_known() -> None:
    assert [one.number for one in weekdays_in("Fri, 2026-05-14")] == [4, 3]
    assert not weekdays_in("14 May") and not weekdays_in("03/04/2026")
    assert not weekdays_in("2026-02-31") and not weekdays_in("the sun is out")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("3 pm", "15:00"), ("at 3:00", "15:00"), ("2:37 AM", "02:37"), ("at noon", "12:00")),
        *(("at eight in the morning", "08:00"), ("eight o'clock", "8:00"), ("8 o’clock", "8 am")),
        *(("half past nine", "09:30"), ("quarter to ten in the evening", "21:45")),
        *(("ten past nine", "9:10"), ("until midnight", "00:00"), ("8 pm", "2026-12-04T20:00")),
    ],
)
def test_a_time_agrees_with_itself_in_another_form(one: str, other: str) -> None:
    (said,), (same,) = times_in(one), times_in(other)
    assert said.agrees(same)
    assert not said.agrees(times_in("16:00")[0])


@pytest.mark.parametrize(
    ("one", "other"), [("8 am", "20:00"), ("at eight in the evening", "8 am"), ("noon", "0:00")]
)
def test_the_other_half_of_the_day_is_another_time(one: str, other: str) -> None:
    assert not times_in(one)[0].agrees(times_in(other)[0])


@pytest.mark.parametrize("text", ["5 to 6 December", "one of those", "at ſix in the morning"])
def test_what_is_no_time(text: str) -> None:
    assert not times_in(text)


def test_a_time_is_told_as_the_task_writes_it_but_not_of_another_day() -> None:
    task = "Send it on 4 December at eight in the morning."
    assert as_task_says("08:00", task) == "eight in the morning"
    assert as_task_says("2026-12-04 08:00", task) == "4 December eight in the morning"
    assert not as_task_says("2026-12-05 08:00", task)
    assert as_task_says("2026-12-22", "Shift it to the 22nd.") == "22nd"


@pytest.mark.parametrize(
    "part",
    [
        *("1", "1 ", "the ", "on the ", "first ", "twenty ", "May ", "May 1 to ", "1 to ", "1-"),
        *("one ", "quarter to ", "on the 1st and ", "0T", " ", "at "),
    ],
)
def test_a_long_text_is_read_within_a_second(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dates, "_MAX_TEXT_CHARS", 20_000)
    text = (part * 20_000)[:20_000]
    began = time.thread_time()
    for read in (days_in, bare_days_in, times_in, weekdays_in, without_calendar):
        read.__wrapped__(text)
    assert time.thread_time() - began < 1


def test_a_day_is_told_as_the_task_writes_it() -> None:
    task = "Send it on 4 December 2026, the bill on 5 December."
    assert as_task_says("2026-12-04", task) == "4 December 2026"
    assert as_task_says("2026-12-06", task) == as_task_says("Ada", task) == ""


def test_a_day_in_another_form_is_no_text_from_nowhere() -> None:
    found = found_in("Send it on 4 December 2026.", 'type "2026-12-04" into textbox "Day"')
    assert "names-undone" not in found
    other = found_in("Send it on 4 December 2026.", 'type "2026-12-05" into textbox "Day"')
    assert other["names-undone"].items == ("4", "December")
