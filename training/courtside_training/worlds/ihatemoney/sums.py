"""What the budget app works out of the bills: balances, shares, who pays whom. Reads no database.

A test holds these sums against the pages of the app itself.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import ROUND_HALF_DOWN, Decimal

from .server.household import MEMBERS, Bill, bills


def money(amount: float) -> str:
    """As the app writes it, without a currency."""
    return f"{amount:,.2f}"


def weight(project: str, name: str) -> float:
    return next(m.weight for m in MEMBERS if (m.project, m.name) == (project, name))


def each(bill: Bill) -> float:
    """What somebody of weight one has to bear of it."""
    return float(bill.amount) / sum(weight(bill.project, name) for name in bill.owers)


def paid(project: str, name: str) -> float:
    """What somebody has laid out for common expenses."""
    own = [b for b in bills(project) if b.payer == name and b.type == "Expense"]
    return sum(float(bill.amount) for bill in own)


def balances(project: str) -> dict[str, float]:
    """By name, also of those who left."""
    found = {m.name: 0.0 for m in MEMBERS if m.project == project}
    for bill in bills(project):
        found[bill.payer] += float(bill.amount)
        for name in bill.owers:
            found[name] -= each(bill) * weight(project, name)
    return found


def months(project: str) -> dict[str, float]:
    """What was spent in each month (`2026-05`), without money that was given back."""
    found: dict[str, float] = defaultdict(float)
    for bill in bills(project):
        if bill.type == "Expense":
            found[bill.day[:7]] += float(bill.amount)
    return dict(found)


def transfers(project: str) -> list[tuple[str, str, str]]:
    """(who, to whom, how much) to settle everything: the smallest debt for the smallest claim."""
    left = {name: Decimal(amount) for name, amount in balances(project).items()}
    owing = {name: -amount for name, amount in left.items() if amount <= 0}
    claims = {name: amount for name, amount in left.items() if amount > 0}
    found = []
    while owing and claims:
        who, whom = min(owing, key=lambda n: owing[n]), min(claims, key=lambda n: claims[n])
        amount = min(owing[who], claims[whom])
        cents = amount.quantize(Decimal(".01"), rounding=ROUND_HALF_DOWN)
        if cents:
            found.append((who, whom, str(cents)))
        for side, name in ((owing, who), (claims, whom)):
            side[name] -= amount
            if side[name] <= 0:
                del side[name]
    return found
