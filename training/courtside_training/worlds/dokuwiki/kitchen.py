"""What the kitchen's wiki knows: its dishes, suppliers, machines, shifts, meetings and people."""

from __future__ import annotations

from dataclasses import dataclass

WIKI = "Schoolhouse Kitchen"
RUNNER = "ines"
PASSWORD = "ladle-and-spoon"


@dataclass(frozen=True)
class Person:
    login: str
    name: str
    groups: str = "user"

    @property
    def mail(self) -> str:
        return f"{self.login}@kitchen.example"


PEOPLE = (
    Person(RUNNER, "Ines Faber", "admin,user"),
    Person("rosa", "Rosa Lindt"),
    Person("rosalie", "Rosalie Linde", "user,buyers"),
    Person("theo", "Theo Marchand"),
    Person("thea", "Thea Marquardt", "user,buyers"),
    Person("mats", "Mats Oland"),
    Person("marit", "Marit Olsen"),
    Person("jonas", "Jonas Birk", "user,trainees"),
)


STAFF = PEOPLE[1:]
"""All but the one who runs the kitchen."""


def full_name(login: str) -> str:
    return next(person.name for person in PEOPLE if person.login == login)


@dataclass(frozen=True)
class Supplier:
    title: str
    about: str
    contact: str
    phone: str
    day: str
    least: int
    prices: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        return f"suppliers:{name_of(self.title)}"


@dataclass(frozen=True)
class Dish:
    title: str
    about: str
    portions: int
    minutes: int
    main: str
    """Its first ingredient."""
    kilos: str
    contains: str
    """What somebody may not stand. Empty: nothing of that sort."""
    supplier: str
    method: str

    @property
    def id(self) -> str:
        return f"recipes:{name_of(self.title)}"


@dataclass(frozen=True)
class Machine:
    title: str
    about: str
    place: str
    keeper: str
    serviced: str
    cleaning: str

    @property
    def id(self) -> str:
        return f"machines:{name_of(self.title)}"


@dataclass(frozen=True)
class Meeting:
    day: str
    date: str
    chair: str
    present: tuple[str, ...]
    decisions: tuple[tuple[str, str], ...]
    """Who does what, by when."""

    @property
    def id(self) -> str:
        return f"minutes:{self.date}"

    @property
    def title(self) -> str:
        return f"Meeting of {self.day}"


def name_of(title: str) -> str:
    """The name that DokuWiki gives to a page of that title."""
    return title.lower().replace(" ", "_")


SUPPLIERS = (
    Supplier("Hillside Farm", "the farm on the hill", "Greta Moll", "555 0171", "Tuesday", 40,
             (("carrots", "1.10"), ("potatoes", "0.80"), ("onions", "0.95"))),
    Supplier("Hillbrook Farm", "the farm by the brook", "Gerta Mohl", "555 0117", "Thursday", 60,
             (("carrots", "0.98"), ("potatoes", "0.85"), ("apples", "1.60"))),
    Supplier("Quay Fishmonger", "the fishmonger at the quay", "Olaf Brandt", "555 0133", "Friday",
             75, (("cod", "13.40"), ("herring", "6.20"))),
    Supplier("Old Quay Grocer", "the grocer at the old quay", "Olga Brand", "555 0131", "Monday",
             30, (("lentils", "2.30"), ("rice", "1.90"), ("sugar", "1.05"))),
    Supplier("Mill and Son", "the mill", "Peter Sand", "555 0146", "Wednesday", 50,
             (("flour", "0.75"), ("oats", "1.20"), ("semolina", "1.35"))),
    Supplier("Northern Dairy", "the dairy in the north", "Birgit Aas", "555 0158", "Monday", 45,
             (("milk", "1.15"), ("butter", "7.90"), ("cream", "4.60"))),
    Supplier("Norton Dairy", "the dairy in Norton", "Birte Aal", "555 0185", "Wednesday", 35,
             (("milk", "1.05"), ("butter", "8.40"), ("eggs", "3.20"))),
    Supplier("Orchard Lane", "the orchard", "Henk Appel", "555 0162", "Tuesday", 25,
             (("apples", "1.45"), ("plums", "2.10"), ("onions", "1.02"))),
)  # fmt: skip
DISHES = (
    Dish("Carrot soup", "the soup of carrots", 24, 35, "carrots", "4", "milk", "Hillside Farm",
         "Simmer for 20 minutes and blend."),
    Dish("Carrot salad", "the raw dish of carrots", 30, 15, "carrots", "3", "mustard",
         "Hillbrook Farm", "Grate coarsely and dress at once."),
    Dish("Carrot cake", "the cake of carrots", 36, 70, "carrots", "2", "egg", "Hillside Farm",
         "Bake at 170 degrees for 45 minutes."),
    Dish("Lentil soup", "the soup of brown lentils", 28, 60, "lentils", "3", "celery",
         "Old Quay Grocer", "Cook slowly for 45 minutes."),
    Dish("Red lentil soup", "the soup of red lentils", 26, 30, "lentils", "2.5", "",
         "Old Quay Grocer", "Cook for 18 minutes, no longer."),
    Dish("Potato soup", "the soup of potatoes", 32, 45, "potatoes", "6", "celery",
         "Hillside Farm", "Mash a third of it."),
    Dish("Potato salad", "the cold dish of potatoes", 34, 50, "potatoes", "7", "egg",
         "Hillbrook Farm", "Leave it for two hours before serving."),
    Dish("Potato gratin", "the potatoes from the oven", 22, 85, "potatoes", "5", "milk",
         "Hillside Farm", "Bake at 180 degrees for 60 minutes."),
    Dish("Apple cake", "the cake of apples", 40, 75, "apples", "3.5", "egg", "Orchard Lane",
         "Bake at 175 degrees for 50 minutes."),
    Dish("Apple crumble", "the apples under crumbs", 38, 55, "apples", "4.5", "gluten",
         "Orchard Lane", "Bake at 190 degrees for 35 minutes."),
    Dish("Fish pie", "the pie with cod", 20, 80, "cod", "3", "fish", "Quay Fishmonger",
         "Bake at 185 degrees for 40 minutes."),
    Dish("Fish soup", "the soup with herring", 18, 50, "herring", "2.5", "fish",
         "Quay Fishmonger", "Add the herring five minutes before the end."),
    Dish("Rice pudding", "the sweet dish of rice", 30, 40, "rice", "2", "milk",
         "Old Quay Grocer", "Stir every three minutes."),
    Dish("Semolina pudding", "the sweet dish of semolina", 33, 25, "semolina", "1.5", "gluten",
         "Mill and Son", "Whisk while it boils."),
    Dish("Oat biscuits", "the biscuits", 60, 30, "oats", "1.8", "gluten", "Mill and Son",
         "Bake at 165 degrees for 14 minutes."),
    Dish("Onion tart", "the tart of onions", 16, 65, "onions", "2.2", "egg", "Hillside Farm",
         "Bake at 200 degrees for 30 minutes."),
)  # fmt: skip
MACHINES = (
    Machine("Mixer one", "the first mixer", "behind the door", "theo", "4 March",
            "Take off the bowl and wipe the shaft."),
    Machine("Mixer two", "the second mixer", "under the window", "thea", "4 May",
            "Rinse the hook with cold water."),
    Machine("Steam oven", "the oven that steams", "left of the sink", "marit", "19 June",
            "Run the rinsing programme for 12 minutes."),
    Machine("Deck oven", "the oven with three decks", "right of the sink", "mats", "9 June",
            "Brush the stones, never use water."),
    Machine("Dish washer", "what washes the plates", "in the scullery", "jonas", "22 April",
            "Empty the sieve twice a day."),
    Machine("Pot washer", "what washes the pots", "in the scullery", "rosa", "12 April",
            "Empty the sieve once a day."),
    Machine("Cold room", "the big cold room", "down the corridor", "rosalie", "30 January",
            "Wipe the shelves with vinegar."),
    Machine("Blast chiller", "what cools within minutes", "beside the cold room", "rosalie",
            "13 January", "Dry it with the door open."),
)  # fmt: skip
MEETINGS = (
    Meeting("6 July 2026", "2026-07-06", "rosa", ("rosa", "theo", "mats"),
            (("theo", "orders new aprons by 1 August"), ("mats", "sharpens all knives"))),
    Meeting("10 August 2026", "2026-08-10", "thea", ("thea", "marit", "jonas"),
            (("marit", "asks for offers for a slicer"), ("jonas", "labels the spice jars"))),
    Meeting("7 September 2026", "2026-09-07", "mats", ("mats", "rosalie", "thea", "rosa"),
            (("rosalie", "plans the autumn menu"), ("rosa", "repairs the fly screen"))),
    Meeting("14 September 2026", "2026-09-14", "marit", ("marit", "theo", "jonas", "rosa"),
            (("jonas", "buys forty soup plates"), ("theo", "writes to the parents"))),
    Meeting("5 October 2026", "2026-10-05", "rosalie", ("rosalie", "thea", "mats"),
            (("thea", "buys fourteen soup ladles"), ("mats", "tests the smoke alarm"))),
)  # fmt: skip
DUTIES = ("Cooking", "Serving", "Washing up", "Shopping")
ROTA = {
    "Monday": ("rosa", "theo", "jonas", "thea"),
    "Tuesday": ("mats", "rosalie", "rosa", "marit"),
    "Wednesday": ("thea", "jonas", "theo", "rosalie"),
    "Thursday": ("marit", "rosa", "mats", "theo"),
    "Friday": ("rosalie", "marit", "thea", "mats"),
}
RULES = {
    "Hygiene": "Wash hands for thirty seconds. Tie back your hair. Colds stay at home.",
    "Allergies": "The list hangs beside the hatch. In doubt ask Marit.",
    "Keys": "The cellar key hangs behind the clock. The spare one lies in the red tin.",
    "Gas": "The main tap is under the third window. Turn it a quarter to the left.",
    "Waste": "Peelings go into the brown bin, which is emptied on Fridays.",
    "Fire": "A burning pan is smothered with a lid. The blanket hangs at the back door.",
}
PLANNED = {"recipes": ("Plum cake", "Barley soup"), "suppliers": ("Spice Route",)}
"""Pages that are linked to and do not exist."""


@dataclass(frozen=True)
class Version:
    """What a page said before, and who said it when the page was first written."""

    page: str
    now: str
    once: str
    by: str
    why: str
    """What the later author noted."""


OLD = (
    Version("recipes:carrot_soup", "24 portions", "18 portions", "theo", "more of it"),
    Version("recipes:potato_gratin", "180 degrees for 60", "200 degrees for 50", "mats", "gentler"),
    Version("recipes:apple_cake", "50 minutes", "65 minutes", "rosalie", "it was dry"),
    Version("suppliers:hillside_farm", "555 0171", "555 0107", "thea", "new number"),
    Version("suppliers:mill_and_son", "Wednesdays", "Mondays", "jonas", "they changed the day"),
    Version("machines:steam_oven", "12 minutes", "20 minutes", "marit", "the manual says so"),
    Version("rota:monday", "Theo Marchand", "Mats Oland", "rosa", "they swapped"),
    Version("rules:keys", "behind the clock", "beside the fridge", "theo", "moved"),
)
AUTHORS = tuple(person.login for person in STAFF)


def author_of(number: int) -> str:
    """Who wrote the page of that number, in the order of `pages`."""
    return AUTHORS[(number * 3 + number // 5) % len(AUTHORS)]
