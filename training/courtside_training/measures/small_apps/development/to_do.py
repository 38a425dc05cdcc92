"""A to-do list: server-made pages, two buttons in each row."""

from __future__ import annotations

from html import escape
from typing import Any

from courtside_training.measures.small_apps.app import (
    App,
    Form,
    State,
    Task,
    click,
    document,
    fill,
    press,
    way,
)


def page(state: State, path: str) -> str:
    """The list and the form below it."""
    rows = "".join(
        f"<li>{'<s>' * done}{escape(text)}{'</s>' * done} "
        f"<form style='display:inline' method=post action=/done/{n}>"
        f"<button>{'Undo' if done else 'Done'}</button></form> "
        f"<form style='display:inline' method=post action=/delete/{n}>"
        f"<button aria-label='Delete {escape(text)}'>Delete</button></form></li>"
        for n, (text, done) in enumerate(state["items"])
    )
    form = "<form method=post action=/add><label>New to-do <input name=text></label> "
    return document("To-do", f"<h1>My to-do list</h1><ul>{rows}</ul>{form}<button>Add</button>")


def change(state: State, path: str, form: Form) -> str:
    """Adds, marks or deletes."""
    _, action, *rest = path.split("/")
    items = state["items"]
    if action == "add":
        items.append([form["text"], False])
    elif action == "done":
        items[int(rest[0])][1] ^= True
    else:
        del items[int(rest[0])]
    return "/"


def in_row(text: str, name: str) -> Any:
    return click(f"li:has-text('{text}') >> button:has-text('{name}')")


def added(text: str) -> Any:
    return fill("[name=text]", text), click("text=Add")


LOOK = press("[name=text]", "Tab")
MILK, MORE_MILK = in_row("Buy milk", "Done"), in_row("Buy oat milk", "Done")
DENTIST, PLUMBER = in_row("Call the dentist", "Delete"), in_row("Call the plumber", "Delete")
TO_DO = App(
    name="to-do list",
    start={
        "items": [
            *(["Buy milk", False], ["Buy oat milk", False], ["Call the dentist", False]),
            *(["Call the plumber", False], ["Water the plants", True]),
        ]
    },
    page=page,
    change=change,
    tasks=(
        Task(
            'Mark "Buy milk" as done',
            change=lambda state: state["items"][0].__setitem__(1, True),
            ways=(
                way("straight", MILK),
                way("detour", MORE_MILK, in_row("Buy oat milk", "Undo"), MILK),
                way("wrong item", in_row("Call the plumber", "Done")),
                way("undone", MILK, in_row("Buy milk", "Undo")),
                way("too much", MILK, MORE_MILK),
                way("claim only", LOOK),
            ),
        ),
        Task(
            'Put "Pay the rent" on the list',
            change=lambda state: state["items"].append(["Pay the rent", False]),
            ways=(
                way("straight", *added("Pay the rent")),
                way("detour", fill("[name=text]", "Play the rent"), *added("Pay the rent")),
                way("typo", *added("Play the rent")),
                way("twice", *added("Pay the rent"), *added("Pay the rent")),
                way("not saved", fill("[name=text]", "Pay the rent")),
                way("claim only", LOOK),
            ),
        ),
        Task(
            "Calling the dentist is off the table, drop it from my to-dos",
            change=lambda state: state["items"].pop(2),
            ways=(
                way("straight", DENTIST),
                way("detour", LOOK, DENTIST),
                way("wrong item", PLUMBER),
                way("too much", DENTIST, PLUMBER),
                way("other operation", in_row("Call the dentist", "Done")),
            ),
        ),
        Task(
            "I still have to get eggs and bread, write both down",
            change=lambda state: state["items"].extend([["Eggs", False], ["Bread", False]]),
            ways=(
                way("straight", *added("Eggs"), *added("Bread")),
                way("in part", *added("Eggs")),
                way("typo", *added("Eggs"), *added("Brad")),
                way("twice", *added("Eggs"), *added("Bread"), *added("Eggs")),
            ),
        ),
        Task(
            "How many things are still open on the list?",
            answer="4",
            ways=(
                way("straight", LOOK, answer="4"),
                way("detour", LOOK, LOOK, answer="4 things are still open."),
                way("miscounted", LOOK, answer="5"),
                way("guessed", LOOK, answer="2"),
            ),
        ),
    ),
)
