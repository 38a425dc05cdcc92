"""Where things are in the tool for type, and what is often done there."""

from __future__ import annotations

from dataclasses import replace

from courtside_training.worlds.infinity.plan import Move, Part, click, fill, operate, pick, submit

LAYERS = click("[data-section=layers]", note="To the layers.")
_TYPE = click("[data-section=properties]", note="To the type of the layer.")
STYLES = click("[data-section=styles]", note="To the text styles.")
FONTS = click("[data-section=fonts]", note="To the fonts.")
SETTINGS = click("[data-section=settings]", note="To the settings.")
DETACHED = operate("[data-action=detachStyle]")
_CANCEL = ".modal-footer [data-action=closeModal]"
_CATEGORIES = {
    "Letterforms": ("liga", "calt"),
    "Stylistic Sets": ("ss01", "ss02"),
    "Horizontal Spacing": ("kern",),
    "Numbers": ("frac", "zero", "onum", "lnum"),
    "Letter Case": ("smcp",),
}


def row(number: int) -> str:
    """A layer in the list, away from its name, which a second click would edit."""
    return f".layer-row[data-layer-id=tl_{number:03}] .layer-preview-text"


def chosen(number: int, wrong: int = 0) -> tuple[Move, Move]:
    """Selects a layer."""
    return LAYERS, pick(row(number), row(wrong) if wrong else "")


def basics(number: int, wrong: int, *moves: Move) -> Part:
    """What is done on the first page of a layer's type."""
    return Part(*chosen(number, wrong), _TYPE, *moves)


def details(number: int, wrong: int, *moves: Move) -> Part:
    """What is done on the second page: paragraphs, lists, links, features."""
    return Part(*chosen(number, wrong), _TYPE, tab("details"), *moves)


def found(number: int, wrong: int, words: str, page: str, *moves: Move) -> Part:
    """As above, and the layer may also be looked up by a word that stands in it."""
    way = (_TYPE, *((tab("details"),) if page == "details" else ()), *moves)
    looked = (LAYERS, fill("#layer-search", words), pick(row(number)))
    return Part(*chosen(number, wrong), *way, other=(*looked, *way))


def type_page(name: str = "") -> tuple[Move, ...]:
    """The type of what is selected, and a page of it."""
    return (_TYPE, tab(name)) if name else (_TYPE,)


def tab(name: str) -> Move:
    return click(f"[data-tab={name}]")


def grouped(name: str, value: str, wrong: str) -> Move:
    """A button of a row of which one is pressed: "h-align", "decoration"."""
    button = f"#bg-{name} [data-value={{}}]"
    choice = click(button.format(value), button.format(wrong) if wrong else "")
    return replace(choice, flaw="value")


def listed(name: str, value: str, wrong: str = "") -> tuple[Move, Move]:
    """Chooses in one of the app's own lists."""
    entry = f"#dd-{name} .dropdown-item[data-value='{{}}']"
    choice = click(entry.format(value), entry.format(wrong) if wrong else "")
    return click(f"#dd-{name} .dropdown-trigger"), replace(choice, flaw="value")


def number(name: str, value: str, wrong: str = "") -> Move:
    """Types a number: "font-size", "para-indent"."""
    return fill(f"#input-{name}", value, wrong)


def switched(name: str, wrong: str = "") -> Move:
    """A switch of the details or of the settings."""
    return click(f"#toggle-{name}", f"#toggle-{wrong}" if wrong else "")


def featured(*tags: str, wrong: str = "") -> tuple[Move, ...]:
    """Flips features of the font, of one category; nearly right is another than the last."""
    toggle = "[data-action=toggleOpenType][data-feature={}]"
    (category,) = {name for name, those in _CATEGORIES.items() if tags[0] in those}
    opened = click(f"[data-action=toggleOtCategory][data-category='{category}']")
    *first, last = tags
    final = click(toggle.format(last), toggle.format(wrong) if wrong else "")
    return (opened, *(click(toggle.format(each)) for each in first), final)


def font(name: str, wrong: str) -> tuple[Move, Move]:
    """Chooses a font for the layer whose type is shown."""
    entry = ".font-picker-item[data-font-name='{}']"
    choice = click(entry.format(name), entry.format(wrong))
    return click("[data-action=openFontPicker]"), replace(choice, flaw="value")


def browsed(name: str, wrong: str) -> tuple[Move, Move]:
    """Chooses it among all fonts, for the layer that is selected."""
    button = ".font-card[data-font-name='{}'] [data-action=applyFont]"
    return FONTS, replace(click(button.format(name), button.format(wrong)), flaw="value")


def styled(number: int, wrong: int) -> tuple[Move, Move]:
    """Applies a text style to the layer whose type is shown and that has none."""
    entry = ".style-picker-item[data-style-id=ts_{:03}]"
    return (
        click("[data-action=openApplyStyleModal]"),
        pick(entry.format(number), entry.format(wrong)),
    )


def linked(end: int, wrong: int, url: str, other: str) -> tuple[Move, ...]:
    """Adds a link from the first letter on to the layer whose details are shown."""
    return (
        click("[data-action=openAddLinkModal]"),
        fill("#modal-link-end", str(end), str(wrong)),
        fill("#modal-link-url", url, other),
        submit("#confirm-add-link", cancel=_CANCEL),
    )


def created(words: str, wrong: str) -> tuple[Move, ...]:
    """A new layer, which is then selected."""
    return (
        LAYERS,
        click("[data-action=createLayer]"),
        fill("#modal-layer-content", words, wrong),
        submit("#confirm-create-layer", cancel=_CANCEL),
    )


def flipped(number: int, wrong: int, what: str, other: str) -> Part:
    """Hides or locks a layer: "toggleVisibility", "toggleLock"."""
    button = "[data-action={}][data-layer-id=tl_{:03}]"
    done = button.format(what, number)
    return Part(
        LAYERS,
        pick(done, button.format(what, wrong))
        if wrong
        else operate(done, button.format(other, number)),
        undo=(click(done),),
    )


def hidden(number: int, wrong: int = 0) -> Part:
    return flipped(number, wrong, "toggleVisibility", "toggleLock")


def locked(number: int, wrong: int = 0) -> Part:
    return flipped(number, wrong, "toggleLock", "toggleVisibility")


def confirmed(action: str) -> Move:
    """Confirms what a dialog asks."""
    return submit(f".modal-footer [data-action={action}]", cancel=_CANCEL)
