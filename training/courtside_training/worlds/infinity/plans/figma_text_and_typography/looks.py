"""Plans for the first page of a layer's type: font, size, spacing, alignment, case."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, fill

from .pages import (
    DETACHED,
    basics,
    browsed,
    chosen,
    created,
    font,
    found,
    grouped,
    listed,
    number,
    tab,
    type_page,
)


def _aligned(layer: int, value: str, wrong: str, was: str = "") -> Part:
    part = basics(layer, 0, grouped("h-align", value, wrong))
    return Part(*part.moves, undo=(grouped("h-align", was, ""),) if was else ())


def _high(value: str, wrong: str) -> tuple[Move, ...]:
    """A line height in pixels, where it was in per cent."""
    return *listed("line-height-unit", "px"), number("line-height", value, wrong)


def _either(layer: int, wrong: int, name: str, other: str, *style: Move) -> Part:
    """A font, chosen on the layer's page or among all fonts."""
    one = (*chosen(layer, wrong), *type_page(), *font(name, other), *style)
    two = (*chosen(layer, wrong), *browsed(name, other))
    return Part(*one, other=(*two, *type_page(), *style) if style else two)


def _axes(layer: int, wrong: int, *values: tuple[str, str, str]) -> Part:
    """Values of the axes of a variable font."""
    typed = [fill(f"#slider-{axis}-value", *value) for axis, *value in values]
    return basics(layer, wrong, tab("variable"), *typed)


PLANS: Plans = {
    "real/task_e3": Plan(_aligned(3, "center", "right", "left")),
    "function/task_14": Plan(_aligned(2, "justify", "center", "left")),
    "real/task_e5": Plan(
        found(14, 15, "deletion", "basics", grouped("decoration", "none", "underline"))
    ),
    "real/task_e8": Plan(
        found(1, 3, "Page Title", "basics", grouped("decoration", "underline", "strikethrough"))
    ),
    "real/task_e10": Plan(
        found(6, 7, "Get Started", "basics", *listed("letter-case", "none", "lowercase"))
    ),
    "real/task_e15": Plan(found(3, 17, "Section", "basics", DETACHED)),
    "real/task_e16": Plan(found(8, 9, "Arabic Welcome", "basics", grouped("direction", "ltr", ""))),
    "function/task_7": Plan(_either(3, 17, "Roboto", "Raleway")),
    "real/task_m5": Plan(_either(12, 11, "Fira Code", "Source Code Pro")),
    "function/task_8": Plan(
        found(1, 3, "Page Title", "basics", *listed("font-style", "Extra Bold", "Semi Bold"))
    ),
    "real/task_m2": Plan(_either(1, 3, "Montserrat", "Merriweather")),
    "function/task_9": Plan(found(2, 9, "Figma is", "basics", number("font-size", "18", "13"))),
    "function/task_10": Plan(found(1, 3, "Welcome", "basics", number("line-height", "64", "46"))),
    "function/task_11": Plan(basics(2, 9, *_high("24", "42"))),
    "function/task_12": Plan(
        found(3, 17, "Section Header", "basics", number("letter-spacing", "0.05", "0.5"))
    ),
    "function/task_13": Plan(
        basics(
            12,
            11,
            *listed("letter-spacing-unit", "px", "%"),
            number("letter-spacing", "1", "10"),
        )
    ),
    "function/task_16": Plan(basics(6, 11, grouped("v-align", "bottom", "top"))),
    "function/task_17": Plan(
        basics(
            2,
            9,
            grouped("resizing", "fixed", "auto-width"),
            number("width", "600", "300"),
            number("height", "300", "600"),
        )
    ),
    "real/task_m15": Plan(
        found(6, 7, "Call to Action", "basics", grouped("resizing", "auto-width", "auto-height"))
    ),
    "real/task_m17": Plan(
        basics(3, 17, number("font-size", "28", "82"), number("letter-spacing", "0.05", "0.01"))
    ),
    "real/task_m20": Plan(
        found(
            17,
            3,
            "Small Caps",
            "basics",
            *listed("letter-case", "uppercase", "lowercase"),
            number("font-size", "16", "61"),
        )
    ),
    "real/task_h33": Plan(
        found(16, 14, "Playfair", "basics", *listed("letter-case", "capitalize", "uppercase"))
    ),
    "real/task_h34": Plan(
        _aligned(6, "right", "justify"),
        _aligned(7, "right", "left"),
        _aligned(8, "center", "left"),
        _aligned(9, "center", "justify"),
    ),
    "real/task_h31": Plan(
        *(
            basics(layer, 0, grouped("decoration", "underline", wrong))
            for layer, wrong in ((2, ""), (4, ""), (7, ""), (11, ""), (20, "strikethrough"))
        )
    ),
    "real/task_h50": Plan(basics(2, 11, *_high("24", "22")), basics(9, 8, *_high("24", "240"))),
    "real/task_m12": Plan(_axes(13, 11, ("wght", "700", "600"))),
    "real/task_h57": Plan(_axes(13, 0, ("wght", "900", "100"), ("slnt", "-10", "0"))),
    "real/task_h53": Plan(
        *(_axes(layer, 0, ("wght", "500", "600")) for layer in (11, 12)),
        *(_axes(layer, 0, ("wght", "500", "300")) for layer in (13, 16)),
    ),
    "real/task_h8": Plan(
        Part(
            *created("Subscribe to our newsletter", "Subscribe to our news"),
            *type_page(),
            number("font-size", "16", "60"),
            grouped("h-align", "center", "right"),
            *listed("letter-case", "uppercase", "capitalize"),
            *listed("font-style", "Bold", "Semi Bold"),
            *font("Poppins", "PT Sans"),
        )
    ),
}
