"""The budget's tasks that note something new: expenses for all or some, money handed over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from courtside.demo.moves import Move
from courtside_training.worlds.errand import Draw, Errand, Facts, Leg, choose, fill

from .pages import across, more, new_bill, other, owers, payer
from .phrases import group, listed, place, spoken_day, spoken_sum
from .server.household import PROJECTS, names

_THINGS = {
    "rose-street": (
        ("Light bulbs", "light bulbs"),
        ("Doormat", "a doormat"),
        ("Dish soap", "dish soap"),
        ("Toaster", "a toaster"),
        ("Smoke alarm", "a smoke alarm"),
    ),
    "azores-2026": (
        ("Postcards", "postcards"),
        ("Sun cream", "sun cream"),
        ("Museum tickets", "museum tickets"),
        ("Parking", "parking"),
    ),
    "azores-2025": (("Postcards", "postcards"), ("Parking", "parking"), ("Ice cream", "ice cream")),
    "brass-band": (
        ("Mouthpiece", "a mouthpiece"),
        ("Mutes", "mutes"),
        ("Poster printing", "the printing of posters"),
        ("Lamp oil", "lamp oil"),
    ),
}
_DAYS = ("07-14", "08-02", "08-19", "09-03", "09-23", "10-05")
_SUMS = ("7.80", "12.30", "23.40", "36.00", "41.95", "58.20")


@dataclass(frozen=True)
class Receipt:
    """An expense that somebody wants to have noted."""

    project: str
    what: str
    amount: str
    day: str
    """ISO date, or `today`: which the form has by itself."""
    payer: str
    owers: tuple[str, ...]

    @property
    def gives(self) -> Facts:
        """The difference that it makes when it was noted."""
        sharing = ",".join(sorted(self.owers))
        place = ("new bill", self.project, self.what, self.amount, self.day, self.payer, sharing)
        return {(*place, "EXPENSE", ""): "1"}


def form(draw: Draw, receipt: Receipt) -> tuple[Move, ...]:
    """The moves that fill it in."""
    key = receipt.project
    far = draw.choice([day for day in _DAYS if day not in receipt.day])
    date = fill("#bill-form #date", receipt.day, f"{_year(key)}-{far}")
    title = draw.choice([what for what, _ in _THINGS[key] if what != receipt.what])
    return (
        *(() if receipt.day == "today" else (date,)),
        fill("#bill-form #what", receipt.what, title),
        payer(receipt.payer, other(draw, list(names(key)), receipt.payer), "#bill-form"),
        fill("#bill-form #amount", receipt.amount, f"{float(receipt.amount) + 10:.2f}"),
        *owers(draw, key, receipt.owers, names(key)),
    )


def _year(key: str) -> str:
    return "2025" if key == "azores-2025" else "2026"


def _drawn(draw: Draw, key: str = "") -> tuple[Receipt, str]:
    """One for everybody, and how people speak of what was bought."""
    key = key or draw.choice([each.id for each in PROJECTS])
    what, spoken = draw.choice(_THINGS[key])
    day = f"{_year(key)}-{draw.choice(_DAYS)}"
    who = draw.choice(names(key))
    return Receipt(key, what, draw.choice(_SUMS), day, who, names(key)), spoken


def leg_of(draw: Draw, receipt: Receipt) -> Leg:
    """The way to note it."""
    return Leg(new_bill(receipt.project, *form(draw, receipt)), receipt.gives)


def for_all(draw: Draw) -> Errand:
    one, spoken = _drawn(draw)
    where, money = place(draw, one.project), spoken_sum(draw, one.amount)
    text = draw.choice(
        (
            f"{one.payer} bought {spoken} for {where} on {spoken_day(draw, one.day)} and paid"
            f' {money}. Everybody shares. Please note it as "{one.what}".',
            f'Enter "{one.what}" for {where}: {money}, advanced by {one.payer} on'
            f" {spoken_day(draw, one.day)}, to be borne by all of us.",
        )
    )
    return Errand(text, (leg_of(draw, one),))


def for_today(draw: Draw) -> Errand:
    one, spoken = _drawn(draw)
    one = replace(one, day="today")
    where, money = place(draw, one.project), spoken_sum(draw, one.amount)
    text = draw.choice(
        (
            f"{one.payer} has just come back with {spoken} for {where} ({money}, for all)."
            f' Call it "{one.what}".',
            f'Put "{one.what}" on the tab of {where}: {one.payer} paid {money} for everybody a'
            " minute ago.",
        )
    )
    return Errand(text, (leg_of(draw, one),))


def for_some(draw: Draw) -> Errand:
    one, spoken = _drawn(draw)
    pair = draw.sample(one.owers, 2)
    one = replace(one, owers=tuple(name for name in one.owers if name in pair))
    where, money = place(draw, one.project), spoken_sum(draw, one.amount)
    text = draw.choice(
        (
            f"{spoken[0].upper()}{spoken[1:]} on {spoken_day(draw, one.day)}: {one.payer} paid"
            f" {money}, but {listed(one.owers)} alone have to bear it. Note"
            f' "{one.what}" in {where}.',
            f'Add "{one.what}" to {where}, {money}, {spoken_day(draw, one.day)}, money from'
            f" {one.payer}, cost shared by {group(draw, one.project, one.owers)}.",
        )
    )
    return Errand(text, (leg_of(draw, one),))


def without_one(draw: Draw) -> Errand:
    one, spoken = _drawn(draw)
    absent = other(draw, list(one.owers), one.payer)
    one = replace(one, owers=names(one.project, absent))
    where, money = place(draw, one.project), spoken_sum(draw, one.amount)
    text = draw.choice(
        (
            f"We had {spoken} on {spoken_day(draw, one.day)}; {one.payer} paid {money}. {absent}"
            f' has nothing to do with it. Write it down as "{one.what}" for {where}.',
            f'"{one.what}", {money}, {spoken_day(draw, one.day)}, out of {one.payer}\'s pocket:'
            f" please record that for {where} and spare {absent}.",
        )
    )
    return Errand(text, (leg_of(draw, one),))


def several_pieces(draw: Draw) -> Errand:
    """The sum stands nowhere: it has to be worked out."""
    one, _ = _drawn(draw)
    count, price = draw.randint(3, 6), draw.choice(("2.50", "4.20", "6.75", "11.40"))
    one = replace(one, amount=f"{count * float(price):.2f}")
    where, day = place(draw, one.project), spoken_day(draw, one.day)
    text = draw.choice(
        (
            f"{one.payer} got {count} pieces at {price} euros each on {day}."
            f' Note "{one.what}" with the total for {where}, for everybody.',
            f'Record "{one.what}" in {where}: {count} times {price}, paid by {one.payer} on {day}'
            " and shared by all.",
        )
    )
    return Errand(text, (leg_of(draw, one),))


def handed_over(draw: Draw) -> Errand:
    """No expense: money that went from one to another."""
    one, _ = _drawn(draw)
    whom = other(draw, list(one.owers), one.payer)
    one = replace(one, what="Cash", owers=(whom,))
    where, money = place(draw, one.project), spoken_sum(draw, one.amount)
    day = spoken_day(draw, one.day)
    text = draw.choice(
        (
            f"On {day} {one.payer} gave {whom} {money} to reduce the debt. Book this in {where} as"
            ' money given back, not as spending: "Cash".',
            f"{whom} got {money} back from {one.payer} on {day}. Enter it as"
            f' "Cash" in {where}, as a repayment.',
        )
    )
    kind = choose("#bill-form #bill_type", "Reimbursement", "Expense")
    way = new_bill(one.project, *form(draw, one), more(), kind)
    gives: Facts = {(*fact[:-2], "REIMBURSEMENT", ""): "1" for fact in one.gives}
    return Errand(text, (Leg(way, gives),))


def two_at_once(draw: Draw) -> Errand:
    """In two projects."""
    one, spoken = _drawn(draw)
    two, spoken2 = _drawn(draw, other(draw, [each.id for each in PROJECTS], one.project))
    text = (
        f'Two receipts: {one.payer} paid {spoken_sum(draw, one.amount)} for {spoken} ("{one.what}")'
        f" for {place(draw, one.project)} on {spoken_day(draw, one.day)}; and for"
        f" {place(draw, two.project)} {two.payer} paid {spoken_sum(draw, two.amount)} for"
        f' {spoken2} ("{two.what}") on {spoken_day(draw, two.day)}. Both are shared by all.'
        " Please enter them."
    )
    legs = (leg_of(draw, one), across(two.project, leg_of(draw, two)))
    return Errand(text, legs, start=f"/{one.project}/")


ENTERING = {
    "note-for-all": for_all,
    "note-for-today": for_today,
    "note-for-some": for_some,
    "note-without-one": without_one,
    "note-several-pieces": several_pieces,
    "note-money-given-back": handed_over,
    "note-in-two-projects": two_at_once,
}
