"""Plans for single texts and shapes: their font, colour, lock, and how they come in."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, fill, press

from .pages import (
    ANIMATE,
    ANIMATED,
    DELETE,
    DESIGN,
    LOCK,
    UNANIMATED,
    UNLOCK,
    in_grid,
    one,
    option,
    paint,
    slide,
    thing,
)

_ANIMATION = "animStyle"
_BLUE = "ts_002"
_JAKARTA = "Plus Jakarta Sans"


def _locked(on: int, number: int, wrong: int) -> Plan:
    return one(slide(on), thing(number, wrong), LOCK, undo=(UNLOCK,))


def _deleted(on: int, number: int, wrong: int) -> Plan:
    there = slide(on), thing(number, wrong)
    return one(*there, DELETE, other=(*there, press("body", "Delete")))


def _set(on: int, number: int, menu: str, value: str, wrong: str, before: str) -> Plan:
    """Chooses for an object what was `before` until now."""
    there = slide(on), thing(number)
    return one(*there, *option(menu, value, wrong), undo=option(menu, before))


def _faded(on: int, number: int, percent: str, wrong: str) -> Part:
    return Part(slide(on), thing(number), fill("#objOpacity", percent, wrong))


def _stilled(number: int, percent: str, wrong: str) -> Part:
    """Takes the animation from an object of the design system's slide and fades it."""
    fading = _faded(7, number, percent, wrong).moves
    return Part(DESIGN, *fading, ANIMATE, UNANIMATED)


def _in_blue(on: int, number: int = 0) -> Part:
    """The blue style, and its font for the title where the slide has one."""
    styled = slide(on), *option("slideTemplateStyle", _BLUE, "ts_003")
    title = (thing(number), *option("objFont", _JAKARTA, "DM Sans")) if number else ()
    return Part(*styled, *title)


PLANS: Plans = {
    "real/task_e11": _locked(1, 1, 2),
    "function/task_20": _locked(1, 1, 3),
    "function/task_26": _deleted(1, 3, 2),
    "function/task_27": _deleted(14, 133, 132),
    "function/task_18": _set(1, 2, "objFont", "DM Sans", "Open Sans", "Inter"),
    "function/task_21": _set(5, 40, "objTextAlign", "left", "right", "center"),
    "function/task_25": _set(15, 140, "objFontWeight", "600", "500", "700"),
    "real/task_e13": _set(8, 71, "objCodeTheme", "dracula", "dark", "monokai"),
    "function/task_33": _set(8, 71, "objCodeLang", "TypeScript", "Python", "JavaScript"),
    "function/task_34": one(
        slide(8),
        thing(71),
        *option("objCodeTheme", "dracula", "solarized"),
        other=(*in_grid(8), thing(71), *option("objCodeTheme", "dracula", "solarized")),
        undo=option("objCodeTheme", "monokai"),
    ),
    "real/task_m5": Plan(
        Part(slide(8), thing(71), *option("objCodeLang", "Python", "PHP")),
        Part(slide(8), thing(71), *option("objCodeTheme", "github", "light")),
    ),
    "function/task_19": Plan(_faded(1, 3, "50", "5")),
    "real/task_h27": Plan(
        _faded(1, 1, "80", "20"),
        _faded(1, 2, "80", "8"),
        Part(slide(1), thing(3), LOCK, undo=(UNLOCK,)),
    ),
    "function/task_22": one(slide(3), thing(21, 22), *paint("objFill", "#7B61FF", "#A259FF")),
    "function/task_36": one(
        slide(2),
        thing(11),
        ANIMATE,
        *option(_ANIMATION, "bounce", "pop"),
        other=(ANIMATE, slide(2), thing(11), *option(_ANIMATION, "bounce", "pop")),
        undo=option(_ANIMATION, "slide_up"),
    ),
    "function/task_37": one(
        slide(1),
        thing(1, 2),
        ANIMATE,
        UNANIMATED,
        other=(ANIMATE, slide(1), thing(1, 2), UNANIMATED),
    ),
    "real/task_m4": Plan(
        Part(slide(15), thing(141, 140), LOCK),
        Part(slide(15), thing(141, 140), ANIMATE, ANIMATED, undo=(UNANIMATED,)),
    ),
    "real/task_h73": Plan(
        _stilled(61, "90", "85"), _stilled(62, "85", "90"), _stilled(63, "85", "80")
    ),
    "real/task_h78": Plan(
        _in_blue(6), _in_blue(7, 60), _in_blue(8, 70), _in_blue(9, 80), _in_blue(10, 90)
    ),
    "real/task_e10": Plan(
        Part(slide(6), thing(50), fill("#objFontSize", "72", "27")), impossible=True
    ),
    "function/task_38": Plan(
        Part(slide(7), thing(62), ANIMATE, fill("#animDuration", "600")), impossible=True
    ),
    "real/task_m15": Plan(
        Part(
            slide(16),
            thing(150),
            fill("[data-input-id=objectName]", "Questions?"),
            fill("#objFontSize", "48"),
        ),
        impossible=True,
    ),
    "real/task_h64": Plan(
        Part(slide(14), thing(131), *paint("objFill", "#00B894")),
        Part(slide(14), thing(133), *paint("objFill", "#F24E1E")),
        impossible=True,
    ),
}
