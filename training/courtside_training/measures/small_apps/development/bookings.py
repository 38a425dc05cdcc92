"""A booking calendar: a page of days and rooms, and a form for each booking."""

from __future__ import annotations

from html import escape
from typing import Any

from courtside_training.measures.small_apps.app import (
    App,
    Form,
    State,
    Task,
    choose,
    click,
    document,
    fill,
    press,
    way,
)

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
ROOMS = ("Small room", "Hall")


def page(state: State, path: str) -> str:
    """The week, or the form of a booking."""
    _, action, *rest = path.split("/")
    if action == "edit":
        return form(state["bookings"][int(rest[0])], f"/change/{rest[0]}", "Save changes")
    if action == "book":
        return form(["", rest[0], rest[1].replace("-", " "), "10:00"], "/add", "Reserve")
    rows = "".join(
        f"<tr><th>{day}" + "".join(f"<td>{cell(state, day, room)}" for room in ROOMS)
        for day in DAYS
    )
    head = "<tr><th>" + "".join(f"<th>{room}" for room in ROOMS)
    return document("Bookings", f"<h1>This week</h1><table border=1>{head}{rows}</table>")


def cell(state: State, day: str, room: str) -> str:
    """Who has the room, or a link to book it."""
    for n, (name, *when, time) in enumerate(state["bookings"]):
        if when == [day, room]:
            return (
                f"{escape(name)} {time} <a href=/edit/{n}>Change</a> "
                f"<form style='display:inline' method=post action=/cancel/{n}>"
                "<button>Cancel</button></form>"
            )
    return f"<a href=/book/{day}/{room.replace(' ', '-')}>Book</a>"


def form(booking: list[str], action: str, button: str) -> str:
    """Of one booking."""
    name, day, room, time = booking
    options = "".join(f"<option {'selected' * (one == day)}>{one}" for one in DAYS)
    return document(
        "Booking",
        f"<h1>Booking</h1><form method=post action={action}>"
        f"<p><label>Name <input name=name value='{escape(name)}'></label>"
        f"<p><label>Time <input name=time value='{time}'></label>"
        f"<p><label>Day <select name=day>{options}</select></label>"
        f"<input type=hidden name=room value='{room}'><p>{room}"
        f"<p><button>{button}</button> <a href=/>Week</a></form>",
    )


def change(state: State, path: str, form: Form) -> str:
    """Adds, changes or cancels a booking."""
    _, action, *rest = path.split("/")
    given = [form.get(one, "") for one in ("name", "day", "room", "time")]
    if action == "add":
        state["bookings"].append(given)
    elif action == "change":
        state["bookings"][int(rest[0])] = given
    else:
        del state["bookings"][int(rest[0])]
    return "/"


def at(day: str, what: str, nth: int = 0) -> Any:
    return click(f"tr:has-text('{day}') >> text={what} >> nth={nth}")


RESERVE, SAVE = click("text=Reserve"), click("text=Save changes")
NINA = fill("[name=name]", "Nina")
LOOK = press("a >> nth=0", "Tab")
BOOKINGS = App(
    name="bookings",
    start={
        "bookings": [
            ["Kim", "Monday", "Small room", "09:00"],
            ["Tom", "Wednesday", "Small room", "14:00"],
            ["Tim", "Wednesday", "Hall", "15:00"],
            ["Ada", "Friday", "Hall", "11:30"],
            ["Zoe", "Friday", "Small room", "16:00"],
        ]
    },
    page=page,
    change=change,
    tasks=(
        Task(
            "Nina needs the small room on Tuesday at 10:00, please reserve it for her",
            change=lambda state: state["bookings"].append(
                ["Nina", "Tuesday", "Small room", "10:00"]
            ),
            ways=(
                way("straight", at("Tuesday", "Book"), NINA, RESERVE),
                way("detour", at("Thursday", "Book"), click("text=Week"), at("Tuesday", "Book"),
                    NINA, RESERVE),
                way("wrong item", at("Thursday", "Book"), NINA, RESERVE),
                way("other room", at("Tuesday", "Book", 1), NINA, RESERVE),
                way("typo", at("Tuesday", "Book"), fill("[name=name]", "Nia"), RESERVE),
                way("not saved", at("Tuesday", "Book"), NINA, click("text=Week")),
                way("in part", at("Tuesday", "Book"), RESERVE),
            ),
        ),
        Task(
            "Tom is ill, call off his booking",
            change=lambda state: state["bookings"].pop(1),
            ways=(
                way("straight", at("Wednesday", "Cancel")),
                way("detour", at("Wednesday", "Change"), click("text=Week"),
                    at("Wednesday", "Cancel")),
                way("wrong item", at("Wednesday", "Cancel", 1)),
                way("other item", at("Monday", "Cancel")),
                way("too much", at("Wednesday", "Cancel"), at("Wednesday", "Cancel")),
                way("claim only", LOOK),
            ),
        ),
        Task(
            "Shift Kim's appointment from Monday to Thursday",
            change=lambda state: state["bookings"].__setitem__(
                0, ["Kim", "Thursday", "Small room", "09:00"]
            ),
            ways=(
                way("straight", at("Monday", "Change"), choose("[name=day]", "Thursday"), SAVE),
                way("detour", at("Monday", "Change"), choose("[name=day]", "Tuesday"),
                    choose("[name=day]", "Thursday"), SAVE),
                way("wrong item", at("Friday", "Change"), choose("[name=day]", "Thursday"), SAVE),
                way("wrong value", at("Monday", "Change"), choose("[name=day]", "Tuesday"), SAVE),
                way("not saved", at("Monday", "Change"), choose("[name=day]", "Thursday"),
                    click("text=Week")),
                way("other field", at("Monday", "Change"), fill("[name=time]", "Thursday"), SAVE),
            ),
        ),
        Task(
            "Who has the hall on Friday?",
            answer="Ada",
            ways=(
                way("straight", LOOK, answer="Ada"),
                way("detour", at("Friday", "Change", 1), click("text=Week"), answer="Ada"),
                way("wrong item", LOOK, answer="Zoe"),
                way("too much", at("Friday", "Cancel"), answer="Ada"),
            ),
        ),
    ),
)  # fmt: skip
