"""An address book: server-made pages, a form for each entry, a question before deleting."""

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

FIELDS = ("name", "phone", "city", "remark")
PEOPLE = [
    {"id": "1", "name": "Ivy Chen", "phone": "555-0101", "city": "Lyon", "remark": ""},
    {"id": "2", "name": "Rita Keller", "phone": "555-0117", "city": "Basel", "remark": "dentist"},
    {"id": "3", "name": "Ruth Keller", "phone": "555-0118", "city": "Zurich", "remark": ""},
    {"id": "4", "name": "Lea Brandt", "phone": "555-0190", "city": "Kiel", "remark": ""},
    {"id": "5", "name": "Leo Brandt", "phone": "555-0191", "city": "Ulm", "remark": "choir"},
]


def page(state: State, path: str) -> str:
    """The list, a form, or the question before an entry goes."""
    _, action, *rest = path.split("/")
    if action in ("edit", "new"):
        return form(found(state, rest[0]) if rest else dict.fromkeys(("id", *FIELDS), ""))
    if action == "remove":
        one = found(state, rest[0])
        body = (
            f"<h1>Remove {escape(one['name'])}?</h1><form method=post action=/remove/{one['id']}>"
        )
        return document("Remove", body + "<button>Yes, remove</button> <a href=/>No</a></form>")
    rows = "".join(
        f"<tr><td>{escape(one['name'])}<td>{one['phone']}<td>{escape(one['city'])}"
        f"<td><a href=/edit/{one['id']}>Edit</a> <a href=/remove/{one['id']}>Remove</a>"
        for one in state["people"]
    )
    head = "<tr><th>Name<th>Phone<th>City<th>"
    return document(
        "Address book",
        f"<h1>Address book</h1><table>{head}{rows}</table><p><a href=/new>New entry</a>",
    )


def form(one: dict[str, str]) -> str:
    """Of a new entry or one that is there."""
    fields = "".join(
        f"<p><label>{name.title()} <input name={name} value='{escape(one[name])}'></label>"
        for name in FIELDS
    )
    title = escape(one["name"]) or "New entry"
    body = f"<h1>{title}</h1><form method=post action=/save/{one['id'] or 'new'}>{fields}"
    return document(title, body + "<p><button>Store</button> <a href=/>Back</a></form>")


def found(state: State, number: str) -> dict[str, str]:
    """The entry with this number."""
    return next(one for one in state["people"] if one["id"] == number)


def change(state: State, path: str, form: Form) -> str:
    """Stores or removes an entry."""
    _, action, number = path.split("/")
    if action == "remove":
        state["people"].remove(found(state, number))
    elif number == "new":
        add(state, **{name: form.get(name, "") for name in FIELDS})
    else:
        found(state, number).update({name: form.get(name, "") for name in FIELDS})
    return "/"


def add(state: State, **fields: str) -> None:
    """One entry more."""
    number = str(max(int(one["id"]) for one in state["people"]) + 1)
    state["people"].append({"id": number} | dict.fromkeys(FIELDS, "") | fields)


def in_row(name: str, link: str) -> Any:
    return click(f"tr:has-text('{name}') >> text={link}")


STORE, NEW = click("button:text-is('Store')"), click("text=New entry")
YES, NO = click("text=Yes, remove"), click("text=No")
OMAR = (fill("[name=name]", "Omar Haddad"), fill("[name=phone]", "555-0142"))
BERN = fill("[name=city]", "Bern")
LOOK = press("a >> nth=0", "Tab")
ADDRESS_BOOK = App(
    name="address book",
    start={"people": PEOPLE},
    page=page,
    change=change,
    tasks=(
        Task(
            "Ruth Keller has moved to Bern. Bring her entry up to date.",
            change=lambda state: found(state, "3").update(city="Bern"),
            ways=(
                way("straight", in_row("Ruth", "Edit"), BERN, STORE),
                way(
                    "detour", in_row("Rita", "Edit"), click("text=Back"),
                    in_row("Ruth", "Edit"), BERN, STORE,
                ),
                way("wrong item", in_row("Rita", "Edit"), BERN, STORE),
                way("typo", in_row("Ruth", "Edit"), fill("[name=city]", "Brn"), STORE),
                way("not saved", in_row("Ruth", "Edit"), BERN, click("text=Back")),
                way("other field", in_row("Ruth", "Edit"), fill("[name=remark]", "Bern"), STORE),
                way("claim only", in_row("Ruth", "Edit"), click("text=Back")),
            ),
        ),
        Task(
            "I met Omar Haddad today, his number is 555-0142. Please note him down.",
            change=lambda state: add(state, name="Omar Haddad", phone="555-0142"),
            ways=(
                way("straight", NEW, *OMAR, STORE),
                way("detour", NEW, fill("[name=name]", "Omer Hadad"), *OMAR, STORE),
                way("typo", NEW, OMAR[0], fill("[name=phone]", "555-0124"), STORE),
                way("in part", NEW, OMAR[0], STORE),
                way("twice", NEW, *OMAR, STORE, NEW, *OMAR, STORE),
                way("not saved", NEW, *OMAR),
                way("other field", NEW, OMAR[0], fill("[name=remark]", "555-0142"), STORE),
            ),
        ),
        Task(
            "Leo Brandt no longer sings with us, take him out of the book.",
            change=lambda state: state["people"].pop(4),
            ways=(
                way("straight", in_row("Leo", "Remove"), YES),
                way("detour", in_row("Leo", "Edit"), click("text=Back"),
                    in_row("Leo", "Remove"), YES),
                way("wrong item", in_row("Lea", "Remove"), YES),
                way("not saved", in_row("Leo", "Remove"), NO),
                way("too much", in_row("Leo", "Remove"), YES, in_row("Lea", "Remove"), YES),
                way("claim only", LOOK),
            ),
        ),
        Task(
            "At which number can I reach Rita Keller?",
            answer="555-0117",
            ways=(
                way("straight", LOOK, answer="555-0117"),
                way("detour", in_row("Rita", "Edit"), click("text=Back"), answer="555-0117"),
                way("wrong item", LOOK, answer="555-0118"),
                way("typo", LOOK, answer="555-0171"),
                way("too much", in_row("Rita", "Edit"), BERN, STORE, answer="555-0117"),
            ),
        ),
    ),
)  # fmt: skip
