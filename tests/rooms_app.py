"""A house with rooms to hire: a table, forms with lists, buttons and days, one sent by a script."""

from __future__ import annotations

from collections.abc import Callable

from courtside_training.measures.small_apps.app import (
    App,
    Form,
    Move,
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
ROOMS = (
    ("Oak", "12", "£18.00", "2019-03-04"),
    ("Birch", "40", "£35.50", "2021-11-20"),
    ("Elm", "25", "£9.00", "2016-07-01"),
    ("Rowan", "8", "£22.00", "2023-01-15"),
)
LINKS = {"Rooms": "/", "Hire": "/hire", "Lunch": "/lunch", "Visits": "/visit", "Notice": "/notice"}
SENT_BY_SCRIPT = """f.onsubmit = async (event) => {
    event.preventDefault();
    await fetch("/notice", { method: "POST", body: new URLSearchParams(new FormData(f)) });
    s.textContent = "Saved";
};"""
DAY_CHOSEN = """for (const one of document.querySelectorAll("td button"))
    one.onclick = () => { document.querySelector("[name=date]").value = one.textContent; };"""


def field(name: str, kind: str = "text") -> str:
    return f"<p><label>{name} <input type={kind} name={name.lower()}></label>"


def options(name: str, *texts: str) -> str:
    listed = "".join(f"<option>{one}" for one in texts)
    return f"<p><label>{name} <select name={name.lower()}>{listed}</select></label>"


def form(path: str, *fields: str, button: str) -> str:
    return f"<form method=post action={path}>{''.join(fields)}<p><button>{button}</button></form>"


def page(state: State, path: str) -> str:
    links = " ".join(f"<a href={to}>{name}</a>" for name, to in LINKS.items())
    title, body, script = body_of(state, path)
    return document(title, f"<nav>{links}</nav><h1>{title}</h1>{body}", script)


def body_of(state: State, path: str) -> tuple[str, str, str]:
    match path:
        case "/hire":
            rooms = options("Room", *(name for name, *_ in ROOMS))
            fields = field("Name"), rooms, options("Day", *DAYS)
            return "Hire a room", form(path, *fields, button="Hire it"), ""
        case "/lunch":
            soups = "".join(
                f"<label><input type=radio name=soup value={one}> {one}</label>"
                for one in ("Tomato", "Lentil", "Pea")
            )
            fields = field("Name"), field("Sandwiches", "number"), options("Day", *DAYS)
            soup = f"<fieldset><legend>Soup</legend>{soups}</fieldset>"
            return "Lunch", form(path, *fields, soup, button="Order"), ""
        case "/visit":
            days = "".join(
                f"<td><button type=button>{n}</button>{'<tr>' * (n % 7 == 0)}" for n in range(1, 32)
            )
            fields = field("Visitor"), field("Day", "date"), "<input type=hidden name=date>"
            table = f"<p>May 2026<table><tr>{days}</table>"
            return "Book a visit", form(path, *fields, table, button="Book visit"), DAY_CHOSEN
        case "/notice":
            held = f"<p><label>Notice <input name=notice value='{state['notice']}'></label>"
            body = f"<form id=f>{held}<p><button>Save</button></form><p role=status id=s></p>"
            return "Notice board", body, SENT_BY_SCRIPT
        case "/done":
            return "Orders", "".join(f"<p>{', '.join(one)}" for one in state["orders"]), ""
        case _:
            rows = "".join("<tr>" + "".join(f"<td>{one}" for one in room) for room in ROOMS)
            head = "<tr><th>Room<th>Seats<th>Price per hour<th>Opened"
            return "Rooms", f"<table border=1>{head}{rows}</table>", ""


def change(state: State, path: str, form: Form) -> str:
    if path == "/notice":
        state["notice"] = form["notice"]
        return ""
    state["orders"].append([path, *form.values()])
    return "/done"


def hire(name: str = "Ada", room: str = "Oak", day: str = "Friday") -> tuple[Move, ...]:
    chosen = choose("[name=room]", room), choose("[name=day]", day)
    return click("text=Hire"), fill("[name=name]", name), *chosen, click("button")


def lunch(
    name: str = "Ada", number: str = "2", day: str = "Friday", soup: str = "Lentil"
) -> tuple[Move, ...]:
    filled = fill("[name=name]", name), fill("[name=sandwiches]", number)
    chosen = choose("[name=day]", day), ("check", f"[value={soup}]")
    return click("text=Lunch"), *filled, *chosen, click("button")


def visit(name: str, day: Move) -> tuple[Move, ...]:
    return click("text=Visits"), fill("[name=visitor]", name), day, click("text=Book visit")


def on(date: str) -> Move:
    return fill("[name=day]", date)


def on_cell(number: str) -> Move:
    return click(f"td button:text-is('{number}')")


def ordered(*values: str) -> Callable[[State], object]:
    return lambda state: state["orders"].append([*values])


LOOK = press("a >> nth=0", "Tab")
NOTICE = click("text=Notice"), fill("[name=notice]", "Open on Sunday")
ROOMS_APP = App(
    name="rooms",
    start={"orders": [], "notice": "Closed on Sunday"},
    page=page,
    change=change,
    tasks=(
        Task(
            "Which room has the most seats?",
            answer="Birch",
            ways=(
                way("straight", LOOK, answer="Birch"),
                way("wrong row", LOOK, answer="Elm"),
                way("wrong row in a sentence", LOOK, answer="The Oak room has the most seats."),
            ),
        ),
        Task(
            "What is the cheapest room?",
            answer="Elm",
            ways=(
                way("straight", LOOK, answer="Elm"),
                way("wrong row", LOOK, answer="Rowan"),
            ),
        ),
        Task(
            "Hire the Oak room for Ada on Friday",
            change=ordered("/hire", "Ada", "Oak", "Friday"),
            ways=(
                way("straight", *hire()),
                way("wrong room", *hire(room="Elm")),
                way("wrong day", *hire(day="Thursday")),
                way("wrong name", *hire(name="Tom")),
                way("sent again", *hire(), click("text=Lunch"), click("text=Rooms"), *hire()),
            ),
        ),
        Task(
            "Order two sandwiches and the lentil soup for Friday, in the name of Ada",
            change=ordered("/lunch", "Ada", "2", "Friday", "Lentil"),
            ways=(
                way("straight", *lunch()),
                way("wrong number", *lunch(number="3")),
                way("wrong soup", *lunch(soup="Pea")),
            ),
        ),
        Task(
            "Tom wants to visit us on 14 May 2026, book that for him",
            change=ordered("/visit", "Tom", "2026-05-14", ""),
            ways=(
                way("straight", *visit("Tom", on("2026-05-14"))),
                way("wrong day", *visit("Tom", on("2026-05-15"))),
            ),
        ),
        Task(
            "Please book a visit for Tom on May 14",
            change=ordered("/visit", "Tom", "", "14"),
            ways=(
                way("straight", *visit("Tom", on_cell("14"))),
                way("wrong day", *visit("Tom", on_cell("15"))),
            ),
        ),
        Task(
            "Change the notice to: Open on Sunday",
            change=lambda state: state.update(notice="Open on Sunday"),
            ways=(
                way("straight", *NOTICE, click("text=Save")),
                way("not saved", *NOTICE),
            ),
        ),
    ),
)
