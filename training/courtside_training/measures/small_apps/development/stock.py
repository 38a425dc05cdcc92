"""A stock table with counts: a field and buttons in each row, and requests behind the page."""

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

BODY = """<h1>Storeroom</h1><table><thead><tr><th>Product<th>Count<th></thead>
<tbody id=rows></tbody></table><p id=said role=status></p>"""
SCRIPT = """const state = START;
const send = (path, fields) => fetch(path, {method: 'POST', body: new URLSearchParams(fields)});
const button = (name, does) => { const one = document.createElement('button');
  one.textContent = name; one.onclick = does; return one; };
const show = () => rows.replaceChildren(...Object.entries(state).map(([name, count]) => {
  const row = document.createElement('tr'); row.innerHTML = `<td>${name}<td><td>`;
  const field = document.createElement('input'); field.type = 'number'; field.value = count;
  row.children[1].append(field);
  const set = async number => { await send('/set', {name, number}); state[name] = number; show(); };
  row.lastChild.append(button('+', () => set(state[name] + 1)),
    button('\u2212', () => set(state[name] - 1)),
    button('Set', async () => { await set(+field.value); said.textContent = 'Count stored'; }),
    button('Drop', async () => { await send('/drop', {name}); delete state[name]; show(); }));
  return row; }));
show();"""


def page(state: State, path: str) -> str:
    """The one page."""
    return document("Storeroom", BODY, SCRIPT.replace("START", json.dumps(state)))


def change(state: State, path: str, form: Form) -> str:
    """A new count, or a product less."""
    if path == "/drop":
        del state[form["name"]]
    else:
        state[form["name"]] = int(form["number"])
    return ""


def in_row(name: str, button: str) -> Any:
    return click(f"tr:has(td:text-is('{name}')) >> button:text-is('{button}')")


def typed(name: str, number: str) -> Any:
    return fill(f"tr:has(td:text-is('{name}')) >> input", number)


LOOK = press("input >> nth=0", "Tab")
NAILS = in_row("Box of nails", "+")
STOCK = App(
    name="stock",
    start={
        **{"Blue paint": 3, "Blue pen": 40, "Box of nails": 7, "Box of screws": 0},
        **{"Wax 1L": 5, "Wax 2L": 2, "Ladder": 0},
    },
    page=page,
    change=change,
    tasks=(
        Task(
            "We counted 12 cans of blue paint, correct the number",
            change=lambda state: state.update({"Blue paint": 12}),
            ways=(
                way("straight", typed("Blue paint", "12"), in_row("Blue paint", "Set")),
                way("detour", typed("Blue paint", "2"), typed("Blue paint", "12"),
                    in_row("Blue paint", "Set")),
                way("wrong item", typed("Blue pen", "12"), in_row("Blue pen", "Set")),
                way("typo", typed("Blue paint", "21"), in_row("Blue paint", "Set")),
                way("not saved", typed("Blue paint", "12")),
                way("other row", typed("Blue paint", "12"), in_row("Blue pen", "Set")),
            ),
        ),
        Task(
            "One more box of nails has arrived, count it in",
            change=lambda state: state.update({"Box of nails": 8}),
            ways=(
                way("straight", NAILS),
                way("detour", NAILS, NAILS, in_row("Box of nails", "\u2212")),
                way("wrong item", in_row("Box of screws", "+")),
                way("twice", NAILS, NAILS),
                way("other operation", in_row("Box of nails", "\u2212")),
                way("claim only", LOOK),
            ),
        ),
        Task(
            'We no longer sell "Wax 2L", get rid of it',
            change=lambda state: state.pop("Wax 2L"),
            ways=(
                way("straight", in_row("Wax 2L", "Drop")),
                way("detour", LOOK, in_row("Wax 2L", "Drop")),
                way("wrong item", in_row("Wax 1L", "Drop")),
                way("too much", in_row("Wax 2L", "Drop"), in_row("Wax 1L", "Drop")),
                way("other operation", typed("Wax 2L", "0"), in_row("Wax 2L", "Set")),
            ),
        ),
        Task(
            "How many products have run out?",
            answer="2",
            ways=(
                way("straight", LOOK, answer="2"),
                way("detour", LOOK, LOOK, answer="2 products have run out."),
                way("miscounted", LOOK, answer="3"),
                way("guessed", LOOK, answer="7"),
            ),
        ),
    ),
)  # fmt: skip
