"""A shopping cart that lives in its page: nothing is sent."""

from __future__ import annotations

import json
from typing import Any

from courtside_training.measures.small_apps.app import (
    App,
    State,
    Task,
    click,
    document,
    fill,
    press,
    way,
)

BODY = """<h1>Corner shop</h1><table id=goods></table><h2>Basket</h2><ul id=basket></ul>
<p>Total: <b id=total></b></p>
<input id=code aria-label="Voucher code"> <button id=redeem>Redeem</button> <span id=said></span>"""
SCRIPT = """var state = START;
const prices = {'Honey': 6, 'Honey cake': 9, 'Candles': 4, 'Candle holder': 12, 'Tea': 5};
const button = (name, does) => { const one = document.createElement('button');
  one.textContent = name; one.onclick = () => { does(); show(); }; return one; };
const show = () => {
  goods.replaceChildren(...Object.entries(prices).map(([name, price]) => {
    const row = document.createElement('tr'); row.innerHTML = `<td>${name}<td>${price}.00<td>`;
    row.lastChild.append(button('Add', () => {
      state.basket[name] = (state.basket[name] || 0) + 1; }));
    return row; }));
  basket.replaceChildren(...Object.entries(state.basket).map(([name, count]) => {
    const line = document.createElement('li'); line.append(`${count} x ${name} `,
      button('\u2212', () => { if (!--state.basket[name]) delete state.basket[name]; }),
      button('\u00d7', () => { delete state.basket[name]; })); return line; }));
  total.textContent = Object.entries(state.basket)
    .reduce((sum, [name, count]) => sum + prices[name] * count, 0) + '.00'; };
redeem.onclick = () => { const good = code.value === 'SPRING10' || code.value === 'SPRING20';
  if (good) state.voucher = code.value;
  said.textContent = good ? 'Voucher accepted' : 'Unknown voucher'; };
show();"""


def page(state: State, path: str) -> str:
    """The one page."""
    return document("Corner shop", BODY, SCRIPT.replace("START", json.dumps(state)))


def add(name: str) -> Any:
    return click(f"tr:has(td:text-is('{name}')) >> text=Add")


def in_basket(name: str, sign: str) -> Any:
    return click(f"li:has-text('{name}') >> text={sign}")


HONEY, CAKE = add("Honey"), add("Honey cake")
LOOK, REDEEM = press("#code", "Tab"), click("#redeem")
CART = App(
    name="cart",
    start={"basket": {"Candles": 2, "Candle holder": 1}, "voucher": ""},
    page=page,
    in_page=True,
    tasks=(
        Task(
            "Put two jars of honey into my basket",
            change=lambda state: state["basket"].update(Honey=2),
            ways=(
                way("straight", HONEY, HONEY),
                way("detour", HONEY, CAKE, in_basket("Honey cake", "\u00d7"), HONEY),
                way("wrong item", CAKE, CAKE),
                way("in part", HONEY),
                way("too much", HONEY, HONEY, HONEY),
                way("claim only", LOOK),
            ),
        ),
        Task(
            "Take the candles out of the basket",
            change=lambda state: state["basket"].pop("Candles"),
            ways=(
                way("straight", in_basket("Candles", "\u00d7")),
                way("detour", in_basket("Candles", "\u2212"), in_basket("Candles", "\u2212")),
                way("wrong item", in_basket("Candle holder", "\u00d7")),
                way("in part", in_basket("Candles", "\u2212")),
                way("too much", in_basket("Candles", "\u00d7"),
                    in_basket("Candle holder", "\u00d7")),
            ),
        ),
        Task(
            "Use the voucher SPRING10 for this order",
            change=lambda state: state.update(voucher="SPRING10"),
            ways=(
                way("straight", fill("#code", "SPRING10"), REDEEM),
                way("detour", fill("#code", "SPRIN"), REDEEM, fill("#code", "SPRING10"), REDEEM),
                way("typo", fill("#code", "SPRNG10"), REDEEM),
                way("wrong item", fill("#code", "SPRING20"), REDEEM),
                way("not saved", fill("#code", "SPRING10")),
            ),
        ),
        Task(
            "What does everything in the basket cost altogether?",
            answer="20.00",
            ways=(
                way("straight", LOOK, answer="20.00"),
                way("detour", LOOK, LOOK, answer="It costs 20.00"),
                way("wrong item", LOOK, answer="12.00"),
                way("guessed", LOOK, answer="16.00"),
            ),
        ),
    ),
)  # fmt: skip
