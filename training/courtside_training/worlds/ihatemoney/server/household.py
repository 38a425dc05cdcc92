"""The projects of the budget app: who shares what. Many things have nearly the same name.

Plain data without imports of ours: the app's own environment reads it too.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Project:
    id: str
    name: str
    spoken: tuple[str, ...]
    """How people speak of it."""
    email: str
    code: str


@dataclass(frozen=True)
class Member:
    project: str
    name: str
    weight: float = 1
    active: bool = True


@dataclass(frozen=True)
class Bill:
    project: str
    what: str
    amount: str
    day: str
    payer: str
    owers: tuple[str, ...]
    spoken: str
    """How people speak of it; empty where only the list's own words tell it from others."""
    type: str = "Expense"

    @property
    def id(self) -> int:
        """Its number in the app's database."""
        return BILLS.index(self) + 1


FLAT, AZORES, BEFORE, BAND = "rose-street", "azores-2026", "azores-2025", "brass-band"
PROJECTS = (
    Project(FLAT, "Rose Street 14", ("our flat", "the flat"), "home@example.org", "lavender"),
    Project(
        AZORES,
        "Azores 2026",
        ("this year's holiday on the Azores", "the Azores trip of 2026"),
        "leonor@example.org",
        "hydrangea",
    ),
    Project(
        BEFORE,
        "Azores 2025",
        ("last year's holiday on the Azores", "the Azores trip of 2025"),
        "marta@example.org",
        "camellia",
    ),
    Project(BAND, "Brass band", ("the band", "our brass band"), "otto@example.org", "trombone"),
)
MEMBERS = (
    Member(FLAT, "Marta"),
    Member(FLAT, "Marko"),
    Member(FLAT, "Tiago"),
    Member(FLAT, "Ines"),
    Member(FLAT, "Inga", 2),
    Member(FLAT, "Bruno", active=False),
    *(Member(AZORES, name) for name in ("Marta", "Leonor", "Leonie", "Pedro", "Petra")),
    *(Member(BEFORE, name) for name in ("Marta", "Leonor", "Pedro")),
    *(Member(BAND, name) for name in ("Otto", "Ottilie", "Karim", "Karin", "Jo")),
)


def names(project: str, *without: str, all_ever: bool = False) -> tuple[str, ...]:
    """The active members' names, but for some."""
    there = [each for each in MEMBERS if each.project == project and (each.active or all_ever)]
    return tuple(each.name for each in there if each.name not in without)


_SIX = names(FLAT, all_ever=True)
_FIVE = names(FLAT)
_TRIP = names(AZORES)
_THREE = names(BEFORE)
_BAND = names(BAND)


def _flat(
    day: str, what: str, amount: str, payer: str, owers: tuple[str, ...] = _FIVE, spoken: str = ""
) -> Bill:
    return Bill(FLAT, what, amount, f"2026-{day}", payer, owers, spoken)


def _trip(
    day: str, what: str, amount: str, payer: str, owers: tuple[str, ...] = _TRIP, spoken: str = ""
) -> Bill:
    return Bill(AZORES, what, amount, f"2026-{day}", payer, owers, spoken)


def _before(
    day: str, what: str, amount: str, payer: str, owers: tuple[str, ...] = _THREE, spoken: str = ""
) -> Bill:
    return Bill(BEFORE, what, amount, f"2025-{day}", payer, owers, spoken)


def _band(
    day: str, what: str, amount: str, payer: str, owers: tuple[str, ...] = _BAND, spoken: str = ""
) -> Bill:
    return Bill(BAND, what, amount, f"2026-{day}", payer, owers, spoken)


BILLS = (
    _flat("03-02", "Rent March", "1500.00", "Marta", _SIX, "what the landlord got in March"),
    _flat("03-19", "Electricity March", "84.60", "Tiago", _SIX, "the power bill for March"),
    _flat("03-23", "Water March", "41.30", "Ines", _SIX, "the water bill of the spring"),
    _flat("03-28", "Washing machine", "389.00", "Marko", _SIX, "the machine we wash clothes in"),
    _flat("03-29", "Groceries Lidl", "63.25", "Inga", _SIX, "the shopping at Lidl in March"),
    _flat("04-01", "Rent April", "1500.00", "Marta", _SIX, "what the landlord got in April"),
    _flat("04-18", "Electricity April", "79.15", "Tiago", _SIX, "the power bill for April"),
    _flat("04-20", "Washing powder", "12.49", "Marko", _SIX, "the detergent"),
    _flat("04-25", "Groceries market", "38.70", "Ines", _SIX, "the vegetables from the market"),
    _flat("05-02", "Rent May", "1500.00", "Marta", spoken="what the landlord got in May"),
    _flat("05-05", "Internet May", "34.90", "Inga", spoken="the broadband for May"),
    _flat("05-18", "Electricity May", "66.40", "Tiago", spoken="the power bill for May"),
    _flat(
        "05-21",
        "Cake for Inga",
        "27.50",
        "Ines",
        names(FLAT, "Inga"),
        "what we ate on Inga's birthday",
    ),
    _flat("05-30", "Groceries Lidl", "71.05", "Inga", spoken="the shopping at Lidl in May"),
    _flat("06-01", "Rent June", "1520.00", "Marko", spoken="what the landlord got in June"),
    _flat("06-05", "Internet June", "34.90", "Inga", spoken="the broadband for June"),
    Bill(
        FLAT,
        "Part of the rent",
        "200.00",
        "2026-06-10",
        "Tiago",
        ("Marta",),
        "what Tiago gave Marta back",
        "Reimbursement",
    ),
    _flat("06-19", "Electricity June", "61.20", "Tiago", spoken="the power bill for June"),
    _flat("06-24", "Plumber", "145.00", "Marta", spoken="the first time the pipes were mended"),
    _flat(
        "06-29",
        "Plumber, second visit",
        "95.00",
        "Marta",
        spoken="the return of the man for the pipes",
    ),
    _flat("07-01", "Rent July", "1520.00", "Marta", spoken="what the landlord got in July"),
    _flat("07-03", "Pharmacy", "18.40", "Ines", ("Ines", "Inga"), "the cough syrup"),
    _flat("07-05", "Internet July", "34.90", "Inga"),
    _flat("07-06", "Internet July", "34.90", "Inga"),
    _flat("07-21", "Water July", "44.75", "Ines", spoken="the water bill of the summer"),
    _flat("08-04", "Curtains", "58.00", "Tiago", ("Tiago", "Marko"), "the fabric at the windows"),
    _flat(
        "08-05", "Curtain rail", "23.80", "Tiago", ("Tiago", "Marko"), "the rod over the windows"
    ),
    _trip("05-11", "Flights", "1125.00", "Leonor", spoken="the plane tickets"),
    _trip("06-11", "Rental car", "342.00", "Petra", spoken="the car we hired"),
    _trip("06-12", "Fuel", "48.20", "Petra", spoken="the first tank of petrol"),
    _trip("06-13", "Ferry to Pico", "96.00", "Pedro", spoken="the boat over to Pico"),
    _trip("06-13", "Dinner in Madalena", "112.50", "Marta", spoken="the evening meal in Madalena"),
    _trip("06-14", "Whale watching", "275.00", "Marta", spoken="the tour to see the whales"),
    _trip("06-15", "Ferry to Faial", "41.50", "Pedro", spoken="the boat over to Faial"),
    _trip("06-15", "Guest house Horta", "420.00", "Leonor", spoken="where we slept in Horta"),
    _trip("06-16", "Guest house Furnas", "360.00", "Marta", spoken="where we slept in Furnas"),
    _trip("06-16", "Fuel", "52.75", "Petra", spoken="the second tank of petrol"),
    Bill(
        AZORES,
        "Cash for Petra",
        "50.00",
        "2026-06-16",
        "Leonie",
        ("Petra",),
        "the banknote that Petra got from Leonie",
        "Reimbursement",
    ),
    _trip(
        "06-17",
        "Lunch in Furnas",
        "58.60",
        "Petra",
        ("Leonie", "Pedro", "Petra"),
        "midday in Furnas",
    ),
    _trip(
        "06-17",
        "Dinner in Furnas",
        "134.00",
        "Leonor",
        names(AZORES, "Pedro"),
        "the evening meal in Furnas",
    ),
    _trip(
        "06-17", "Hot springs", "40.00", "Leonie", names(AZORES, "Marta"), "bathing in warm water"
    ),
    _trip("06-18", "Fuel", "39.90", "Leonie", spoken="the last tank of petrol"),
    _trip(
        "06-18",
        "Cheese",
        "31.20",
        "Marta",
        ("Marta", "Leonie", "Petra"),
        "the wheel from the dairy",
    ),
    _trip("06-19", "Pineapples", "9.60", "Pedro", ("Pedro", "Petra"), "the fruit to take home"),
    _trip(
        "06-19",
        "Taxi to the airport",
        "24.00",
        "Leonie",
        names(AZORES, "Pedro"),
        "the cab on the last day",
    ),
    _before("05-20", "Flights", "702.00", "Marta", spoken="the plane tickets"),
    _before("06-19", "Rental car", "287.00", "Pedro", spoken="the car we hired"),
    _before("06-20", "Fuel", "44.10", "Pedro", spoken="the first tank of petrol"),
    _before("06-21", "Ferry to Pico", "51.00", "Leonor", spoken="the boat over to Pico"),
    _before("06-21", "Dinner in Madalena", "88.00", "Pedro", spoken="the evening meal in Madalena"),
    _before("06-22", "Whale watching", "165.00", "Leonor", spoken="the tour to see the whales"),
    _before("06-23", "Guest house Horta", "318.00", "Marta", spoken="where we slept in Horta"),
    _before("06-24", "Fuel", "37.65", "Leonor", spoken="the last tank of petrol"),
    _before(
        "06-25",
        "Dinner in Furnas",
        "71.40",
        "Marta",
        ("Marta", "Pedro"),
        "the evening meal in Furnas",
    ),
    _before("06-25", "Cheese", "22.80", "Leonor", spoken="the wheel from the dairy"),
    _band("02-06", "Valve oil", "17.90", "Otto", spoken="what keeps the trumpets running smoothly"),
    _band(
        "02-20", "Sheet music spring", "64.00", "Karin", spoken="the notes for the spring concert"
    ),
    _band("03-06", "Rehearsal room March", "90.00", "Karim", spoken="the hall for March"),
    _band("03-13", "Music stands", "156.00", "Ottilie", spoken="what the notes rest on"),
    _band("04-03", "Rehearsal room April", "90.00", "Karim", spoken="the hall for April"),
    _band("04-24", "Van for Kiel", "124.00", "Otto", spoken="the transport to Kiel"),
    _band("05-08", "Rehearsal room May", "95.00", "Karin", spoken="the hall for May"),
    _band("05-22", "Van for Lubeck", "118.00", "Jo", spoken="the transport to Lubeck"),
    _band("06-12", "Drumhead", "49.80", "Karim", names(BAND, "Otto"), "the skin of the big drum"),
    _band("07-10", "Uniform cleaning", "132.00", "Ottilie", spoken="the laundry of our jackets"),
    _band(
        "08-28", "Sheet music autumn", "71.50", "Karin", spoken="the notes for the autumn concert"
    ),
    _band("09-04", "Coffee", "13.20", "Jo", ("Jo", "Karin", "Otto"), "the hot drinks"),
)


def project(key: str) -> Project:
    return next(each for each in PROJECTS if each.id == key)


def bills(key: str) -> list[Bill]:
    return [each for each in BILLS if each.project == key]


def number(key: str, name: str) -> int:
    """A member's number in the app's database."""
    return next(n for n, each in enumerate(MEMBERS, 1) if (each.project, each.name) == (key, name))
