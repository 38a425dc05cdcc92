"""Plans for what has a date: date pickers, flights, a calendar of one day."""

from __future__ import annotations

import re
from typing import Any

from courtside.demo.moves import Move, Solver, click, exact, fill, submit
from courtside_store.geometry import Point

from .forms import picked

FIELD = "#datepicker"
_LAST_MONTH = 12
"""The pages know 2016 only, and open at its end where no date is set."""
_PICKER = """() => {
  const picker = $("#datepicker").data("datepicker");
  const open = picker.dpDiv.is(":visible");
  const value = document.querySelector("#datepicker").value;
  return [open, open ? picker.drawMonth + 1 : 0, value];
}"""


async def choose_date(page: Any, task: str) -> list[Move]:
    return [*await _date(page, re.findall(r"\d\d/\d\d/\d{4}", task)[0]), submit()]


async def _date(page: Any, date: str) -> list[Move]:
    """Leafs through the months, the picker open."""
    opened, shown, value = await page.evaluate(_PICKER)
    if value == date:
        return []
    month, day = int(date[:2]), int(date[3:5])
    moves = [] if opened else [Move("click", FIELD, note="I open the calendar.")]
    shown = shown or (int(value[:2]) if value else _LAST_MONTH)
    turn = ".ui-datepicker-prev" if month < shown else ".ui-datepicker-next"
    moves += [Move("click", turn, note="Another month.")] * abs(shown - month)
    dates = ".ui-datepicker-calendar a"
    return [*moves, click(exact(dates, str(day)), exact(dates, str(day - 1 if day > 1 else 2)))]


_FLIGHT = """(date) => {
  const value = (where) => document.querySelector(where).value;
  const values = again(() => {
    for (let n = 0; n < 6; n++) Math.random();
    return generateFlights("", "", date).map((found) => [found.price, found.duration]);
  });
  return {cities: DOMESTIC_FLIGHTS, values, results: $("#results").is(":visible"),
    from: value("#flight-from"), to: value("#flight-to"), date: value("#datepicker")};
}"""
"""What is set, and price and duration of each flight that a right search will find.

The page draws two cities, a name for each, the date and the wish before it draws the flights.
"""


async def flight(page: Any, task: str) -> list[Move]:
    asked = r"the (\w+) one-way flight from: (.+) to: (.+) on ([\d/]+)"
    wish, start, end, date = re.findall(asked, task)[0]
    seen = await page.evaluate(_FLIGHT, date)
    values = [found[0 if wish == "cheapest" else 1] for found in seen["values"]]
    buttons = "#results .flight-price >> nth={}"
    best, worst = values.index(min(values)), values.index(max(values))
    book = click(buttons.format(best), buttons.format(worst))
    cities = seen["cities"]
    unset = [
        (field, name)
        for field, name in (("from", start), ("to", end))
        if name not in seen[field] or seen[field] not in cities
    ]
    if seen["results"] and not unset and seen["date"] == date:
        return [book]
    moves = [Move("click", "#menu-back", note="I search again.")] if seen["results"] else []
    for field, name in unset:
        city = next(city for city in cities if name in city)
        moves += await picked(page, f"#flight-{field}", name, city)
    return [*moves, *await _date(page, date), Move("click", "#search", note="I search."), book]


_FREE = """([from, to, length]) => {
  const taken = [...document.querySelectorAll(".event:not(#newEvent)")].map((event) => {
    const first = Math.round((parseFloat(event.style.top) - 4) / 20.42);
    return [first, first + Number(event.dataset.duration)];
  });
  for (let start = from; start + length <= to; start++)
    if (taken.every(([a, b]) => b <= start || a >= start + length)) return start;
  return null;
}"""
_CREATED = """() => {
  const event = document.querySelector("#newEvent");
  return event && [Number(event.dataset.start), Number(event.dataset.end)];
}"""
_CELL_PX = 20.42
"""Half an hour's height."""


async def calendar(page: Any, task: str) -> list[Move]:
    """Drags over the free time, then names what was created."""
    number, unit, name = re.findall(r"a ([\d.]+) (\w+) event named \"(.+)\"", task)[0]
    length = round(float(number) * 2 if unit.startswith("hour") else float(number) / 30)
    first = {"8AM": 16, "12PM": 24, "4PM": 32}[re.findall(r"between (\w+)", task)[0]]
    created = await page.evaluate(_CREATED)
    named = [fill("#event-name", name), Move("click", "#controls .create", submits=True)]
    if created:
        start, end = created
        if first <= start and end <= first + 8 and end - start == length:
            return named
    start = await page.evaluate(_FREE, [first, first + 8, length])
    if start is None:
        raise ValueError(f"no {length} free half hours in a row for {task!r}")
    drag = Move(
        "drag",
        f"#hh-{start}",
        wrong=Move("drag", f"#hh-{start}", at=_down(length + 1)),
        at=_down(length),
        note="I drag over the time.",
    )
    again = [Move("click", "#controls .cancel", note="Not that long.")] if created else []
    return [*again, drag, *named]


def _down(cells: int) -> tuple[Point, ...]:
    return Point(30, 8), Point(30, 12), Point(30, 10 + _CELL_PX * (cells - 1))


DATES: dict[str, Solver] = {
    "choose-date": choose_date,
    "choose-date-easy": choose_date,
    "choose-date-medium": choose_date,
    "choose-date-nodelay": choose_date,
    "book-flight": flight,
    "book-flight-nodelay": flight,
    "daily-calendar": calendar,
}
