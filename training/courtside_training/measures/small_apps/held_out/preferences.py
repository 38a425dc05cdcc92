"""A settings page: one form, boxes without a name of their own beside their labels."""

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

BOXES = {
    "reminders": "E-mail reminders",
    "newsletter": "E-mail newsletter",
    "sounds": "Sounds in the browser",
    "tips": "Tips for beginners",
}
LISTS = {
    "language": ("English", "Polish", "Portuguese"),
    "zone": ("London", "Lisbon", "Warsaw"),
}
SEEN_BY = ("Everybody", "Friends", "Nobody")


def page(state: State, path: str) -> str:
    """The form, and a word where it was stored."""
    boxes = "".join(
        f"<tr><td>{label}<td><input type=checkbox name={name} {'checked' * state[name]}>"
        for name, label in BOXES.items()
    )
    lists = "".join(
        f"<p><label>{name.title()} <select name={name}>"
        + "".join(f"<option {'selected' * (one == state[name])}>{one}" for one in options)
        + "</select></label>"
        for name, options in LISTS.items()
    )
    seen = "".join(
        f"<label><input type=radio name=seen value={one} {'checked' * (one == state['seen'])}>"
        f" {one}</label> "
        for one in SEEN_BY
    )
    stored = "<p role=status>Preferences stored</p>" if path == "/stored" else ""
    return document(
        "Preferences",
        f"<h1>Preferences</h1>{stored}<form method=post action=/store>"
        f"<p><label>Display name <input name=name value='{escape(state['name'])}'></label>"
        f"<p><label>Signature <input name=signature value='{escape(state['signature'])}'></label>"
        f"<table>{boxes}</table>{lists}<fieldset><legend>Who sees my profile</legend>{seen}"
        "</fieldset><p><button>Store</button> <button type=reset>Reset</button></form>",
    )


def change(state: State, path: str, form: Form) -> str:
    """Stores the form."""
    state.update({name: name in form for name in BOXES})
    state.update({name: form[name] for name in ("name", "signature", "seen", *LISTS)})
    return "/stored"


def box(name: str) -> Any:
    return click(f"[name={name}]")


STORE = click("button:text-is('Store')")
NORA = fill("[name=name]", "Dr. Nora Lind")
PORTUGUESE, LISBON = choose("[name=language]", "Portuguese"), choose("[name=zone]", "Lisbon")
FRIENDS = click("label:has-text('Friends')")
LOOK = press("[name=name]", "Tab")
PREFERENCES = App(
    name="preferences",
    start={
        **{"reminders": True, "newsletter": True, "sounds": True, "tips": False},
        **{"language": "English", "zone": "London", "seen": "Everybody"},
        **{"name": "nora", "signature": ""},
    },
    page=page,
    change=change,
    tasks=(
        Task(
            "I don't want to be reminded by e-mail any more",
            change=lambda state: state.update(reminders=False),
            ways=(
                way("straight", box("reminders"), STORE),
                way("detour", box("newsletter"), box("newsletter"), box("reminders"), STORE),
                way("wrong item", box("newsletter"), STORE),
                way("not saved", box("reminders")),
                way("undone", box("reminders"), STORE, box("reminders"), STORE),
                way("too much", box("reminders"), box("newsletter"), STORE),
            ),
        ),
        Task(
            "Switch the language to Portuguese and the time zone to Lisbon",
            change=lambda state: state.update(language="Portuguese", zone="Lisbon"),
            ways=(
                way("straight", PORTUGUESE, LISBON, STORE),
                way("detour", choose("[name=language]", "Polish"), PORTUGUESE, LISBON, STORE),
                way("wrong item", choose("[name=language]", "Polish"), LISBON, STORE),
                way("in part", PORTUGUESE, STORE),
                way("not saved", PORTUGUESE, LISBON),
                way("undone", PORTUGUESE, LISBON, click("text=Reset"), STORE),
            ),
        ),
        Task(
            'My name should be shown as "Dr. Nora Lind"',
            change=lambda state: state.update(name="Dr. Nora Lind"),
            ways=(
                way("straight", NORA, STORE),
                way("detour", fill("[name=name]", "Nora Lind"), STORE, NORA, STORE),
                way("typo", fill("[name=name]", "Dr. Nora Lnd"), STORE),
                way("other field", fill("[name=signature]", "Dr. Nora Lind"), STORE),
                way("not saved", NORA, click("text=Reset")),
                way("claim only", LOOK, STORE),
            ),
        ),
        Task(
            "Only my friends should be able to look at my profile",
            change=lambda state: state.update(seen="Friends"),
            ways=(
                way("straight", FRIENDS, STORE),
                way("detour", click("label:has-text('Nobody')"), FRIENDS, STORE),
                way("wrong item", click("label:has-text('Nobody')"), STORE),
                way("not saved", FRIENDS),
                way("claim only", LOOK, STORE),
            ),
        ),
    ),
)
