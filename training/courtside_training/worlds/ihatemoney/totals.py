"""The budget's tasks that ask for what the app works out: balances, months, transfers."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint

from .pages import at_list, other, to_list, to_page
from .phrases import month, place
from .server.household import MEMBERS, PROJECTS, names
from .sums import balances, money, months, paid, transfers, weight

_KEYS = [each.id for each in PROJECTS]


def _on_list(draw: Draw, key: str, texts: tuple[str, ...], answer: Answer) -> Errand:
    way = (*to_list(key), Waypoint(at_list(key), ()))
    return Errand(draw.choice(texts), (Leg(way),), reads_at=at_list(key), answer=answer)


def _on(page: str, draw: Draw, key: str, texts: tuple[str, ...], answer: Answer) -> Errand:
    name, end = {"statistics": ("Statistics", "statistics"), "settle": ("Settle", "settle_bills")}[
        page
    ]
    at = f"^/{key}/{end}$"
    way = (*to_page(key, name), Waypoint(at, ()))
    return Errand(draw.choice(texts), (Leg(way),), reads_at=at, answer=answer)


def _signed(amount: float) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


def balance(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    own = {name: sum_ for name, sum_ in balances(key).items() if abs(sum_) > 0.01}
    name = draw.choice(sorted(own))
    near = other(draw, sorted(own), name)
    where = place(draw, key)
    texts = (
        f"Is {name} in the red or in the black in {where}, and by how much? Give the signed sum.",
        f"Where does {name} stand in {where}? I need the figure with its sign.",
    )
    return _on_list(draw, key, texts, Answer(_signed(own[name]), _signed(own[near])))


def deepest_debt(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    ranked = sorted(balances(key), key=balances(key).__getitem__)
    where = place(draw, key)
    texts = (
        f"Who ought to pay next in {where}, being the furthest behind?",
        f"Which of us is deepest in debt in {where}?",
    )
    return _on_list(draw, key, texts, Answer(ranked[0], ranked[1]))


def largest_claim(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    ranked = sorted(balances(key), key=balances(key).__getitem__)
    where = place(draw, key)
    texts = (
        f"Who may expect the most money back from {where}?",
        f"Somebody has advanced more than all the others in {where}, on balance. Who?",
    )
    return _on_list(draw, key, texts, Answer(ranked[-1], ranked[-2]))


def month_total(draw: Draw) -> Errand:
    key = draw.choice(["rose-street", "brass-band", "azores-2026"])
    sums = months(key)
    one, near = draw.sample(sorted(sums), 2)
    where = place(draw, key)
    texts = (
        f"What did {month(one)} cost us altogether in {where}?",
        f"Add up for me what went out in {month(one)} for {where}.",
    )
    return _on("statistics", draw, key, texts, Answer(money(sums[one]), money(sums[near])))


def dearest_month(draw: Draw) -> Errand:
    key = draw.choice(["rose-street", "brass-band", "azores-2026", "azores-2025"])
    *_, near, best = sorted(months(key), key=months(key).__getitem__)
    where = place(draw, key)
    texts = (
        f"In which month did {where} swallow the most money?",
        f"When was {where} at its most expensive? Name month and year.",
    )
    return _on("statistics", draw, key, texts, Answer(month(best), month(near)))


def laid_out(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    payers = [name for name in names(key) if paid(key, name)]
    name, near = draw.sample(payers, 2)
    where = place(draw, key)
    texts = (
        f"How much has {name} laid out for {where} in total, gifts and loans apart?",
        f"All in all, what did {name} put on the table for the common expenses of {where}?",
    )
    right, wrong = money(paid(key, name)), money(paid(key, near))
    return _on("statistics", draw, key, texts, Answer(right, wrong))


def whom_to_pay(draw: Draw) -> Errand:
    key, (who, whom, _) = _transfer(draw)
    where = place(draw, key)
    texts = (
        f"{who} wants to be even in {where}. Who should get the money?",
        f"If we squared up {where} today, to whom would {who} have to send something?",
    )
    names_ = [m.name for m in MEMBERS if m.project == key and m.name != who]
    return _on("settle", draw, key, texts, Answer(whom, other(draw, names_, whom)))


def how_much_to_pay(draw: Draw) -> Errand:
    key, (who, whom, amount) = _transfer(draw)
    where = place(draw, key)
    texts = (
        f"{who} wants to be even with {whom} in {where}. How much would that take?",
        f"What sum is {whom} still waiting for from {who}, if all of {where} were squared up?",
    )
    near = draw.choice([each for _, _, each in transfers(key) if each != amount])
    right, wrong = money(float(amount)), money(float(near))
    return _on("settle", draw, key, texts, Answer(right, wrong))


def _transfer(draw: Draw) -> tuple[str, tuple[str, str, str]]:
    """One that is the only one of who makes it."""
    key = draw.choice([key for key in _KEYS if len(transfers(key)) > 1])
    senders = [who for who, _, _ in transfers(key)]
    return key, draw.choice([each for each in transfers(key) if senders.count(each[0]) == 1])


def heads(draw: Draw) -> Errand:
    """How many people somebody counts for."""
    name = draw.choice(names("rose-street"))
    right = f"x{weight('rose-street', name):g}"
    texts = (
        f"With what factor does {name} count when we divide the costs of our flat? Answer x and"
        " a number.",
        f"For how many heads does {name} pay in the flat? Answer x and a number.",
    )
    return _on_list(draw, "rose-street", texts, Answer(right, "x1" if right == "x2" else "x2"))


TOTALS = {
    "balance-of-somebody": balance,
    "deepest-debt": deepest_debt,
    "largest-claim": largest_claim,
    "sum-of-a-month": month_total,
    "dearest-month": dearest_month,
    "laid-out-in-total": laid_out,
    "whom-to-pay": whom_to_pay,
    "how-much-to-pay": how_much_to_pay,
    "heads": heads,
}
