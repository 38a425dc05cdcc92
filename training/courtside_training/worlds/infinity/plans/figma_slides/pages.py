"""Where things are in the presentation app, and what is often done with slides and objects."""

from __future__ import annotations

from dataclasses import replace

from courtside_store.geometry import Point
from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    Plan,
    click,
    fill,
    operate,
    pick,
    press,
    submit,
)

DESIGN = click("[data-tab-id=design]", note="Back to how it looks.")
ANIMATE = click("[data-tab-id=animate]", note="Movement has its own tab.")
CLOSE = click(".modal-close", note="I close it.")
SHARE = click("[title=Share]", note="Who has access stands under Share.")
SETTINGS = click("[title='Figma Slides']", note="I open the settings of the deck.")
SAVED = submit("[data-action=saveDeckSettings]", cancel=".modal-footer >> text=Cancel")
GRID = click("[title='Grid view']", note="The grid shows all slides.")
LOCK = operate("[title=Lock]", "[title=Hide]")
UNLOCK = click("[title=Unlock]", note="No, it should not be locked.")
DELETE = operate("[data-action=deleteObject]", "[title=Hide]")
UNANIMATED = click("[data-action=removeAnimation]")
ANIMATED = click("[data-action=addAnimation]")


def slide(number: int, wrong: int = 0) -> Move:
    """A slide of the list at the left."""
    there = "[data-action=selectSlide][data-slide-id=slide_{:03}]"
    return pick(there.format(number), there.format(wrong) if wrong else "")


def in_grid(number: int) -> tuple[Move, Move]:
    """The same slide in the grid view."""
    return GRID, click(f".grid-slide[data-slide-id=slide_{number:03}]")


def thing(number: int, wrong: int = 0) -> Move:
    """A text or a shape on the slide."""
    there = ".slide-object[data-object-id=obj_{:03}]"
    return pick(there.format(number), there.format(wrong) if wrong else "")


def table(number: int) -> Move:
    """A table as a whole: the space below its last row, since a cell opens to be typed in."""
    found = pick(f".table-object[data-object-id=obj_{number:03}]")
    return replace(found, at=(Point(300, 215),))


def option(menu: str, value: str, wrong: str = "") -> tuple[Move, Move]:
    """Chooses in one of the app's own drop-down menus."""
    entry = f"#{menu} .dropdown-item[data-value='{{}}']"
    chosen = click(entry.format(value), entry.format(wrong) if wrong else "")
    return click(f"#{menu} .dropdown-trigger"), replace(chosen, flaw="value")


def paint(picker: str, colour: str, wrong: str = "") -> tuple[Move, Move]:
    """Takes one of the ready colours."""
    swatch = f"#{picker} [data-color='{{}}']"
    chosen = click(swatch.format(colour), swatch.format(wrong) if wrong else "")
    return click(f"#{picker} .color-swatch"), replace(chosen, flaw="value")


def style(number: int, name: str, wrong: str, beside: int = 0) -> tuple[Move, ...]:
    """Gives a slide another template style."""
    return slide(number, beside), *option("slideTemplateStyle", name, wrong)


def moved_on(number: int, kind: str, wrong: str, way: str = "", other: str = "") -> Part:
    """Sets how a slide comes in, and where it matters from which side."""
    side = "[data-action=setTransitionDirection][data-direction={}]"
    from_there = [click(side.format(way), side.format(other))] if way else []
    return Part(slide(number), ANIMATE, *option("transitionType", kind, wrong), *from_there)


def cell(
    number: int, row: int, column: int, value: str, wrong: str, beside: tuple[int, int]
) -> Part:
    """Types over a cell of the table on a slide; `beside`: a cell mistaken for it."""
    there = "[data-action=editTableCell][data-row='{}'][data-col='{}']"
    to_cell = slide(number), pick(there.format(row, column), there.format(*beside))
    typed = fill("#tableCellValue", value, wrong)
    saved = submit("[data-action=confirmTableCellEdit]", cancel=".modal-footer >> text=Cancel")
    return Part(*to_cell, typed, saved, other=(*to_cell, typed, press("#tableCellValue", "Enter")))


def removed(number: int, wrong: int) -> Move:
    """Takes a person off the deck; the list of people must be open."""
    there = "[data-action=removeCollaborator][data-user-id=user_{:03}]"
    return pick(there.format(number), there.format(wrong))


def role(number: int, name: str, wrong: str) -> tuple[Move, Move]:
    """What a person may do: "Editor" or "Viewer"; the list of people must be open."""
    return option(f"collabRole_user_{number:03}", name, wrong)


def one(*moves: Move, other: tuple[Move, ...] = (), undo: tuple[Move, ...] = ()) -> Plan:
    """A plan of a single part."""
    return Plan(Part(*moves, other=other, undo=undo))
