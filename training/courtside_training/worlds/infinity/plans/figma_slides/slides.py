"""Plans for whole slides: template, background, number, transition, notes, copies."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    Plan,
    Plans,
    click,
    fill,
    operate,
    press,
)

from .pages import (
    ANIMATE,
    GRID,
    SETTINGS,
    SHARE,
    in_grid,
    moved_on,
    one,
    option,
    paint,
    removed,
    slide,
    style,
    thing,
)

_BLUE = "ts_002"
_EASING = "transitionEasing"
_SOLID = click(
    "[data-action=setBgType][data-type=solid]", "[data-action=setBgType][data-type=image]"
)
_NUMBERED = (
    click("[title=Assets]", note="Slide numbers are among the assets."),
    click("[data-tab-id=slideNumber]"),
    operate("[data-action=insertSlideNumber]", ".modal [data-action=addSlideNumbersToAll]"),
)


def _blue(number: int) -> Part:
    """A slide in the blue style."""
    return Part(*style(number, _BLUE, "ts_003"))


def _blue_on_white(number: int) -> Part:
    """The same, with a white background."""
    return Part(*style(number, _BLUE, "ts_003"), *paint("slideBgColor", "#FFFFFF", "#E0E0E0"))


def _turned(number: int, way: str, wrong: str) -> Part:
    """Another direction for a transition that has one."""
    side = "[data-action=setTransitionDirection][data-direction={}]"
    return Part(slide(number), ANIMATE, click(side.format(way), side.format(wrong)))


def _pushed(number: int) -> Part:
    """A push comes from the left unless one says otherwise."""
    return moved_on(number, "push", "slide_out")


def _noted(number: int, text: str, wrong: str) -> tuple[Move, ...]:
    return slide(number), fill("[data-input-id=presenterNotes]", text, wrong)


def _formatted(number: int, name: str, wrong: str) -> tuple[Move, ...]:
    return slide(number), *option("slideNumberFormat", name, wrong)


PLANS: Plans = {
    "function/task_2": one(
        *_noted(
            6,
            "Aiko will present the roadmap. Focus on timelines and deliverables.",
            "Aiko will present the roadmap. Focus on deliverables.",
        )
    ),
    "function/task_6": Plan(
        Part(
            slide(3, 4),
            press("body", "Control+d"),
            other=(*in_grid(3), press("body", "Control+d")),
        )
    ),
    "function/task_8": one(
        slide(2, 1),
        click("[title='New slide']"),
        click("[data-layout=layout_blank]", "[data-layout=layout_section]"),
        other=(
            *in_grid(2),
            click("[title='New slide']"),
            click("[data-layout=layout_blank]", "[data-layout=layout_section]"),
        ),
    ),
    "function/task_12": one(
        *moved_on(2, "push", "slide_in").moves,
        other=(ANIMATE, slide(2), *option("transitionType", "push", "slide_in")),
        undo=option("transitionType", "dissolve"),
    ),
    "function/task_14": one(
        slide(7),
        ANIMATE,
        *option(_EASING, "spring", "bounce"),
        other=(ANIMATE, slide(7), *option(_EASING, "spring", "bounce")),
        undo=option(_EASING, "ease_in_out"),
    ),
    "real/task_e20": one(
        *moved_on(16, "push", "slide_out").moves,
        other=(GRID, slide(16), ANIMATE, *option("transitionType", "push", "slide_out")),
        undo=option("transitionType", "dissolve"),
    ),
    "function/task_57": one(
        *_formatted(3, "with_total", "dot_separated"), undo=option("slideNumberFormat", "padded")
    ),
    "function/task_58": one(slide(16, 12), *_NUMBERED, other=(*in_grid(16), *_NUMBERED)),
    "real/task_m12": Plan(
        Part(slide(16), *_NUMBERED),
        Part(*_formatted(16, "with_total", "padded")),
    ),
    "real/task_h3": Plan(
        _blue_on_white(3),
        _blue_on_white(4),
        Part(*style(5, _BLUE, "ts_003"), _SOLID, *paint("slideBgColor", "#FFFFFF", "#E0E0E0")),
    ),
    "real/task_h6": Plan(*(_pushed(number) for number in (2, 5, 8, 9, 10, 13, 15, 16))),
    "real/task_h13": Plan(
        *(_blue(number) for number in (1, 2, 13, 14, 15, 16)),
        Part(SETTINGS, *option("settingsDefaultTemplate", _BLUE, "ts_003")),
    ),
    "real/task_h40": Plan(
        _blue_on_white(11),
        _blue_on_white(12),
        moved_on(12, "move_in", "slide_in", "bottom", "top"),
        Part(SHARE, removed(7, 5)),
    ),
    "real/task_h51": Plan(
        _turned(3, "right", "top"),
        _turned(4, "left", "top"),
        _turned(6, "right", "bottom"),
        _turned(11, "top", "left"),
        _turned(14, "right", "bottom"),
    ),
    "function/task_13": Plan(
        Part(slide(3), ANIMATE, fill("#transitionDuration", "800", "80")), impossible=True
    ),
    "function/task_10": Plan(
        Part(
            slide(15),
            click("[data-action=setBgType][data-type=gradient]"),
            *paint("gradientEnd", "#0052CC"),
            fill("#gradientAngle", "90"),
        ),
        impossible=True,
    ),
    "real/task_e17": Plan(
        Part(slide(2), thing(10), fill("[data-input-id=objectName]", "Meeting Agenda")),
        impossible=True,
    ),
}
