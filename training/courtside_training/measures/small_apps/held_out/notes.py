"""Notes with a search: a list, an editor, a button in each row."""

from __future__ import annotations

import json
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

BODY = """<h1>Notes</h1><input id=query type=search placeholder="Search notes"><ul id=list></ul>
<section id=editor hidden><h2 id=title></h2><textarea id=text aria-label="Text of the note" rows=6
cols=50></textarea><p><button id=keep>Keep</button> <button id=shut>Discard</button></section>
<p id=bin hidden><span></span> <button id=back>Put back</button></p>"""
SCRIPT = """let state = START, open = null, gone = null;
const send = () => fetch('/state', {method: 'PUT',
  body: new URLSearchParams({state: JSON.stringify(state)})});
const button = (name, does) => { const one = document.createElement('button');
  one.textContent = name; one.onclick = does; return one; };
const show = () => { const word = query.value.toLowerCase();
  list.replaceChildren(...state.notes.filter(n => (n.title + n.text).toLowerCase().includes(word))
    .map(n => { const line = document.createElement('li');
      const link = document.createElement('a'); link.href = '#'; link.textContent = n.title;
      link.onclick = () => { open = n; title.textContent = n.title; text.value = n.text;
        editor.hidden = false; return false; };
      line.append(n.pinned ? '\u2605 ' : '', link, ' ',
        button(n.pinned ? 'Unpin' : 'Pin', () => { n.pinned = !n.pinned; send(); show(); }), ' ',
        button('Bin', () => { gone = n; state.notes = state.notes.filter(o => o !== n); send();
          bin.hidden = false; bin.firstChild.textContent = n.title + ' is in the bin'; show(); }));
      return line; })); };
query.oninput = show;
keep.onclick = () => { open.text = text.value; send(); editor.hidden = true; show(); };
shut.onclick = () => { editor.hidden = true; };
back.onclick = () => { state.notes.push(gone); send(); bin.hidden = true; show(); };
show();"""


def page(state: State, path: str) -> str:
    """The one page."""
    return document("Notes", BODY, SCRIPT.replace("START", json.dumps(state)))


def change(state: State, path: str, form: Form) -> str:
    """The whole state, as the page has it."""
    state.clear()
    state.update(json.loads(form["state"]))
    return ""


def note(title: str, text: str = "") -> dict[str, Any]:
    return {"title": title, "text": text, "pinned": False}


def in_row(title: str, name: str) -> Any:
    return click(f"li:has(a:text-is('{title}')) >> button:text-is('{name}')")


def opened(title: str) -> Any:
    return click(f"a:text-is('{title}')")


KEEP, LOOK = click("#keep"), press("#query", "Tab")
TULIP = fill("#text", "tulip-77")
NOTES = App(
    name="notes",
    start={
        "notes": [
            note("Boiler service", "Ask for the yearly check"),
            note("Trip", "Berlin in May, then Prague"),
            note("Guests"),
            note("Old recipes", "Plum cake"),
            note("Recipes", "Soup as in Berlin"),
            note("Gifts", "Poster of Berlin for Max"),
            note("Garden", "Ask the guests to water it"),
        ]
    },
    page=page,
    change=change,
    tasks=(
        Task(
            "Keep the note about the boiler on top by pinning it",
            change=lambda state: state["notes"][0].update(pinned=True),
            ways=(
                way("straight", in_row("Boiler service", "Pin")),
                way("detour", fill("#query", "boiler"), in_row("Boiler service", "Pin")),
                way("wrong item", in_row("Garden", "Pin")),
                way("undone", in_row("Boiler service", "Pin"), in_row("Boiler service", "Unpin")),
                way("claim only", fill("#query", "boiler")),
            ),
        ),
        Task(
            'Write the password "tulip-77" into the empty note called Guests',
            change=lambda state: state["notes"][2].update(text="tulip-77"),
            ways=(
                way("straight", opened("Guests"), TULIP, KEEP),
                way("detour", opened("Garden"), click("#shut"), opened("Guests"), TULIP, KEEP),
                way("wrong item", opened("Garden"), TULIP, KEEP),
                way("typo", opened("Guests"), fill("#text", "tulip-17"), KEEP),
                way("not saved", opened("Guests"), TULIP, click("#shut")),
                way("other field", opened("Guests"), fill("#query", "tulip-77"), KEEP),
            ),
        ),
        Task(
            "Throw away the note named Old recipes",
            change=lambda state: state["notes"].pop(3),
            ways=(
                way("straight", in_row("Old recipes", "Bin")),
                way("detour", opened("Old recipes"), click("#shut"), in_row("Old recipes", "Bin")),
                way("wrong item", in_row("Recipes", "Bin")),
                way("undone", in_row("Old recipes", "Bin"), click("#back")),
                way("too much", in_row("Old recipes", "Bin"), in_row("Recipes", "Bin")),
                way("claim only", opened("Old recipes"), click("#shut")),
            ),
        ),
        Task(
            "How many notes mention Berlin?",
            answer="3",
            ways=(
                way("straight", fill("#query", "Berlin"), answer="3"),
                way("detour", opened("Trip"), fill("#query", "Berlin"), answer="There are 3."),
                way("miscounted", fill("#query", "Berlin"), answer="2"),
                way("guessed", opened("Trip"), answer="1"),
            ),
        ),
    ),
)
