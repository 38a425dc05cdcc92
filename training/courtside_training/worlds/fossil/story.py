"""What stands in Fossil at the start: a small project's history, made up. Data only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    login: str
    contact: str
    rights: str
    """Letters, as `fossil user capabilities` takes them, in the order that Fossil keeps them in."""


@dataclass(frozen=True)
class Ticket:
    title: str
    type: str
    severity: str
    priority: str
    status: str
    by: str
    comment: str
    remarks: tuple[tuple[str, str], ...] = ()
    """(who, what), oldest first."""


@dataclass(frozen=True)
class Post:
    by: str
    text: str


@dataclass(frozen=True)
class Thread:
    title: str
    posts: tuple[Post, ...]
    """The first opens it, all others answer the first."""


@dataclass(frozen=True)
class Checkin:
    comment: str
    by: str
    file: str
    """The one that it changes."""
    tags: tuple[str, ...] = ()


PROJECT = "Tidewatch"
ADMIN = "mira"
PEOPLE = (
    Person(ADMIN, "Mira Holt <mira@tidewatch.example>", "s"),
    Person("tomas", "Tomas Vey <tomas@tidewatch.example>", "hjkmnpqrtvw234"),
    Person("aiko", "Aiko Sato <aiko@tidewatch.example>", "hjkmnrv23"),
    Person("bjarne", "Bjarne Lund <bjarne@tidewatch.example>", "hjkmnrv23"),
    Person("odile", "Odile Marchand <odile@tidewatch.example>", "hjrv2"),
)
TICKETS = (
    Ticket(
        "Tide table shows the wrong year",
        "Code_Defect",
        "Severe",
        "High",
        "Open",
        "aiko",
        "The table for Brest says 2024 in its heading.",
        (("tomas", "Seen with the harbour of Roscoff too."),),
    ),
    Ticket(
        "Moon phase icon is missing",
        "Code_Defect",
        "Minor",
        "Low",
        "Open",
        "bjarne",
        "The last quarter has an empty square.",
    ),
    Ticket(
        "Export to calendar files",
        "Feature_Request",
        "Important",
        "Medium",
        "Open",
        "odile",
        "I would like to have high waters in my calendar.",
        (("mira", "A good idea for the spring release."),),
    ),
    Ticket(
        "Build fails on older compilers",
        "Build_Problem",
        "Critical",
        "Immediate",
        "Verified",
        "tomas",
        "A declaration after a statement in harmonics.c.",
    ),
    Ticket(
        "Manual does not explain datum",
        "Documentation",
        "Minor",
        "Medium",
        "Open",
        "aiko",
        "Chart datum and mean sea level are mixed up.",
    ),
    Ticket(
        "Crash when the station list is empty",
        "Code_Defect",
        "Critical",
        "High",
        "Review",
        "bjarne",
        "It divides by the number of stations.",
        (("aiko", "A guard in stations.c would do."), ("bjarne", "I can test that.")),
    ),
    Ticket(
        "Dark colours for night watches",
        "Feature_Request",
        "Cosmetic",
        "Low",
        "Deferred",
        "odile",
        "White pages blind at night.",
    ),
    Ticket(
        "Wind arrows point the wrong way",
        "Code_Defect",
        "Important",
        "High",
        "Open",
        "tomas",
        "They show where the wind goes, not where it comes from.",
    ),
    Ticket(
        "Typing error in the French help",
        "Documentation",
        "Cosmetic",
        "Zero",
        "Fixed",
        "odile",
        "It says maree without its accent.",
    ),
    Ticket(
        "Server runs out of disk space",
        "Incident",
        "Severe",
        "Immediate",
        "Open",
        "mira",
        "Old forecasts are never removed.",
    ),
    Ticket(
        "Feet as a unit of height",
        "Feature_Request",
        "Minor",
        "Medium",
        "Open",
        "bjarne",
        "Some pilots still want feet.",
    ),
    Ticket(
        "Search ignores accents",
        "Code_Defect",
        "Important",
        "Medium",
        "Tested",
        "aiko",
        "Looking for Saint-Malo works, for Etel it does not.",
    ),
)
WIKI = {
    "Release plan": "The spring release is planned for 14 April.\n\nRelease manager: Aiko Sato.\n\n"
    "Freeze of features: 30 March.",
    "House rules": "Be kind.\n\nEach change has a test.\n\nReviews take two days at most.",
    "Harbour list": "Supported harbours: Brest, Roscoff, Concarneau and Lorient.\n\n"
    "The reference harbour is Brest.",
    "Meeting notes": "Meetings are on Thursdays at 10:30.\n\nThe next chair is Bjarne Lund.",
    "Data sources": "Constants come from the hydrographic office.\n\n"
    "They are renewed every 19 years.",
    "Glossary": "Neap tide: the smallest range.\n\nSpring tide: the largest range.",
    "Server handbook": "The server restarts at 03:40 each night.\n\nBackups are kept for 21 days.",
    "Ideas": "A watch face.\n\nA printed tide clock.",
}
THREADS = (
    Thread(
        "Which compiler do we support?",
        (
            Post("tomas", "Shall we drop the old ones?"),
            Post("aiko", "Only after the spring release."),
            Post("bjarne", "I still need the old one on my boat."),
        ),
    ),
    Thread("Welcome to the forum", (Post("mira", "Say hello here."), Post("odile", "Bonjour!"))),
    Thread(
        "Printing a month on one page",
        (
            Post("odile", "The last line falls off the page."),
            Post("tomas", "Smaller margins help."),
        ),
    ),
    Thread(
        "Meeting on Thursday",
        (
            Post("bjarne", "Who brings the cake?"),
            Post("aiko", "I do."),
            Post("odile", "I cannot come."),
            Post("tomas", "I will be late."),
        ),
    ),
    Thread("Strange heights at Lorient", (Post("aiko", "They are 12 cm too low since Monday."),)),
    Thread(
        "How do I add a harbour?",
        (
            Post("bjarne", "Is there a form for it?"),
            Post("mira", "Edit stations.txt and send a patch."),
        ),
    ),
    Thread(
        "Names for the spring release",
        (
            Post("mira", "I propose Curlew."),
            Post("odile", "Sandpiper!"),
            Post("bjarne", "Curlew is fine."),
        ),
    ),
    Thread("Offline tables on a phone", (Post("tomas", "Has anybody tried it?"),)),
)
CHECKINS = (
    Checkin("Begin the project", "mira", "README.txt"),
    Checkin("Add the harmonic constants of Brest", "tomas", "data/brest.txt"),
    Checkin("Compute heights for each hour", "tomas", "src/harmonics.c"),
    Checkin("List the stations by name", "aiko", "src/stations.c", ("version-1.0",)),
    Checkin("Draw the curve of a day", "bjarne", "src/curve.c"),
    Checkin("Round heights to centimetres", "aiko", "src/harmonics.c"),
    Checkin("Add Roscoff", "odile", "data/roscoff.txt"),
    Checkin("Explain the units in the readme", "mira", "README.txt", ("version-1.1",)),
    Checkin("Mark the highest water of the month", "bjarne", "src/curve.c"),
    Checkin("Read stations in any order", "aiko", "src/stations.c"),
)
