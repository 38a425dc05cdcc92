"""The budget's tasks that take bills away, or change more than one of them."""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand, Facts, Leg

from .correcting import new_sum, some_bill, to_payer
from .entering import Receipt, leg_of
from .pages import across, delete, editable
from .phrases import known, place, spoken_sum
from .server.household import BILLS, Bill, bills, names


def gone(bill: Bill) -> Facts:
    """The difference that deleting it makes."""
    columns = ("what", "amount", "day", "payer", "type", "link", "owers")
    return {("bill", str(bill.id), column): None for column in columns}


def strike_out(draw: Draw) -> Errand:
    bill = draw.choice(known())
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"We were given all our money back for {bill.spoken}. It should vanish from {where}.",
            f"{bill.spoken[0].upper()}{bill.spoken[1:]} never happened. Remove it from the accounts"
            f" of {where}.",
        )
    )
    return Errand(text, (Leg(delete(draw, bill), gone(bill)),))


def strike_double(draw: Draw) -> Errand:
    """The same thing stands there twice; one day tells them apart."""
    first, second = (b for b in BILLS if b.what == "Internet July")
    keep, drop, word = draw.choice(((first, second, "later"), (second, first, "earlier")))
    where = place(draw, first.project)
    text = draw.choice(
        (
            f"Inga entered the broadband for July twice in {where}. Keep one and drop the {word}"
            " entry.",
            f"There is a duplicate among the summer bills of {where}: same name, same sum. The"
            f" {word} one is superfluous.",
        )
    )
    return Errand(text, (Leg(delete(draw, drop, keep), gone(drop)),))


def swapped_payers(draw: Draw) -> Errand:
    first = some_bill(draw)
    others = [b for b in known(first.project) if editable(b) and b.payer != first.payer]
    second = draw.choice(others)
    text = (
        f"In {place(draw, first.project)} the payers of two things are mixed up: {first.spoken} and"
        f" {second.spoken}. Exchange them."
    )
    legs = (to_payer(draw, first, second.payer), to_payer(draw, second, first.payer))
    return Errand(text, legs, start=f"/{first.project}/")


def two_sums(draw: Draw) -> Errand:
    first = some_bill(draw)
    second = draw.choice([b for b in known(first.project) if editable(b) and b != first])
    (one, leg), (two, leg2) = new_sum(draw, first), new_sum(draw, second)
    text = (
        f"Two sums are off in {place(draw, first.project)}: {first.spoken} was"
        f" {spoken_sum(draw, one)} and {second.spoken} {spoken_sum(draw, two)}."
    )
    return Errand(text, (leg, leg2), start=f"/{first.project}/")


def latest_of_somebody(draw: Draw) -> Errand:
    """Which one has to be looked up."""
    key = draw.choice(("rose-street", "azores-2026", "brass-band"))
    own = {name: [b for b in bills(key) if b.payer == name] for name in names(key)}
    one_last = [n for n, b in own.items() if [x.day for x in b].count(max(x.day for x in b)) == 1]
    bill = max(own[draw.choice(one_last)], key=lambda b: b.day)
    amount, leg = new_sum(draw, bill)
    text = draw.choice(
        (
            f"The last thing that {bill.payer} paid for {place(draw, key)} was"
            f" {spoken_sum(draw, amount)}, somebody mistyped it.",
            f"Set whatever {bill.payer} advanced most recently for {place(draw, key)} to"
            f" {spoken_sum(draw, amount)}.",
        )
    )
    return Errand(text, (leg,))


def wrong_project(draw: Draw) -> Errand:
    """Out of one project, into another, the same in all else."""
    bill = draw.choice([b for b in known("azores-2025") if len(b.owers) == 3])
    key = "azores-2026"
    text = draw.choice(
        (
            f"{bill.spoken[0].upper()}{bill.spoken[1:]} stands in {place(draw, bill.project)} but"
            f" belongs to {place(draw, key)}. Bring it over: same words, day, sum and payer,"
            " shared by everybody there.",
            f"Take {bill.spoken} out of {place(draw, bill.project)} and enter it in"
            f" {place(draw, key)} as it is, for all who are there.",
        )
    )
    one = Receipt(key, bill.what, bill.amount, bill.day, bill.payer, names(key))
    into = across(key, leg_of(draw, one))
    legs = (Leg(delete(draw, bill), gone(bill)), into)
    return Errand(text, legs, start=f"/{bill.project}/")


STRIKING = {
    "strike-out": strike_out,
    "strike-double": strike_double,
    "swap-payers": swapped_payers,
    "correct-two-sums": two_sums,
    "correct-latest-of-somebody": latest_of_somebody,
    "move-to-other-project": wrong_project,
}
