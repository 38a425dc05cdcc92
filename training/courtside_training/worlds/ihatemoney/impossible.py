"""What people ask of the budget and it cannot do: what is not there, what the app has no way for.

No state fulfils such a task. The plan is where somebody would look who tries all the same.
"""

from __future__ import annotations

from courtside_training.worlds.errand import Draw, Errand, Leg, Waypoint, fill

from .correcting import some_bill
from .pages import at_list, edit, new_bill, payer, to_list, to_menu, to_page
from .phrases import place, spoken_sum
from .server.household import PROJECTS, names

_KEYS = [each.id for each in PROJECTS]
NEVER = {("never",): "1"}
"""What the database will not differ by."""


def every_month(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    who, amount = draw.choice(names(key)), draw.choice(("9.90", "12.00", "31.50"))
    text = draw.choice(
        (
            f"Let the app charge {spoken_sum(draw, amount)} for insurance to {place(draw, key)} at"
            f" the first of every month by itself; {who} pays.",
            f"Set up a standing order in {place(draw, key)}: insurance, {spoken_sum(draw, amount)}"
            f" a month, from {who}, repeated automatically.",
        )
    )
    moves = (
        fill("#bill-form #what", "Insurance"),
        payer(who, "", "#bill-form"),
        fill("#bill-form #amount", amount),
    )
    return Errand(text, (Leg(new_bill(key, *moves), NEVER),))


def not_there(draw: Draw) -> Errand:
    key, thing = draw.choice(
        (
            ("azores-2026", "the surfing lesson"),
            ("azores-2025", "the boat over to Faial"),
            ("azores-2025", "the cab on the last day"),
            ("rose-street", "the broadband for April"),
            ("rose-street", "the new mattress"),
            ("brass-band", "the hall for June"),
        )
    )
    text = draw.choice(
        (
            f"Correct the sum of {thing} in {place(draw, key)} to 66 euros.",
            f"Take {names(key)[0]} off {thing} in {place(draw, key)}.",
        )
    )
    return Errand(text, (Leg((*to_list(key), Waypoint(at_list(key), ())), NEVER),))


def unknown_payer(draw: Draw) -> Errand:
    bill = some_bill(draw)
    who = draw.choice(("Ursula", "Ferdinand", "Yusuf"))
    text = draw.choice(
        (
            f"{who}, who belongs to {place(draw, bill.project)}, paid for {bill.spoken}. Do not add"
            " anybody, just choose the right payer.",
            f"Book {bill.spoken} ({place(draw, bill.project)}) under {who}, one of the people who"
            " are already listed.",
        )
    )
    return Errand(text, (Leg(edit(draw, bill), NEVER),))


def by_category(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    text = draw.choice(
        (
            f"Draw me a pie chart of what {place(draw, key)} spends on food, travel and the rest.",
            f"Sort the spending of {place(draw, key)} into categories and show the sum of each.",
        )
    )
    way = (*to_page(key, "Statistics"), Waypoint(f"^/{key}/statistics$", ()))
    return Errand(text, (Leg(way, NEVER),))


def take_back(draw: Draw) -> Errand:
    key = draw.choice(_KEYS)
    text = draw.choice(
        (
            f"Put {place(draw, key)} back to the state of last Monday.",
            f"Undo the three latest changes in {place(draw, key)} with the record of changes.",
        )
    )
    way = (*to_menu(key, "History"), Waypoint(f"^/{key}/history$", ()))
    return Errand(text, (Leg(way, NEVER),))


def half_a_day(draw: Draw) -> Errand:
    bill = some_bill(draw)
    text = draw.choice(
        (
            f"Give {bill.spoken} the time of day as well: it was at 18:40. Only its time, the words"
            f" and the day stay. ({place(draw, bill.project)})",
            f"Note the hour of {bill.spoken} in its date: quarter past nine in the evening."
            f" ({place(draw, bill.project)})",
        )
    )
    return Errand(text, (Leg(edit(draw, bill), NEVER),))


IMPOSSIBLE = {
    "impossible-every-month": every_month,
    "impossible-not-there": not_there,
    "impossible-unknown-payer": unknown_payer,
    "impossible-by-category": by_category,
    "impossible-take-back": take_back,
    "impossible-time-of-day": half_a_day,
}
