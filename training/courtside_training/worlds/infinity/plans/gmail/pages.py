"""Where things are in the mail app."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, click

SETTINGS = click("role=button[name='Settings']", note="The settings are at the top.")
INBOX = click("[data-testid=sidebar-inbox]", note="Back to the inbox.")
SAVE = "role=button[name='Save Changes']"
CANCEL = "[data-testid=settings-cancel]"


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
