"""The budget's tasks that ask for something about one bill."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .pages import at_list, found, neighbour, other
from .phrases import known, listed, place
from .server.household import AZORES, BEFORE, Bill, bills, names
from .sums import each, money


def ask(draw: Draw, bill: Bill, texts: tuple[str, ...], right: str, near: str) -> Errand:
    """A question that the list of bills answers."""
    word = bill.what.split()[0].strip(",")
    return Errand(
        draw.choice(texts),
        (Leg(found(draw, bill.project, word)),),
        reads_at=at_list(bill.project),
        answer=Answer(right, near),
    )


def who_paid(draw: Draw) -> Errand:
    bill = draw.choice(known())
    where = place(draw, bill.project)
    texts = (
        f"Whose money was it that went into {bill.spoken}? It is about {where}.",
        f"Look into the accounts of {where}: who put down the cash for {bill.spoken}?",
        f"To whom do we owe thanks for advancing {bill.spoken} ({where})?",
    )
    return ask(draw, bill, texts, bill.payer, other(draw, list(names(bill.project)), bill.payer))


def how_much(draw: Draw) -> Errand:
    bill = draw.choice(known())
    where = place(draw, bill.project)
    texts = (
        f"How much did we hand over for {bill.spoken}? ({where})",
        f"What was the price of {bill.spoken} for {where}?",
        f"I forgot what {bill.spoken} set us back. It was for {where}.",
    )
    near = neighbour(draw, bill)
    wrong = near.amount if near.amount != bill.amount else f"{float(bill.amount) + 1:.2f}"
    return ask(draw, bill, texts, money(float(bill.amount)), money(float(wrong)))


def when(draw: Draw) -> Errand:
    bill = draw.choice(known())
    where = place(draw, bill.project)
    texts = (
        f"On which day did {bill.payer} settle {bill.spoken}? Give year, month and day. ({where})",
        f"Find the date of {bill.spoken} in the accounts of {where}.",
    )
    near = draw.choice([b for b in bills(bill.project) if b.day != bill.day])
    return ask(draw, bill, texts, bill.day, near.day)


def who_was_left_out(draw: Draw) -> Errand:
    chosen = [b for b in known() if len(b.owers) == len(names(b.project)) - 1 > 3]
    bill = draw.choice([b for b in chosen if set(b.owers) <= set(names(b.project))])
    (absent,) = set(names(bill.project)) - set(bill.owers)
    where = place(draw, bill.project)
    texts = (
        f"Who got away without contributing to {bill.spoken}? ({where})",
        f"One of us has no share in {bill.spoken}. Which one? Look at {where}.",
    )
    return ask(draw, bill, texts, absent, other(draw, list(bill.owers), bill.payer))


def share_each(draw: Draw) -> Errand:
    bill = draw.choice([b for b in known() if len(b.owers) > 1])
    where = place(draw, bill.project)
    texts = (
        f"How much does one ordinary share of {bill.spoken} come to? ({where})",
        f"{bill.spoken[0].upper()}{bill.spoken[1:]} was divided. What did a single part amount to?"
        f" It is about {where}.",
    )
    return ask(
        draw, bill, texts, money(each(bill)), money(float(bill.amount) / (len(bill.owers) + 2))
    )


def last_of(draw: Draw) -> Errand:
    """The most recent thing that somebody paid for."""
    key = draw.choice(("rose-street", "azores-2026", "brass-band"))
    name = draw.choice([n for n in names(key) if len(_expenses(key, n)) > 1])
    own = _expenses(key, name)
    dates = [b.day for b in own]
    if dates.count(max(dates)) > 1:
        return last_of(draw)
    *earlier, bill = sorted(own, key=lambda b: b.day)
    before = next(b for b in reversed(earlier) if b.what != bill.what)
    where = place(draw, key)
    texts = (
        f"What did {name} spend money on most recently for {where}? Name it as it is written.",
        f"Name the latest thing that {name} covered for {where}, in the words of the list.",
    )
    return ask(draw, bill, texts, bill.what, before.what)


def _expenses(key: str, name: str) -> list[Bill]:
    return [b for b in bills(key) if b.payer == name and b.type == "Expense"]


def first_of_all(draw: Draw) -> Errand:
    key = draw.choice(("rose-street", "azores-2026", "azores-2025", "brass-band"))
    first, second, *_ = sorted(bills(key), key=lambda b: b.day)
    where = place(draw, key)
    texts = (
        f"What was the very first thing that was noted for {where}? Say it as it is written.",
        f"Go back to the beginning of {where}: how is the oldest entry called?",
    )
    return ask(draw, first, texts, first.what, second.what)


def dearest_thing(draw: Draw) -> Errand:
    key = draw.choice(("azores-2026", "azores-2025", "brass-band"))
    *_, second, bill = sorted(bills(key), key=lambda b: float(b.amount))
    where = place(draw, key)
    texts = (
        f"Which single thing cost us most in {where}? Say it in the list's words.",
        f"Name the biggest entry in the accounts of {where}.",
    )
    return ask(draw, bill, texts, bill.what, second.what)


def cheapest_thing(draw: Draw) -> Errand:
    key = draw.choice(("azores-2026", "azores-2025", "brass-band", "rose-street"))
    bill, second, *_ = sorted(bills(key), key=lambda b: float(b.amount))
    where = place(draw, key)
    texts = (
        f"What was the smallest sum that anybody noted for {where}?",
        f"Find the least expensive entry of {where} and tell me its amount.",
    )
    return ask(draw, bill, texts, money(float(bill.amount)), money(float(second.amount)))


def dearer_year(draw: Draw) -> Errand:
    """The same thing on both holidays: what it was in one of them."""
    key, twin = draw.choice(((AZORES, BEFORE), (BEFORE, AZORES)))
    there = {b.what: b for b in bills(twin) if b.what != "Fuel"}
    bill = draw.choice([b for b in known(key) if b.what in there])
    year = "this" if key == AZORES else "last"
    texts = (
        f"We went to the Azores twice, in 2025 and in 2026. What did {bill.spoken} cost {year}"
        " year?",
        f"For comparison I need the price of {bill.spoken} on {year} year's holiday.",
    )
    return ask(draw, bill, texts, money(float(bill.amount)), money(float(there[bill.what].amount)))


def how_often(draw: Draw) -> Errand:
    key, word, asked = draw.choice(
        (
            ("azores-2026", "Fuel", "fill the tank of the hired car"),
            ("azores-2026", "Ferry", "go by boat from island to island"),
            ("azores-2026", "Guest", "pay for a night's lodging"),
            ("azores-2025", "Fuel", "fill the tank of the hired car"),
            ("rose-street", "Electricity", "pay for power"),
            ("rose-street", "Rent", "pay the landlord's monthly due in full"),
            ("rose-street", "Plumber", "have the pipes repaired"),
            ("brass-band", "Rehearsal", "hire the hall"),
            ("brass-band", "Van", "need transport for our instruments"),
        )
    )
    hits = [b for b in bills(key) if b.what.startswith(word)]
    texts = (
        f"How many times did we {asked}, going by the accounts of {place(draw, key)}?",
        f"Count in {place(draw, key)} how often we had to {asked}.",
    )
    return ask(draw, hits[0], texts, str(len(hits)), str(len(hits) + draw.choice((-1, 1))))


def who_shares(draw: Draw) -> Errand:
    chosen = [b for b in known() if 1 < len(b.owers) <= 3 and b.project != BEFORE]
    bill = draw.choice([b for b in chosen if b.type == "Expense"])
    where = place(draw, bill.project)
    texts = (
        f"Among whom was {bill.spoken} split? ({where})",
        f"Who has to chip in for {bill.spoken}? It is one of the expenses of {where}.",
    )
    wrong = [name for name in names(bill.project) if name not in bill.owers]
    near = listed([draw.choice(wrong), *bill.owers[1:]])
    return ask(draw, bill, texts, ", ".join(bill.owers), near)


READING = {
    "who-paid": who_paid,
    "how-much": how_much,
    "which-day": when,
    "who-was-left-out": who_was_left_out,
    "one-share": share_each,
    "latest-of-somebody": last_of,
    "first-of-all": first_of_all,
    "dearest-thing": dearest_thing,
    "smallest-sum": cheapest_thing,
    "price-of-one-year": dearer_year,
    "how-often": how_often,
    "who-shares": who_shares,
}
