"""The budget's tasks that put one bill right: its sum, payer, day, words, who shares it."""

from __future__ import annotations

from datetime import date, timedelta

from courtside_training.worlds.errand import Draw, Errand, Leg, fill

from .pages import edit, editable, more, neighbour, other, owers, payer
from .phrases import known, place, spoken_day, spoken_sum
from .server.household import Bill, names, number


def some_bill(draw: Draw, *keys: str) -> Bill:
    """One that can be spoken of, and saved without losing somebody's share."""
    return draw.choice([b for b in known() if editable(b) and (not keys or b.project in keys)])


def new_sum(draw: Draw, bill: Bill) -> tuple[str, Leg]:
    """Another sum: its words, and the way."""
    amount = f"{float(bill.amount) + draw.choice((-4.5, 2.3, 6, 11.1)):.2f}"
    digits = amount[:-1] + str((int(amount[-1]) + 5) % 10)
    gives = {("bill", str(bill.id), "amount"): amount}
    return amount, Leg(edit(draw, bill, fill("#amount", amount, digits)), gives)


def wrong_sum(draw: Draw) -> Errand:
    bill = some_bill(draw)
    amount, leg = new_sum(draw, bill)
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"I found the receipt: {bill.spoken} was really {spoken_sum(draw, amount)}, not what we"
            f" wrote. Put it right in {where}.",
            f"{bill.payer} mistyped {bill.spoken} ({where}). It should read"
            f" {spoken_sum(draw, amount)}.",
        )
    )
    return Errand(text, (leg,))


def with_a_tip(draw: Draw) -> Errand:
    """The new sum has to be worked out from the old one."""
    bill = some_bill(draw)
    more_ = draw.choice((2, 5, 10, 12))
    amount = f"{float(bill.amount) + more_:.2f}"
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"We forgot {more_} euros of tip on top of {bill.spoken}. Include them. ({where})",
            f"{bill.spoken[0].upper()}{bill.spoken[1:]} cost {more_} euros more than it says in"
            f" {where}. Correct the entry.",
        )
    )
    leg = Leg(
        edit(draw, bill, fill("#amount", amount, f"{float(bill.amount) - more_:.2f}")),
        {("bill", str(bill.id), "amount"): amount},
    )
    return Errand(text, (leg,))


def to_payer(draw: Draw, bill: Bill, who: str) -> Leg:
    rest = list(names(bill.project, bill.payer, who))
    gives = {("bill", str(bill.id), "payer"): str(number(bill.project, who))}
    return Leg(edit(draw, bill, payer(who, draw.choice(rest))), gives)


def wrong_payer(draw: Draw) -> Errand:
    bill = some_bill(draw)
    who = other(draw, list(names(bill.project)), bill.payer)
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"It was not {bill.payer} but {who} who advanced {bill.spoken}. Fix that in {where}.",
            f"{who} complains that {bill.spoken} was paid by {who} and is booked under somebody"
            f" else in {where}. Straighten that out.",
        )
    )
    return Errand(text, (to_payer(draw, bill, who),))


def wrong_day(draw: Draw) -> Errand:
    bill = some_bill(draw)
    days = draw.choice((-2, -1, 1, 2, 7))
    day = (date.fromisoformat(bill.day) + timedelta(days)).isoformat()
    far = (date.fromisoformat(bill.day) - timedelta(days)).isoformat()
    where = place(draw, bill.project)
    count = {1: "a day", 2: "two days", 7: "a week"}[abs(days)]
    text = draw.choice(
        (
            f"{bill.spoken[0].upper()}{bill.spoken[1:]} is dated wrongly in {where}: it was {count}"
            f" {'later' if days > 0 else 'earlier'}.",
            f"Move {bill.spoken} to {spoken_day(draw, day)} in the accounts of {where}.",
        )
    )
    gives = {("bill", str(bill.id), "day"): day}
    return Errand(text, (Leg(edit(draw, bill, fill("#date", day, far)), gives),))


def reworded(draw: Draw) -> Errand:
    bill = some_bill(draw)
    near = neighbour(draw, bill)
    what = draw.choice((f"{bill.what} (paid)", f"{bill.what}, final", f"{bill.what} - checked"))
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f'Let {bill.spoken} be called "{what}" from now on. ({where})',
            f'In {where}, the entry for {bill.spoken} needs the wording "{what}".',
        )
    )
    gives = {("bill", str(bill.id), "what"): what}
    form = fill("#what", what, what.replace(bill.what, near.what) + ".")
    return Errand(text, (Leg(edit(draw, bill, form), gives),))


def _sharing(draw: Draw, bill: Bill, whom: tuple[str, ...]) -> Leg:
    keys = sorted(number(bill.project, name) for name in whom)
    gives = {("bill", str(bill.id), "owers"): ",".join(map(str, keys))}
    return Leg(edit(draw, bill, *owers(draw, bill.project, whom, bill.owers)), gives)


def leave_out(draw: Draw) -> Errand:
    bill = draw.choice([b for b in known() if editable(b) and len(b.owers) > 2])
    absent = draw.choice(bill.owers)
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"{absent} had no part in {bill.spoken} and should not have to pay for it. ({where})",
            f"Relieve {absent} of the share in {bill.spoken} in {where}.",
        )
    )
    whom = tuple(name for name in bill.owers if name != absent)
    return Errand(text, (_sharing(draw, bill, whom),))


def let_in(draw: Draw) -> Errand:
    chosen = [b for b in known() if editable(b) and len(b.owers) < len(names(b.project))]
    bill = draw.choice([b for b in chosen if b.type == "Expense"])
    extra = draw.choice(names(bill.project, *bill.owers))
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"{extra} took part in {bill.spoken} too and wants to contribute. Adjust {where}.",
            f"For fairness {extra} has to bear a share of {bill.spoken} as well. ({where})",
        )
    )
    return Errand(text, (_sharing(draw, bill, (*bill.owers, extra)),))


def with_link(draw: Draw) -> Errand:
    bill = some_bill(draw)
    near = neighbour(draw, bill)
    url = f"https://example.org/scans/{bill.id + 100}.pdf"
    bad = f"https://example.org/scans/{near.id + 100}.pdf"
    where = place(draw, bill.project)
    text = draw.choice(
        (
            f"The scan of the receipt for {bill.spoken} lies at {url}. Attach it. ({where})",
            f"Make {url} reachable from {bill.spoken} in {where}.",
        )
    )
    gives = {("bill", str(bill.id), "link"): url}
    moves = (more(), fill("#external_link", url, bad))
    return Errand(text, (Leg(edit(draw, bill, *moves), gives),))


CORRECTING = {
    "correct-sum": wrong_sum,
    "add-a-tip": with_a_tip,
    "correct-payer": wrong_payer,
    "correct-day": wrong_day,
    "reword": reworded,
    "leave-somebody-out": leave_out,
    "let-somebody-in": let_in,
    "attach-address": with_link,
}
