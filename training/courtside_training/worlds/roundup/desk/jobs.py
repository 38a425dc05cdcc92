"""What the Playhouse's repairs desk holds: people, keywords, jobs. Read in two environments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

HOUSE = "Playhouse repairs"
RUNNER = "vera"
PASSWORD = "a desk on loopback"
URGENCIES = ("danger", "this week", "this month", "this season", "nice to have")
STATES = (
    "unread",  # Roundup's own auditor gives it to whatever is new
    "on hold",
    "under discussion",
    "waiting for parts",
    "in work",
    "to be inspected",
    "good enough",
    "closed",
)
KEYWORDS = (
    "heating",
    "plumbing",
    "lighting",
    "rigging",
    "sound",
    "doors",
    "furniture",
    "cleaning",
    "fire",
)


@dataclass(frozen=True)
class Person:
    login: str
    name: str
    phone: str
    firm: str
    roles: str = "User"

    @property
    def address(self) -> str:
        return f"{self.login}@playhouse.example"


@dataclass(frozen=True)
class Remark:
    by: str
    text: str


@dataclass(frozen=True)
class Job:
    number: int
    title: str
    about: str
    """What people call it who do not know its title."""
    word: str
    """A word of the title that finds it, and those that are nearly it."""
    keyword: str
    urgency: str
    state: str
    by: str
    to: str
    """Empty: nobody."""
    nosy: tuple[str, ...]
    remarks: tuple[Remark, ...]

    @property
    def is_open(self) -> bool:
        return self.state != "closed"


PEOPLE = (
    Person(RUNNER, "Vera Holm", "4010", "Playhouse", "User,Admin"),
    Person("anselm", "Anselm Brodie", "4021", "Playhouse"),
    Person("anselma", "Anselma Ruiz", "4012", "Ruiz and Daughter"),
    Person("bettina", "Bettina Kral", "4033", "Playhouse"),
    Person("carlo", "Carlo Benedetti", "4039", "Playhouse"),
    Person("dunja", "Dunja Petrov", "4044", "Playhouse"),
    Person("dunstan", "Dunstan Petrie", "4054", "Lightwell Ltd"),
    Person("imre", "Imre Szabo", "4063", "Szabo Plumbing"),
    Person("noor", "Noor Haddad", "4071", "Playhouse"),
)
STAFF = PEOPLE[1:]
"""All but the one who runs the desk."""


def full_name(login: str) -> str:
    return next(person.name for person in PEOPLE if person.login == login)


_ROWS = (
    (
        "Radiator leaks, dressing room 2",
        "the leaking heater in the second dressing room",
        "heating",
    ),
    ("Radiator cold, dressing room 3", "the heater that stays cold in dressing room 3", "heating"),
    (
        "Radiator knocks, rehearsal room",
        "the knocking noise of the rehearsal room's heater",
        "heating",
    ),
    ("Tap drips, dressing room 2", "the dripping tap of the second dressing room", "plumbing"),
    ("Tap drips, bar", "the tap at the bar that never quite shuts", "plumbing"),
    (
        "Toilet runs, foyer left",
        "the toilet on the left of the foyer that keeps running",
        "plumbing",
    ),
    ("Toilet blocked, foyer right", "the clogged toilet on the right of the foyer", "plumbing"),
    ("Lamp out, stage door", "the dead lamp over the entrance for the actors", "lighting"),
    ("Lamp flickers, box office", "the flickering light where tickets are sold", "lighting"),
    ("Lamp flickers, workshop", "the flickering light in the carpenters' room", "lighting"),
    ("Exit sign dark, row A", "the unlit exit sign next to the first row", "fire"),
    ("Exit sign dark, gallery", "the unlit exit sign up in the gallery", "fire"),
    ("Fly bar 4 sticks", "the fourth fly bar, which gets stuck", "rigging"),
    ("Fly bar 7 sticks", "the seventh fly bar, which gets stuck", "rigging"),
    ("Fly bar 9 has a frayed rope", "the worn rope of the ninth fly bar", "rigging"),
    ("Trap door squeaks", "the noise of the hatch in the stage floor", "rigging"),
    ("Trap door latch is loose", "the loose catch of the hatch in the stage floor", "rigging"),
    (
        "Lift of the orchestra pit stops half-way",
        "the musicians' platform that stops half-way up",
        "rigging",
    ),
    (
        "Goods lift stops between floors",
        "the freight elevator that halts between two floors",
        "rigging",
    ),
    ("Microphone 3 hums", "the humming in the third microphone", "sound"),
    ("Microphone 5 cuts out", "the fifth microphone, which goes silent now and then", "sound"),
    ("Loudspeaker buzzes, gallery left", "the buzzing speaker on the gallery's left", "sound"),
    ("Loudspeaker silent, gallery right", "the mute speaker on the gallery's right", "sound"),
    ("Prompter has no intercom", "the missing talk-back line of the prompter", "sound"),
    ("Stage door does not lock", "the actors' entrance that cannot be locked", "doors"),
    ("Workshop door does not close", "the door of the carpenters' room that stays ajar", "doors"),
    ("Foyer door squeaks", "the squeaky door to the foyer", "doors"),
    ("Seat 12 in row F is torn", "the ripped seat number 12, row F", "furniture"),
    ("Seat 14 in row F wobbles", "the shaky seat number 14, row F", "furniture"),
    ("Seat 3 in row B wobbles", "the shaky seat number 3, row B", "furniture"),
    ("Curtain is torn at the hem", "the rip at the lower edge of the house curtain", "rigging"),
    ("Safety curtain comes down too slowly", "the fire curtain that takes too long", "fire"),
    ("Dimmer 8 gets hot", "the eighth dimmer, which overheats", "lighting"),
    ("Dimmer 11 does not answer", "the eleventh dimmer, which does not react", "lighting"),
    ("Follow spot left is weak", "the faint follow spot on the left", "lighting"),
    (
        "Follow spot right does not turn",
        "the right-hand follow spot that cannot be swivelled",
        "lighting",
    ),
    ("Coat rack 2 is bent", "the crooked coat rack", "furniture"),
    ("Coat rack 5 lost its numbers", "the coat rack without numbers", "furniture"),
    ("Dust in the costume store", "the dusty room where costumes hang", "cleaning"),
    ("Moths in the costume store", "the insects among the costumes", "cleaning"),
    ("Paint on the foyer carpet", "the paint that was spilt on the carpet", "cleaning"),
    ("Window of the sewing room sticks", "the jammed window of the seamstresses", "doors"),
    ("Window of the office does not open", "the office window that cannot be opened", "doors"),
    ("Fan of the kitchen is loud", "the noisy kitchen fan", "heating"),
    ("Fan of the dimmer room stopped", "the fan that died beside the dimmers", "heating"),
    ("Smoke detector beeps, wardrobe", "the beeping smoke alarm in the wardrobe", "fire"),
    ("Smoke detector missing, workshop", "the smoke alarm that the carpenters lack", "fire"),
    ("Ladder to the gallery shakes", "the unsteady ladder up to the gallery", "rigging"),
    ("Handrail loose, back stairs", "the loose handrail of the back stairs", "furniture"),
    ("Handrail loose, gallery stairs", "the loose handrail on the way to the gallery", "furniture"),
)
_REMARKS: dict[str, tuple[tuple[str, str], ...]] = {
    "Radiator leaks, dressing room 2": (
        ("imre", "The valve is worn. Part HV-218 costs 64 euros."),
        ("noor", "There is a bucket below it, please be quick."),
    ),
    "Radiator cold, dressing room 3": (("imre", "Part HV-281 would do, it costs 46 euros."),),
    "Tap drips, dressing room 2": (("imre", "A new washer, ten minutes of work."),),
    "Tap drips, bar": (("carlo", "About four litres in a night."), ("imre", "I come on Tuesday.")),
    "Toilet blocked, foyer right": (("imre", "The camera goes down on 14 May."),),
    "Toilet runs, foyer left": (("imre", "The float is new since 11 May."),),
    "Lamp flickers, box office": (("dunstan", "The ballast is dying. A new one costs 38 euros."),),
    "Lamp flickers, workshop": (("dunstan", "Only a loose tube. No charge."),),
    "Exit sign dark, gallery": (("dunja", "The inspector wants it lit by 2 June."),),
    "Exit sign dark, row A": (("dunja", "The inspector gave us until 12 June."),),
    "Fly bar 4 sticks": (("anselm", "It sticks 3 metres above the stage."),),
    "Fly bar 7 sticks": (("anselm", "It sticks 5 metres above the stage."),),
    "Fly bar 9 has a frayed rope": (
        ("anselm", "Nobody may hang more than 40 kilograms there."),
        ("anselma", "We bring 60 metres of rope on Friday."),
    ),
    "Goods lift stops between floors": (("bettina", "The firm's number is 555 0142."),),
    "Lift of the orchestra pit stops half-way": (("bettina", "The firm's number is 555 0124."),),
    "Microphone 3 hums": (("dunja", "Only near the dimmers."),),
    "Microphone 5 cuts out": (("dunja", "The battery contact is bent."),),
    "Stage door does not lock": (("noor", "The spare key lies with the porter."),),
    "Workshop door does not close": (("carlo", "The spare hinge lies in drawer 9."),),
    "Seat 12 in row F is torn": (("bettina", "Velvet, colour 7731, two metres."),),
    "Seat 14 in row F wobbles": (("bettina", "Two bolts M10 are missing."),),
    "Seat 3 in row B wobbles": (("bettina", "One bolt M8 is missing."),),
    "Safety curtain comes down too slowly": (("anselm", "It took 41 seconds. 30 are allowed."),),
    "Dimmer 8 gets hot": (("dunstan", "71 degrees after one act."),),
    "Dimmer 11 does not answer": (("dunstan", "Its address was 101 and should be 110."),),
    "Moths in the costume store": (("noor", "Mostly around the opera coats."),),
    "Handrail loose, back stairs": (("carlo", "Three screws are gone."),),
    "Handrail loose, gallery stairs": (("carlo", "The wall anchor has come out."),),
}
_LOGINS = [person.login for person in STAFF]


@cache
def jobs() -> tuple[Job, ...]:
    """All of them, numbered from 1 in the order in which they were reported."""
    draw = Random("playhouse")
    return tuple(_job(draw, number, *row) for number, row in enumerate(_ROWS, start=1))


def _job(draw: Random, number: int, title: str, about: str, keyword: str) -> Job:
    return Job(
        number=number,
        title=title,
        about=about,
        word=title.split()[0].rstrip(",").lower(),
        keyword=keyword,
        urgency=draw.choices(URGENCIES, (2, 4, 4, 3, 2))[0],
        state=draw.choices(STATES, (5, 2, 2, 3, 4, 2, 2, 4))[0],
        by=draw.choice(_LOGINS),
        to=draw.choice([*_LOGINS[:6], "", ""]),
        nosy=tuple(draw.sample(_LOGINS, draw.choice((0, 0, 1, 2)))),
        remarks=tuple(Remark(*fields) for fields in _REMARKS.get(title, ())),
    )
