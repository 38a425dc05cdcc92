"""Plans for the second page of a layer's type: paragraphs, lists, links, features of the font."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, operate

from .pages import (
    basics,
    details,
    featured,
    font,
    found,
    linked,
    listed,
    number,
    switched,
)

_LIST_STYLE = "list-style"


def _listed(layer: int, wrong: int, value: str, other: str, was: str = "") -> Part:
    part = details(layer, wrong, *listed(_LIST_STYLE, value, other))
    return Part(*part.moves, undo=listed(_LIST_STYLE, was) if was else ())


def _turned(layer: int, wrong: int, name: str, other: str = "") -> Part:
    """Flips a switch, which a second click takes back."""
    part = details(layer, wrong, switched(name, other))
    return Part(*part.moves, undo=(switched(name),))


def _unlinked(layer: int, wrong: int, *links: int) -> Part:
    gone = "[data-action=removeLink][data-link-id=lnk_{:03}]"
    edit = f"[data-action=editLink][data-link-id=lnk_{links[-1]:03}]"
    *first, last = (gone.format(link) for link in links)
    return details(layer, wrong, *map(operate, first), operate(last, edit))


PLANS: Plans = {
    "real/task_e7": Plan(_listed(5, 20, "bulleted", "none", "numbered")),
    "real/task_e20": Plan(_listed(20, 5, "bulleted", "none", "numbered")),
    "function/task_28": Plan(_listed(4, 5, "numbered", "none", "bulleted")),
    "real/task_h7": Plan(
        _listed(4, 0, "none", "numbered"),
        _listed(5, 0, "none", "bulleted"),
        _listed(20, 0, "none", "bulleted"),
    ),
    "real/task_h22": Plan(
        _listed(4, 0, "numbered", "none"),
        _listed(5, 0, "bulleted", "none"),
        _listed(20, 0, "bulleted", "none"),
    ),
    "real/task_m3": Plan(
        details(
            4,
            20,
            *listed(_LIST_STYLE, "numbered", "none"),
            number("list-spacing", "8", "18"),
        )
    ),
    "function/task_31": Plan(_turned(5, 20, "hanging-list", "hanging-punct")),
    "function/task_61": Plan(_turned(4, 5, "hanging-list", "hanging-punct")),
    "function/task_64": Plan(
        found(20, 5, "Install the font", "details", number("list-spacing", "10", "16"))
    ),
    "real/task_e12": Plan(_turned(19, 3, "vertical-trim", "truncation")),
    "real/task_h11": Plan(
        _turned(1, 0, "vertical-trim", "truncation"), _turned(3, 17, "vertical-trim")
    ),
    "function/task_27": Plan(_turned(2, 9, "hanging-punct", "truncation")),
    "real/task_e17": Plan(
        found(11, 2, "Truncated", "details", switched("truncation", "vertical-trim"))
    ),
    "real/task_m9": Plan(found(11, 0, "extremely", "details", number("max-lines", "5", "15"))),
    "real/task_m14": Plan(
        found(
            2,
            9,
            "Body Text",
            "details",
            switched("truncation", "vertical-trim"),
            number("max-lines", "4", "14"),
        )
    ),
    "real/task_m6": Plan(
        found(
            2,
            9,
            "gather feedback",
            "details",
            number("para-spacing", "24", "20"),
            number("para-indent", "20", "24"),
        )
    ),
    "function/task_25": Plan(found(2, 9, "Body", "details", number("para-spacing", "24", "42"))),
    "real/task_m10": Plan(
        Part(
            *basics(16, 15, *font("Georgia", "Merriweather")).moves,
            click("[data-tab=details]"),
            switched("hanging-punct", "vertical-trim"),
        )
    ),
    "real/task_m16": Plan(
        details(10, 8, *linked(12, 10, "https://figma.com/japan", "https://figma.com/jp"))
    ),
    "real/task_h10": Plan(_unlinked(7, 6, 3, 4)),
    "function/task_37": Plan(
        found(1, 3, "Design System", "details", *featured("calt", wrong="liga"))
    ),
    "function/task_38": Plan(found(12, 11, "JetBrains", "details", *featured("zero"))),
    "real/task_m19": Plan(found(1, 3, "Page Title", "details", *featured("ss01", wrong="ss02"))),
    "real/task_h26": Plan(details(3, 0, *featured("frac")), details(17, 16, *featured("frac"))),
    "real/task_h44": Plan(found(16, 19, "Spiekermann", "details", *featured("onum", "lnum"))),
}
