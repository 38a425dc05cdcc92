"""Plans for the address book's labels, and for many contacts at once."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, fill, submit

from .pages import (
    CANCEL,
    dropped,
    edit_label,
    found,
    label_gone,
    labelled,
    moved,
    new_label,
    opened,
    starred,
)

_LABEL_SAVED = submit("[data-action=save-edited-label]", cancel=CANCEL)
_SARAH = found("Chen", 1, 29)


def _renamed(name: str, other: str, new: str, wrong: str) -> Part:
    return Part(*edit_label(name, other), fill("#edit-label-name", new, wrong), _LABEL_SAVED)


def _tinted(name: str, other: str, colour: str, wrong: str) -> Part:
    swatch = "[data-color='{}']"
    tint = click(swatch.format(colour), swatch.format(wrong))
    return Part(*edit_label(name, other), tint, _LABEL_SAVED)


PLANS: Plans = {
    "real/task_e11": Plan(label_gone("College Alumni", "Book Club")),
    "function/task_17": Plan(label_gone("Book Club", "Gym Buddies")),
    "function/task_19": Plan(label_gone("Travel Contacts", "Vendors")),
    "real/task_e20": Plan(_renamed("Emergency", "Healthcare", "Urgent", "Emergencies")),
    "function/task_16": Plan(_renamed("Gym Buddies", "Book Club", "Fitness Friends", "Fitness")),
    "function/task_66": Plan(
        _renamed("College Alumni", "Neighbors", "University Network", "Alumni Network")
    ),
    "function/task_18": Plan(_tinted("Family", "Friends", "#34A853", "#8BC34A")),
    "real/task_m4": Plan(
        _renamed("Gym Buddies", "Book Club", "Fitness", "Fittness"),
        _tinted("Gym Buddies", "Book Club", "#4285F4", "#2196F3"),
    ),
    "function/task_14": Plan(new_label("Investors", "Investor", "#FF5722", "#FF6D01")),
    "function/task_15": Plan(new_label("Conference", "Conferences")),
    "function/task_20": Plan(labelled(opened(6, 20), ("Friends", "Family"))),
    "function/task_21": Plan(labelled(_SARAH, ("Work", "VIP Clients"))),
    "function/task_22": Plan(labelled(opened(14, 19), ("VIP Clients", "Vendors"))),
    "function/task_23": Plan(labelled(opened(22, 12), ("Gym Buddies", "College Alumni"))),
    "real/task_h13": Plan(
        labelled(found("EuroDesign", 15, 37), ("Work", "Family"), ("VIP Clients", "Vendors")),
        labelled(found("EuroDesign", 37, 15), ("Work", "Family"), ("VIP Clients", "Vendors")),
    ),
    "real/task_h23": Plan(labelled(opened(3, 37), ("Emergency", "Healthcare"))),
    "real/task_h24": Plan(moved(6, 13)),
    "real/task_h25": Plan(
        labelled(found("CloudNine", 5), ("Work", "Friends")),
        labelled(found("CloudNine", 36), ("Work", "Friends")),
    ),
    "real/task_h33": Plan(moved(3, 1), moved(13, 11)),
    "real/task_h7": Plan(dropped(5, 2), dropped(7, 10), dropped(12, 10), dropped(19, 9)),
    "real/task_h9": Plan(
        *(starred(found(name, number)) for name, number in (("Chen", 1), ("CloudNine", 5))),
        starred(opened(2, 25)),
        starred(opened(3, 37)),
        starred(opened(14, 19)),
        starred(opened(21, 11)),
        starred(opened(30, 4)),
    ),
    "real/task_h74": Plan(
        labelled(opened(17, 22), ("Gym Buddies", "Healthcare"), ("Friends", "Family")),
        labelled(opened(35, 22), ("Gym Buddies", "Healthcare"), ("Friends", "Family")),
    ),
    "real/task_h76": Plan(
        labelled(
            found("Stanford", 10),
            ("College Alumni", "Gym Buddies"),
            ("Work", "Friends"),
            ("VIP Clients", "Vendors"),
        )
    ),
    "own/no-club": Plan(
        labelled(found("To", 38, 8), ("Book Club", "Neighbors")),
        task="Tony does not come to our reading evenings any more. Note that.",
    ),
    "own/doctors": Plan(
        _renamed("Healthcare", "Emergency", "Doctors", "Doctor"),
        labelled(opened(35, 6), ("Healthcare", "Gym Buddies")),
        task="Call the tag for medical people Doctors, and take the yoga teacher out of it.",
    ),
}
