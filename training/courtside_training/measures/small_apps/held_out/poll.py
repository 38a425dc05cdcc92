"""A poll: one page that changes itself, and sends what it does as JSON."""

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

BODY = """<h1>Where do we eat on Friday?</h1><div id=options></div>
<button id=vote>Cast vote</button> <span id=thanks role=status></span>
<h2>Suggestion</h2><input id=idea placeholder="Another place"> <button id=suggest>Suggest</button>
<h2>Remark</h2><textarea id=remark aria-label="Your remark"></textarea>
<button id=tell>Post</button>
<ul id=remarks></ul>"""
SCRIPT = """let state = START;
const show = () => {
  options.replaceChildren(...Object.entries(state.votes).map(([name, count]) => {
    const line = document.createElement('p');
    line.innerHTML = `<label><input type=radio name=place value="${name}"> ${name}</label>
      <b>${count}</b>`;
    return line; }));
  remarks.replaceChildren(...state.remarks.map(text => {
    const line = document.createElement('li'); line.textContent = text; return line; })); };
const send = async (path, text) => { await fetch(path, {method: 'POST',
  body: new URLSearchParams({text})}); };
vote.onclick = async () => { const one = document.querySelector('input[name=place]:checked');
  if (!one) return; await send('/vote', one.value); state.votes[one.value]++; show();
  thanks.textContent = 'Thanks for voting'; };
suggest.onclick = async () => { await send('/suggest', idea.value);
  state.votes[idea.value] = 0; idea.value = ''; show(); };
tell.onclick = async () => { await send('/remark', remark.value);
  state.remarks.push(remark.value); remark.value = ''; show(); };
show();"""


def page(state: State, path: str) -> str:
    """The one page."""
    return document("Poll", BODY, SCRIPT.replace("START", json.dumps(state)))


def change(state: State, path: str, form: Form) -> str:
    """A vote, a suggestion, or a remark."""
    text = form.get("text", "")
    if path == "/remark":
        state["remarks"].append(text)
    elif path == "/suggest":
        state["votes"][text] = 0
    else:
        state["votes"][text] += 1
    return ""


def at(name: str) -> Any:
    return click(f"label:has-text('{name}')")


VOTE, SUGGEST, POST = click("#vote"), click("#suggest"), click("#tell")
LOOK = press("#idea", "Tab")
NUTS = fill("#remark", "No nuts please")
POLL = App(
    name="poll",
    start={
        "votes": {"Thai Garden": 3, "Luigi": 7, "Sushi Bar": 4, "Thai Palace": 0},
        "remarks": ["I can drive"],
    },
    page=page,
    change=change,
    tasks=(
        Task(
            "Give my voice to Thai Garden in the poll",
            change=lambda state: state["votes"].update({"Thai Garden": 4}),
            ways=(
                way("straight", at("Thai Garden"), VOTE),
                way("detour", at("Luigi"), at("Thai Garden"), VOTE),
                way("wrong item", at("Thai Palace"), VOTE),
                way("twice", at("Thai Garden"), VOTE, at("Thai Garden"), VOTE),
                way("not saved", at("Thai Garden")),
                way("too much", at("Thai Garden"), VOTE, at("Luigi"), VOTE),
            ),
        ),
        Task(
            'Propose "Falafel House" as one more place to eat',
            change=lambda state: state["votes"].update({"Falafel House": 0}),
            ways=(
                way("straight", fill("#idea", "Falafel House"), SUGGEST),
                way("detour", fill("#idea", "Falafl"), fill("#idea", "Falafel House"), SUGGEST),
                way("typo", fill("#idea", "Falafel Hose"), SUGGEST),
                way("not saved", fill("#idea", "Falafel House")),
                way("other field", fill("#remark", "Falafel House"), POST),
                way("claim only", LOOK),
            ),
        ),
        Task(
            'Let the others know: "No nuts please"',
            change=lambda state: state["remarks"].append("No nuts please"),
            ways=(
                way("straight", NUTS, POST),
                way("detour", at("Luigi"), NUTS, POST),
                way("typo", fill("#remark", "No nut please"), POST),
                way("twice", NUTS, POST, NUTS, POST),
                way("other field", fill("#idea", "No nuts please"), SUGGEST),
                way("not saved", NUTS),
            ),
        ),
        Task(
            "Which place is in the lead?",
            answer="Luigi",
            ways=(
                way("straight", LOOK, answer="Luigi"),
                way("detour", at("Luigi"), LOOK, answer="Luigi is in the lead."),
                way("wrong item", LOOK, answer="Sushi Bar"),
                way("guessed", LOOK, answer="Burger Barn"),
            ),
        ),
        Task(
            "How many votes were cast so far in total?",
            answer="14",
            ways=(
                way("straight", LOOK, answer="14"),
                way("detour", at("Luigi"), LOOK, answer="14"),
                way("miscounted", LOOK, answer="13"),
                way("in part", LOOK, answer="7"),
            ),
        ),
    ),
)
