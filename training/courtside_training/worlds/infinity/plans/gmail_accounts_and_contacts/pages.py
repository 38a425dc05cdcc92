"""Where things are in the address book, and what is often done there."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, click, fill, operate, pick, submit

CONTACTS = click("[data-filter=all]", note="All contacts.")
CANCEL = ".modal-overlay >> text=Cancel"
LABELS = {
    "Family": 1,
    "Friends": 2,
    "Work": 3,
    "VIP Clients": 4,
    "Gym Buddies": 5,
    "College Alumni": 6,
    "Neighbors": 7,
    "Book Club": 8,
    "Vendors": 9,
    "Emergency": 10,
    "Travel Contacts": 11,
    "Healthcare": 12,
}
_EDIT = ".detail-panel [title=Edit]"
_DELETE = ".detail-panel [title=Delete]"
_SAVE = submit("[data-action=save-edited-contact]", cancel=CANCEL)
_DELETED = submit("[data-action=confirm-delete-contact]", cancel="[data-action=close-confirm]")


def view(name: str) -> Move:
    """A page of the side bar: "delegates", "linked-services", "settings"."""
    return click(f"[data-view={name}]")


def card(number: int) -> str:
    """A contact in the list."""
    return f"[data-contact-id=contact_{number:02}][data-action=select-contact]"


def found(name: str, number: int, wrong: int = 0, other: str = "") -> tuple[Move, ...]:
    """Searches for a contact and opens it; nearly right is another of the same search."""
    search = fill("#contact-search-input", name, other)
    return CONTACTS, search, pick(card(number), card(wrong) if wrong else "")


def opened(number: int, wrong: int) -> tuple[Move, ...]:
    """Opens a contact of the first page."""
    return CONTACTS, pick(card(number), card(wrong))


def starred(way: tuple[Move, ...]) -> Part:
    """Gives the contact that is open a star, or takes it away."""
    return Part(*way, operate(".detail-panel [data-action=toggle-star]", _DELETE))


def edited(way: tuple[Move, ...], **values: tuple[str, str]) -> Part:
    """Sets fields of a contact: each a right value and a wrong one."""
    fields = [
        fill(f"#edit-contact-{name.replace('_', '-')}", right, wrong)
        for name, (right, wrong) in values.items()
    ]
    return Part(*way, click(_EDIT), *fields, _SAVE)


def deleted(way: tuple[Move, ...]) -> Part:
    return Part(*way, operate(_DELETE, ".detail-panel [title=Close]"), _DELETED)


def labelled(way: tuple[Move, ...], *names: tuple[str, str]) -> Part:
    """Switches labels of a contact: each with another one that is nearly right.

    In the form that edits it: the list beside "Add label" takes no choice.
    """
    switches = [click(_switch(right), _switch(wrong)) for right, wrong in names]
    return Part(*way, click(_EDIT), *switches, _SAVE)


def _switch(name: str) -> str:
    return f"[data-edit-contact-label=clabel_{LABELS[name]}]"


def new_label(name: str, wrong: str, colour: str = "", other: str = "") -> Part:
    """Creates a label, where wanted in a colour."""
    swatch = "[data-color='{}']"
    tint = [click(swatch.format(colour), swatch.format(other))] if colour else []
    return Part(
        click("[title='Create label']"),
        fill("#new-label-name", name, wrong),
        *tint,
        submit("[data-action=save-new-label]", cancel=CANCEL),
    )


def edit_label(name: str, other: str) -> tuple[Move, Move]:
    """Opens a label to change it."""
    edit = "[data-action=edit-label][data-label-id=clabel_{}]"
    row = "[data-action=filter-by-label][data-label-id=clabel_{}]"
    return (
        pick(row.format(LABELS[name]), row.format(LABELS[other])),
        pick(edit.format(LABELS[name])),
    )


def label_gone(name: str, other: str) -> Part:
    return Part(
        *edit_label(name, other),
        submit("[data-action=delete-label]", cancel=CANCEL),
    )


def moved(number: int, wrong: int) -> Part:
    """An automatically saved contact becomes one of the main ones."""
    return _of_others("move-to-contacts", "delete-other-contact", number, wrong)


def dropped(number: int, wrong: int) -> Part:
    """An automatically saved contact is deleted."""
    return _of_others("delete-other-contact", "move-to-contacts", number, wrong)


def _of_others(action: str, instead: str, number: int, wrong: int) -> Part:
    there = "div[data-other-id=other_{:02}] [data-action={}]"
    act = pick(there.format(number, action), there.format(wrong, action))
    return Part(view("other-contacts"), act)
