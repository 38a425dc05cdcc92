"""What the tool library holds: branches, tools, members, loans. Read in two environments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random

RUNNER = "gerd"
SESSION = "toolshed" * 4
CONDITIONS = ("good", "worn", "broken")


@dataclass(frozen=True)
class Branch:
    name: str
    telephone: str
    opens: str


@dataclass(frozen=True)
class Tool:
    code: str
    name: str
    about: str
    """What people call it who do not know its name here."""
    sort: str
    branch: str
    deposit: str
    weight: str
    condition: str
    for_loan: bool


@dataclass(frozen=True)
class Member:
    name: str
    telephone: str
    joined: date
    branch: str
    paused: bool

    @property
    def mail(self) -> str:
        return f"{self.name.lower().replace(' ', '.')}@mail.example"


@dataclass(frozen=True)
class Loan:
    tool: int
    member: int
    """Their numbers, from 1."""
    taken: date
    due: date
    returned: date | None

    @property
    def is_out(self) -> bool:
        return self.returned is None


BRANCHES = (
    Branch("Harbour Street", "555 0310", "Tuesday to Friday, 9 to 12"),
    Branch("Harbour Square", "555 0301", "Tuesday to Friday, 14 to 18"),
    Branch("Old Brewery", "555 0322", "Saturday, 9 to 13"),
    Branch("Station Road", "555 0337", "Monday and Thursday, 16 to 19"),
)
SORTS = ("Drilling", "Sawing", "Garden", "Measuring", "Painting", "Lifting")
_NAMES = (
    ("Hammer drill, small", "the lighter of the hammer drills", 0),
    ("Hammer drill, large", "the heavier of the hammer drills", 0),
    ("Cordless drill", "the drill that needs no socket", 0),
    ("Drill stand", "what holds a drill upright", 0),
    ("Core drill", "what cuts wide round holes into stone", 0),
    ("Jigsaw", "what saws along curves", 1),
    ("Circular saw", "the saw with the round blade", 1),
    ("Chain saw, electric", "the chain saw with a plug", 1),
    ("Chain saw, petrol", "the chain saw with a tank", 1),
    ("Mitre saw", "the saw for skirting boards", 1),
    ("Tile saw", "the saw with the water bath", 1),
    ("Hedge trimmer, long", "what cuts high hedges", 2),
    ("Hedge trimmer, short", "what cuts low hedges", 2),
    ("Lawn mower", "what cuts the grass", 2),
    ("Lawn aerator", "what pricks holes into the grass", 2),
    ("Leaf blower", "what chases leaves away", 2),
    ("Wheelbarrow", "the barrow", 2),
    ("Laser level", "the beam that shows what is level", 3),
    ("Spirit level, 2 m", "the long level with the bubble", 3),
    ("Spirit level, 60 cm", "the short level with the bubble", 3),
    ("Moisture meter", "what tells how damp a wall is", 3),
    ("Cable finder", "what finds wires in a wall", 3),
    ("Paint sprayer", "what sprays paint", 4),
    ("Wallpaper steamer", "what gets old wallpaper off", 4),
    ("Wallpaper table", "the table for pasting", 4),
    ("Heat gun", "what blows hot air on old paint", 4),
    ("Stepladder, 5 rungs", "the low stepladder", 5),
    ("Stepladder, 8 rungs", "the high stepladder", 5),
    ("Chain hoist", "what pulls an engine up", 5),
    ("Car jack", "what lifts one side of a car", 5),
    ("Sack truck", "what one wheels a fridge with", 5),
    ("Piano dolly", "the low cart for a piano", 5),
)
_PEOPLE = (
    *("Ada Norris", "Ida Norris", "Ada Morris", "Ben Okoro", "Benno Okorie", "Clara Weiss"),
    *("Clara Weise", "Dario Conti", "Edda Lund", "Emil Lund", "Farid Aziz", "Hanne Krog"),
    *("Hanna Krog", "Ivo Marsh", "Jette Rask", "Kofi Mensah"),
)
_FIRST = date(2026, 4, 1)


@cache
def tools() -> tuple[Tool, ...]:
    draw = Random("tools")
    return tuple(_tool(draw, number, *row) for number, row in enumerate(_NAMES, start=1))


def _tool(draw: Random, number: int, name: str, about: str, sort: int) -> Tool:
    return Tool(
        code=f"{SORTS[sort][:2].upper()}-{number * 7 + 100}",
        name=name,
        about=about,
        sort=SORTS[sort],
        branch=draw.choice(BRANCHES).name,
        deposit=f"{draw.randrange(2, 30) * 5 + number / 100:.2f}",
        weight=f"{draw.randrange(4, 160) / 4 + number / 1000:.2f}",
        condition=draw.choices(CONDITIONS, (6, 3, 2))[0],
        for_loan=draw.random() < 0.85,
    )


@cache
def members() -> tuple[Member, ...]:
    draw = Random("members")
    days = draw.sample(range(900), len(_PEOPLE))
    return tuple(
        Member(
            name=name,
            telephone=f"555 07{number * 5 + 10}",
            joined=date(2023, 9, 1) + timedelta(days=day),
            branch=draw.choice(BRANCHES).name,
            paused=draw.random() < 0.25,
        )
        for number, (name, day) in enumerate(zip(_PEOPLE, days, strict=True), start=1)
    )


@cache
def loans() -> tuple[Loan, ...]:
    """One for each of 26 tools, and ten that are long over; no two are due on one day."""
    draw = Random("loans")
    lent = draw.sample(range(1, len(_NAMES) + 1), 26)
    found = []
    for number, tool in enumerate([*draw.sample(lent, 10), *lent]):
        taken = _FIRST + timedelta(days=3 * number)
        due = taken + timedelta(days=14)
        is_out = number >= 10 and draw.random() < 0.6
        back = None if is_out else due - timedelta(days=draw.randrange(1, 9))
        found.append(Loan(tool, draw.randint(1, len(_PEOPLE)), taken, due, back))
    return tuple(found)
