"""Where things are in the app for patients' charts, and what is often done there."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    click,
    fill,
    operate,
    pick,
    submit,
)

PATIENTS = click("[data-section=patients]", note="To the list of patients.")
TEMPLATES = click("[data-section=templates]", note="To the templates.")
CATEGORIES = click("[data-section=categories]", note="To the categories.")
SETTINGS = click("[data-section=settings]", note="To the settings.")
CANCEL = ".modal-footer [data-action=close-modal]"
CLOSED = click(CANCEL, note="I close the note.")
CONFIRMED = submit("[data-action=confirm-delete]", cancel=CANCEL)


def saved(what: str) -> Move:
    """Saves the form: "tag", "problem", "vitals"."""
    return submit(f"[data-action=save-{what}]", cancel=CANCEL)


def row(name: str) -> str:
    """A patient in the list, by last name."""
    return f'.patient-row:has-text("{name},")'


def chart(name: str, wrong: str = "", tab: str = "") -> tuple[Move, ...]:
    """Opens a patient's chart; `tab`: "notes", "vaccinations", "vitals", "careplans"."""
    opened = pick(row(name), row(wrong) if wrong else "")
    return (PATIENTS, opened, *_tab(tab))


def found(name: str, wrong: str = "", tab: str = "") -> tuple[Move, ...]:
    """Opens a patient's chart by the search over the list."""
    typed = fill("#patient-search", name, wrong)
    return (PATIENTS, typed, pick(row(name)), *_tab(tab))


def _tab(name: str) -> tuple[Move, ...]:
    return (click(f".tab[data-tab={name}]"),) if name else ()


def listed(menu: str, label: str, wrong: str = "") -> tuple[Move, Move]:
    """Chooses in one of the app's own lists."""
    entry = f'[data-dropdown-menu={menu}] .dropdown-item:text-is("{{}}")'
    way = click(f"[data-dropdown-trigger={menu}]")
    return way, click(entry.format(label), entry.format(wrong) if wrong else "")


def _tag_added(tag: str, wrong: str = "") -> tuple[Move, ...]:
    return click("[data-action=add-tag]"), fill("#tag-name", tag, wrong), saved("tag")


def _tag_removed(tag: str) -> str:
    return f"[data-action=remove-tag][data-tag='{tag}']"


def tagged(name: str, tag: str, wrong: str = "", other: str = "") -> Part:
    """Puts a tag on a chart; nearly right is another tag, or the chart of another patient."""
    added = _tag_added(tag, wrong)
    return Part(
        *chart(name, other),
        *added,
        other=(*found(name), *_tag_added(tag)),
        undo=(click(_tag_removed(tag)),),
    )


def untagged(name: str, tag: str, wrong: str = "", other: str = "") -> Part:
    """Takes a tag off a chart; nearly right is another tag, or the chart of another patient."""
    removed = operate(_tag_removed(tag), _tag_removed(wrong) if wrong else "")
    return Part(
        *chart(name, other),
        removed,
        other=(*found(name), click(_tag_removed(tag))),
        undo=_tag_added(tag),
    )


def problem(title: str) -> str:
    """A problem on the list of the chart that is open."""
    return f'.problem-item:has(.problem-title:has-text("{title}"))'


def template(name: str, action: str) -> str:
    """A button of a template: "edit", "duplicate", "delete"."""
    return f'.template-card:has(strong:text-is("{name}")) [data-action={action}-template]'


def category(name: str, action: str) -> str:
    """A button of a category: "edit", "remove"."""
    return f'.category-row:has-text("{name}") [data-action={action}-category]'


def appointment(name: str) -> str:
    """The button that opens the settings of a kind of appointment."""
    return f'tr:has(td:text-is("{name}")) [data-action=edit-appointment-type]'
