"""Plans for layers, text styles and the settings of the file."""

from __future__ import annotations

from dataclasses import replace

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    Plan,
    Plans,
    click,
    fill,
    pick,
    press,
    submit,
)

from .pages import (
    DETACHED,
    LAYERS,
    SETTINGS,
    STYLES,
    basics,
    chosen,
    confirmed,
    created,
    hidden,
    listed,
    locked,
    number,
    row,
    styled,
    switched,
    type_page,
)


def deleted(layer: int, wrong: int) -> Part:
    """A layer is deleted by the key: there is no button."""
    return Part(*chosen(layer, wrong), press("body", "Delete"), confirmed("confirmDeleteLayer"))


def renamed(layer: int, wrong: int, name: str, other: str) -> tuple[Move, ...]:
    """A layer that is selected is renamed by a click at its name."""
    naming = f".layer-row[data-layer-id=tl_{layer:03}] .layer-name"
    typed = fill("#modal-layer-name", name, other)
    return *chosen(layer, wrong), click(naming), typed, confirmed("confirmRenameLayer")


def new_layer(words: str, wrong: str) -> Part:
    """A new layer; Enter confirms as well."""
    way = created(words, wrong)
    entered = replace(press("#modal-layer-content", "Enter"), submits=True)
    return Part(*way, other=(*way[:-1], entered))


def _card(style: int, action: str) -> str:
    return f".style-card[data-style-id=ts_{style:03}] [data-action={action}]"


def dropped(style: int, wrong: int) -> Part:
    """A text style is deleted."""
    chosen_one = pick(_card(style, "deleteStyle"), _card(wrong, "deleteStyle"))
    return Part(STYLES, chosen_one, confirmed("confirmDeleteStyle"))


def resized(style: int, wrong: int, size: str, other: str) -> Part:
    """A text style and all layers that have it get another size."""
    return Part(
        STYLES,
        pick(_card(style, "editStyleModal"), _card(wrong, "editStyleModal")),
        fill("#modal-edit-style-size", size, other),
        confirmed("confirmEditStyle"),
    )


def restyled(layer: int, style: int, wrong: int, *, bare: bool = True) -> Part:
    """A layer gets a text style; one that has another one has to lose it first."""
    first = () if bare else (DETACHED,)
    return basics(layer, 0, *first, *styled(style, wrong))


def preferred(name: str, value: str, wrong: str) -> Part:
    return Part(SETTINGS, *listed(name, value, wrong))


def toggled(name: str, wrong: str) -> Part:
    return Part(SETTINGS, switched(name, wrong), undo=(switched(name),))


def nudged(*values: tuple[str, str, str]) -> Part:
    """The settings take numbers only while a layer is selected."""
    return Part(LAYERS, pick(row(1)), SETTINGS, *(number(*value) for value in values))


PLANS: Plans = {
    "real/task_e1": Plan(hidden(7, 6)),
    "real/task_e2": Plan(locked(1, 3)),
    "real/task_h2": Plan(hidden(8), hidden(9)),
    "real/task_h6": Plan(*(locked(layer) for layer in (2, 6, 7, 15))),
    "real/task_h23": Plan(locked(7, 15)),
    "real/task_h48": Plan(*(locked(layer) for layer in (6, 7, 8, 9)), hidden(14, 15)),
    "real/task_h63": Plan(*(locked(layer) for layer in (8, 9, 10))),
    "real/task_h75": Plan(hidden(8, 9), locked(9, 8)),
    "real/task_e13": Plan(deleted(14, 15)),
    "function/task_4": Plan(Part(*renamed(2, 9, "Main Body Copy", "Body Copy"))),
    "real/task_m1": Plan(
        Part(
            *renamed(2, 9, "Introduction", "Intro"),
            *type_page(),
            click("#bg-h-align [data-value=justify]", "#bg-h-align [data-value=center]"),
        )
    ),
    "function/task_1": Plan(new_layer("Hello World", "Hello Word")),
    "real/task_m4": Plan(new_layer("Terms and Conditions", "Terms of Conditions")),
    "real/task_m11": Plan(dropped(10, 4)),
    "real/task_h16": Plan(dropped(11, 2), dropped(9, 2)),
    "real/task_h30": Plan(
        *(dropped(style, 2) for style in (4, 9, 10)), dropped(11, 6), dropped(12, 8)
    ),
    "real/task_h46": Plan(dropped(4, 10)),
    "real/task_h5": Plan(resized(2, 9, "18", "81")),
    "real/task_h12": Plan(resized(6, 11, "11", "10")),
    "function/task_42": Plan(
        Part(
            STYLES,
            click(".toolbar [data-action=openCreateStyleModal]"),
            fill("#modal-style-name", "Heading/H4", "Heading/H3"),
            fill("#modal-style-desc", "Quaternary heading", "Tertiary heading"),
            submit("#confirm-create-style", cancel=".modal-footer [data-action=closeModal]"),
        )
    ),
    "function/task_45": Plan(restyled(4, 11, 9)),
    "real/task_m8": Plan(restyled(19, 4, 3)),
    "real/task_h15": Plan(restyled(17, 12, 3, bare=False)),
    "real/task_h42": Plan(restyled(13, 8, 12)),
    "real/task_h51": Plan(Part(*dropped(1, 3).moves, *restyled(1, 4, 3).moves)),
    "real/task_h3": Plan(
        *(basics(layer, 0, DETACHED) for layer in (1, 2, 3, 6, 7, 12)), basics(17, 19, DETACHED)
    ),
    "real/task_e4": Plan(toggled("smart-quotes", "smart-symbols")),
    "real/task_e18": Plan(toggled("smart-symbols", "smart-quotes")),
    "real/task_e9": Plan(toggled("snap-grid", "font-preview")),
    "real/task_e11": Plan(toggled("font-preview", "snap-grid")),
    "real/task_e6": Plan(preferred("spelling-lang", "French", "Finnish")),
    "real/task_e14": Plan(preferred("default-size", "14", "16")),
    "function/task_63": Plan(preferred("default-style", "Bold", "Semi Bold")),
    "real/task_e19": Plan(nudged(("nudge", "4", "14"))),
    "real/task_m13": Plan(nudged(("nudge", "2", "20"), ("big-nudge", "20", "2"))),
    "real/task_m7": Plan(
        preferred("default-font", "Roboto", "Ubuntu"), preferred("default-size", "14", "24")
    ),
    "real/task_m18": Plan(
        preferred("default-align", "center", "right"), preferred("default-direction", "rtl", "ltr")
    ),
    "real/task_h68": Plan(
        preferred("default-font", "Montserrat", "Noto Sans"), preferred("default-size", "14", "13")
    ),
    "real/task_h43": Plan(preferred("spelling-lang", "Arabic", "Hebrew"), hidden(8, 9)),
}
