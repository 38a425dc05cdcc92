"""Where things are in the mail app, and what is often done with messages."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    choose,
    click,
    fill,
    operate,
    pick,
    submit,
)

SETTINGS = click("role=button[name='Settings']", note="The settings are at the top.")
INBOX = click("[data-testid=sidebar-inbox]", note="To the inbox.")
SAVED = submit(
    "role=button[name='Save Changes']", cancel="[data-testid=settings-page] >> text=Cancel"
)
_CLOSE = "[data-action=close-modal]"
_NAMES = {
    "archive": "toolbar-archive",
    "delete": "toolbar-delete",
    "spam": "toolbar-spam",
    "read": "toolbar-mark-read",
    "unread": "toolbar-mark-unread",
}


def folder(name: str, wrong: str = "") -> Move:
    """A folder of the side bar: "spam", "trash", "label-label_5"."""
    other = f"[data-testid=sidebar-{wrong}]" if wrong else ""
    return click(f"[data-testid=sidebar-{name}]", other)


def tab(name: str, wrong: str = "") -> Move:
    """A category tab over the inbox."""
    other = f"[data-testid=category-tab-{wrong}]" if wrong else ""
    return click(f"[data-testid=category-tab-{name}]", other)


def row(number: int) -> str:
    """A message in a list."""
    return f"[data-testid=email-item-{number}]"


def box(number: int) -> str:
    """The box that selects a message."""
    return f"[data-testid=email-checkbox-{number}]"


def star(number: int) -> str:
    return f"[data-testid=email-star-{number}]"


def important(number: int) -> str:
    return f"[data-testid=email-important-{number}]"


def option(label: str) -> str:
    """A radio button of the settings."""
    return f"label.radio-option:text-is('{label}')"


def settings_tab(name: str) -> tuple[Move, Move]:
    """A page of the settings: "labels", "inbox", "filters"."""
    return SETTINGS, click(f"[data-testid=settings-tab-{name}]")


def boxes(*numbers: int, wrong: int = 0) -> tuple[Move, ...]:
    """Selects messages; nearly right is another than the last of them."""
    *first, last = numbers
    return (*(pick(box(n)) for n in first), pick(box(last), box(wrong) if wrong else ""))


def tool(name: str, wrong: str = "") -> Move:
    """A button over the list: "archive", "delete", "spam", "read", "unread"."""
    other = f"[data-testid={_NAMES[wrong]}]" if wrong else ""
    return operate(f"[data-testid={_NAMES[name]}]", other)


def more(label: str, wrong: str = "") -> tuple[Move, Move]:
    """An entry of the menu of further things to do with what is selected."""
    other = f".dropdown-item:has-text('{wrong}')" if wrong else ""
    entry = f".dropdown-item:has-text('{label}')"
    return click("[data-testid=toolbar-more]"), operate(entry, other)


def labels(*names: str, wrong: str = "") -> tuple[Move, ...]:
    """Switches labels of what is selected."""
    last = names[-1]
    switches = [
        click(_label(name), _label(wrong) if wrong and name == last else "") for name in names
    ]
    apply = submit("role=button[name='Apply']", cancel=_CLOSE)
    return click("[data-testid=toolbar-label]"), *switches, apply


def _label(name: str) -> str:
    return f".label-picker-item >> text='{name}'"


def new_label(name: str, wrong: str, under: str = "", other: str = "") -> Part:
    """Creates a label, where wanted under another one."""
    nested = [choose("[data-testid=label-parent-select]", under, other)] if under else []
    return Part(
        click("[data-testid=create-label-btn]"),
        fill("[data-testid=label-name-input]", name, wrong),
        *nested,
        submit("#createLabelBtn", cancel="role=button[name='Cancel']"),
    )


def write(to: str, subject: str, body: str, wrong: tuple[str, str, str]) -> tuple[Move, ...]:
    """Opens a new message and fills it in; `wrong`: another of each."""
    return (
        click("[data-testid=compose-btn]", note="I write a message."),
        fill("[data-testid=compose-to]", to, wrong[0]),
        fill("[data-testid=compose-subject]", subject, wrong[1]),
        fill("[data-testid=compose-body]", body, wrong[2]),
    )


SENT = submit(
    "[data-testid=compose-send]",
    less="[data-testid=compose-modal] [aria-label=Close]",
    cancel="[aria-label='Discard draft']",
)
DRAFTED = submit(
    "[data-testid=compose-modal] [aria-label=Close]", cancel="[aria-label='Discard draft']"
)
CONFIRMED = submit("#confirmActionBtn", cancel="#modalFooter >> text=Cancel")
