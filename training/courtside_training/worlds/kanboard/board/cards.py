"""What the museum's project boards hold: people, projects, cards. Nothing of it is real."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from random import Random

HOUSE = "Seamark Museum"
RUNNER = "maud"
PASSWORD = "a board on loopback"
COLUMNS = ("Ideas", "Ready", "In progress", "Review", "Done")
"""Of every project, from left to right."""
LIMIT = 4
"""How many cards "In progress" may hold: the board marks it when there are more."""
TAGS = ("volunteers", "outdoors", "borrowed", "fragile", "costs money")
COLOURS = ("Yellow", "Blue", "Green", "Purple", "Red", "Orange", "Grey", "Brown")
PRIORITIES = (0, 1, 2, 3)
"""The highest is the most pressing."""


@dataclass(frozen=True)
class Person:
    login: str
    name: str
    role: str = "app-user"

    @property
    def mail(self) -> str:
        return f"{self.login}@seamark.example"

    @property
    def first(self) -> str:
        return self.name.split()[0]


@dataclass(frozen=True)
class Project:
    number: int
    name: str
    about: str
    """What people call it who do not know its name."""
    code: str
    owner: str
    lanes: tuple[str, ...]
    categories: tuple[str, ...]
    members: tuple[str, ...]
    description: str


@dataclass(frozen=True)
class Subtask:
    title: str
    status: int
    """0: to do, 1: begun, 2: done."""
    to: str


@dataclass(frozen=True)
class Comment:
    by: str
    text: str


@dataclass(frozen=True)
class Card:
    number: int
    title: str
    about: str
    """What people call it who do not know its title."""
    project: int
    column: str
    lane: str
    to: str
    """Empty: nobody."""
    category: str
    priority: int
    colour: str
    due: date | None
    hours: int
    """The estimated hours; 0: none is given."""
    points: int
    """The complexity; 0: none is given."""
    reference: str
    description: str
    tags: tuple[str, ...]
    subtasks: tuple[Subtask, ...]
    comments: tuple[Comment, ...]
    blocks: int
    """Number of the card that waits for this one; 0: none."""
    is_open: bool = field(default=True)

    @property
    def word(self) -> str:
        """The word of the title that finds it, and those that are nearly it."""
        return self.title.split()[0]

    @property
    def is_late(self) -> bool:
        return self.is_open and self.due is not None and self.due < LATER


PEOPLE = (
    Person(RUNNER, "Maud Ellery", "app-admin"),
    Person("ada", "Ada Lindqvist", "app-manager"),
    Person("adam", "Adam Lindner"),
    Person("bruno", "Bruno Sato"),
    Person("clara", "Clara Novak"),
    Person("clemens", "Clemens Nowak"),
    Person("devi", "Devi Rao"),
    Person("finn", "Finn Okafor"),
)
STAFF = PEOPLE[1:]
_ALL = tuple(person.login for person in PEOPLE)
PROJECTS = (
    Project(
        1,
        "Boat hall",
        "the hall with the ships",
        "BOATS",
        "ada",
        ("Default swimlane",),
        ("Hull", "Rigging", "Safety", "Paperwork"),
        _ALL,
        "Everything that has to happen before the big boats can stand in the new hall.",
    ),
    Project(
        2,
        "New galleries",
        "the rooms with the exhibits",
        "GALLERY",
        "bruno",
        ("Ground floor", "Upper floor"),
        ("Cases", "Lighting", "Labels", "Climate"),
        _ALL,
        "Eleven rooms on two floors, from the empty wall to the last label.",
    ),
    Project(
        3,
        "School programme",
        "what we offer to classes",
        "SCHOOL",
        "clara",
        ("Default swimlane",),
        ("Workshops", "Material", "Booking"),
        tuple(login for login in _ALL if login != "finn"),
        "What pupils can do here from the first spring on.",
    ),
    Project(
        4,
        "Opening night",
        "the party on the first evening",
        "OPEN",
        "devi",
        ("Default swimlane",),
        ("Catering", "Music", "Guests", "Press"),
        tuple(login for login in _ALL if login not in ("adam", "clemens")),
        "One evening, four hundred people, no second try.",
    ),
)
_ROWS: tuple[tuple[int, str, str, str], ...] = (
    (1, "Lifeboat: build the cradle", "the wooden bed for the rescue boat", "Hull"),
    (1, "Lifeboat: scrape the keel", "getting the old paint off below the rescue boat", "Hull"),
    (1, "Lifeboat: find the logbook", "the missing diary of the rescue boat", "Paperwork"),
    (1, "Mast of the cutter: varnish", "a fresh coat for the tall pole of the cutter", "Rigging"),
    (
        1,
        "Mast of the cutter: transport",
        "bringing the tall pole of the cutter over here",
        "Rigging",
    ),
    (1, "Crane inspection", "having the lifting gear looked over", "Safety"),
    (1, "Crane operator's licence", "the permit for whoever lifts the boats", "Paperwork"),
    (1, "Railing around the dock", "the fence that keeps visitors out of the water", "Safety"),
    (1, "Sails: mend the jib", "the torn front sail", "Rigging"),
    (1, "Sails: dry storage", "a place without damp for the canvas", "Rigging"),
    (
        1,
        "Smoke detectors in the hall",
        "the devices that warn us of a fire under the roof",
        "Safety",
    ),
    (1, "Insurance for the steam launch", "the policy for the boat with the boiler", "Paperwork"),
    (1, "Engine of the steam launch", "the machine that turns the screw of the launch", "Hull"),
    (1, "Ropes: count and label", "putting names on all the cordage", "Rigging"),
    (1, "Ramp for wheelchairs", "the step-free way up to the boats", "Safety"),
    (2, "Case 4: new lock", "the showcase that does not shut properly", "Cases"),
    (2, "Case 9: anti-glare glass", "the showcase in which one only sees oneself", "Cases"),
    (2, "Case 12: rebuild the base", "the showcase that wobbles", "Cases"),
    (2, "Spotlights for the map room", "the lamps over the old charts", "Lighting"),
    (2, "Spotlights for the figurehead", "the lamps for the carved lady", "Lighting"),
    (2, "Labels in large print", "texts that old people can read", "Labels"),
    (2, "Labels in Braille", "texts for visitors who cannot see", "Labels"),
    (2, "Labels: second proofreading", "the last hunt for misprints on the walls", "Labels"),
    (2, "Humidity meter, chart room", "the gadget that tells how damp the charts are", "Climate"),
    (2, "Humidity meter, cellar", "the gadget that tells how damp it is downstairs", "Climate"),
    (2, "Curtains against the sun", "keeping daylight off the paintings", "Climate"),
    (2, "Emergency exit signs", "the green signs that show the way out", "Lighting"),
    (2, "Audio guide: record the captain", "the spoken tour with the old seaman's voice", "Labels"),
    (2, "Case 2: clean the glass", "the fingerprints on the second showcase", "Cases"),
    (2, "Ceiling lamps on dimmers", "making the big lights less bright", "Lighting"),
    (3, "Knot workshop: buy ropes", "the cord for the children who learn to tie", "Workshops"),
    (3, "Knot workshop: write the plan", "the course of the lesson about tying", "Workshops"),
    (
        3,
        "Compass workshop: magnets",
        "the little iron bits for the lesson on finding north",
        "Workshops",
    ),
    (3, "Worksheets for ages 6 to 9", "the paper games for the youngest", "Material"),
    (3, "Worksheets for ages 10 to 13", "the paper games for the older children", "Material"),
    (3, "Teacher's evening", "inviting those who bring classes", "Booking"),
    (3, "Teacher's handbook", "the booklet for those who bring classes", "Material"),
    (3, "Online form for classes", "the page on which schools reserve", "Booking"),
    (3, "Lunch room for groups", "a place where pupils eat their sandwiches", "Booking"),
    (3, "Costumes for the pirates' tour", "the hats and coats for playing buccaneers", "Material"),
    (3, "Signal flags to colour in", "the cloths that ships talk with, for crayons", "Material"),
    (3, "Bus parking", "a spot where the coaches can stand", "Booking"),
    (3, "Survey of last year's classes", "asking schools how they liked it", "Booking"),
    (4, "Band for the quay", "the players outside by the water", "Music"),
    (4, "Band for the foyer", "the players indoors at the entrance", "Music"),
    (4, "Loudspeakers: rent", "the machines that make speeches heard", "Music"),
    (4, "Fish soup for four hundred", "the hot meal out of the big pot", "Catering"),
    (4, "Drinks and glasses", "the things that people will toast with", "Catering"),
    (4, "Cake in the shape of a lighthouse", "the sweet tower", "Catering"),
    (4, "Invitations: print", "getting the cards for our guests onto paper", "Guests"),
    (4, "Invitations: list of donors", "the names of those who gave money", "Guests"),
    (4, "Mayor's speech", "the words of the head of the town", "Guests"),
    (4, "Press kit", "the folder for journalists", "Press"),
    (4, "Press tour the day before", "letting journalists in early", "Press"),
    (4, "Cloakroom helpers", "the watch over the coats", "Guests"),
    (4, "Fireworks permit", "the leave to shoot rockets", "Guests"),
    (4, "Photographer", "the person who takes the pictures", "Press"),
)
_CLOSED = (
    "Ropes: count and label",
    "Ramp for wheelchairs",
    "Case 2: clean the glass",
    "Ceiling lamps on dimmers",
    "Survey of last year's classes",
    "Fireworks permit",
    "Photographer",
)
"""Titles of what is over."""
_SUBTASKS = (
    ("Ask for two offers", "Compare the offers", "Order it"),
    ("Measure", "Make a drawing", "Show the drawing to the board"),
    ("Ring the harbour office", "Fetch the key", "Bring the key back"),
    ("Write a first version", "Let two people read it", "Send it to the printer"),
)
_COMMENTS = (
    "The offer is higher than we thought.",
    "I have spoken to the harbour office, they agree.",
    "Please wait for the board's meeting.",
    "There are photographs of it in the red folder.",
    "The firm can only come on Tuesdays.",
    "We did this wrongly last time: measure twice.",
)
_DESCRIPTIONS = (
    "Talk to the architect first.",
    "The old house had one; see what can be used again.",
    "Must be over before the paint goes on.",
    "",
)
LATE = date(2025, 9, 1)
"""The first due date of overdue cards: a date in the past, so that they are always overdue."""
LATER = date(2031, 10, 6)
"""The first day on which something will be due."""


def late_cards(project: int) -> list[Card]:
    """Those of a project that are overdue, the earliest first."""
    late = [each for each in open_cards(project=project) if each.is_late]
    return sorted(late, key=lambda each: str(each.due))


def open_cards(**fields: object) -> list[Card]:
    """Those that have these values."""
    return [
        card
        for card in cards()
        if card.is_open and all(getattr(card, name) == value for name, value in fields.items())
    ]


@cache
def cards() -> tuple[Card, ...]:
    """All of them, as they are at the start."""
    draw = Random(4)
    made: list[Card] = []
    for number, row in enumerate(_ROWS, start=1):
        made.append(_card(draw, number, row, made))
    return tuple(made)


def _card(draw: Random, number: int, row: tuple[int, str, str, str], before: list[Card]) -> Card:
    at, title, about, category = row
    is_open = title not in _CLOSED
    project = PROJECTS[at - 1]
    column = draw.choices(COLUMNS, (4, 4, 4, 4, 1))[0] if is_open else "Done"
    nobody = column in ("Ideas", "Ready") and draw.random() < 0.4
    staff = [login for login in project.members if login != RUNNER]
    splits = draw.random() < 0.45
    near = [card for card in before if card.project == at and card.is_open]
    return Card(
        number=number,
        title=title,
        about=about,
        project=at,
        column=column,
        lane=draw.choice(project.lanes),
        to="" if nobody else draw.choice(staff),
        category="" if draw.random() < 0.15 else category,
        priority=draw.choice(PRIORITIES),
        colour=draw.choice(COLOURS[:6]),
        due=_due(draw, number, is_open),
        hours=0 if splits else draw.choice((0, 2, 4, 6, 10, 16)),
        points=draw.choice((0, 1, 2, 3, 5, 8)),
        reference=f"{project.code}-{number + 300}" if draw.random() < 0.5 else "",
        description=draw.choice(_DESCRIPTIONS),
        tags=tuple(sorted(draw.sample(TAGS, draw.choice((0, 0, 1, 1, 2))))),
        subtasks=_subtasks(draw, staff, is_open) if splits else (),
        comments=tuple(
            Comment(draw.choice(staff), text)
            for text in draw.sample(_COMMENTS, draw.choice((0, 0, 0, 1, 1, 2)))
        ),
        blocks=draw.choice(near).number if near and draw.random() < 0.25 else 0,
        is_open=is_open,
    )


def _due(draw: Random, number: int, is_open: bool) -> date | None:
    """No two cards are due on the same day."""
    kind = draw.random()
    if kind < 0.35:
        return None
    if kind < 0.6 and is_open:
        return LATE + timedelta(days=2 * number)
    return LATER + timedelta(days=3 * number)


def _subtasks(draw: Random, staff: list[str], is_open: bool) -> tuple[Subtask, ...]:
    titles = draw.choice(_SUBTASKS)
    done = draw.randrange(len(titles)) if is_open else len(titles)
    return tuple(
        Subtask(title, 2 if n < done else draw.choice((0, 0, 1)), draw.choice(staff))
        for n, title in enumerate(titles)
    )
