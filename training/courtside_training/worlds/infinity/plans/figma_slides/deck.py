"""Plans for the deck as a whole: its name, size, people, libraries and defaults."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, fill, pick

from .pages import CLOSE, SAVED, SETTINGS, SHARE, one, option, removed, role

LIBRARIES = (
    click("[title=Assets]", note="Libraries belong to the assets."),
    click("[data-action=openLibraries]"),
)
_TEMPLATES = (SETTINGS, click("[data-action=openTemplateStyles]"))
_FOR_LINK = "shareLinkAccess"
_WITH_LINK = "shareLinkRole"


def _renamed(name: str, wrong: str) -> Plan:
    """In the settings, or at the top of the page."""
    other = (fill("[title='Rename deck']", name, wrong),)
    return one(SETTINGS, fill("#settingsDeckName", name, wrong), SAVED, other=other)


def _without(number: int, wrong: int) -> Plan:
    return one(SHARE, removed(number, wrong))


def _role(number: int, name: str, wrong: str) -> Plan:
    return one(SHARE, *role(number, name, wrong), undo=role(number, wrong, name))


def _library(number: int, wrong: int) -> Plan:
    there = "[data-action=removeLibrary][data-library-id=lib_{:03}]"
    return one(*LIBRARIES, pick(there.format(number), there.format(wrong)))


def _size(ratio: str, wrong: str) -> Plan:
    chosen = option("settingsAspectRatio", ratio, wrong)
    back = option("settingsAspectRatio", wrong, ratio)
    return one(SETTINGS, *chosen, undo=back)


PLANS: Plans = {
    "real/task_e2": _renamed("Q4 2025 Strategy Update", "Q3 2025 Strategy Update"),
    "function/task_53": _renamed(
        "Q4 2025 Product Strategy & Roadmap", "Q4 2025 Product Strategy Roadmap"
    ),
    "real/task_e4": _without(6, 4),
    "function/task_45": _without(4, 7),
    "real/task_e15": _role(4, "Editor", "Viewer"),
    "function/task_44": _role(6, "Editor", "Viewer"),
    "function/task_46": _role(8, "Viewer", "Editor"),
    "real/task_e14": one(
        SHARE,
        *option(_WITH_LINK, "can_edit", "can_view"),
        undo=option(_WITH_LINK, "can_view", "can_edit"),
    ),
    "real/task_m17": Plan(
        Part(SHARE, *option(_FOR_LINK, "anyone", "organization"), CLOSE),
        Part(SHARE, *option(_WITH_LINK, "can_edit", "can_view")),
    ),
    "real/task_m1": Plan(
        Part(SHARE, *role(3, "Viewer", "Editor"), CLOSE),
        Part(SHARE, removed(7, 5)),
    ),
    "real/task_m8": Plan(
        Part(SHARE, removed(4, 5), CLOSE),
        Part(SHARE, removed(6, 8)),
    ),
    "real/task_h2": Plan(
        Part(SHARE, removed(4, 3), CLOSE),
        Part(SHARE, removed(5, 6), CLOSE),
        Part(SHARE, removed(7, 8)),
    ),
    "real/task_e16": _library(2, 1),
    "function/task_52": _library(2, 3),
    "real/task_e18": _size("4:3", "16:9"),
    "function/task_54": _size("4:3", "16:9"),
    "function/task_50": one(
        *_TEMPLATES,
        pick("[data-text-style-id=txt_005]", "[data-text-style-id=txt_004]"),
    ),
    "function/task_15": Plan(
        Part(SETTINGS, *option("settingsDefaultTransType", "push", "slide_in"), SAVED),
        impossible=True,
    ),
    "real/task_e5": Plan(
        Part(*LIBRARIES, pick("[data-action=removeLibrary][data-library-id=lib_003]")),
        impossible=True,
    ),
    "real/task_h28": Plan(
        Part(
            SETTINGS,
            *option("settingsDefaultTemplate", "ts_002"),
            *option("settingsDefaultTransType", "move_in"),
            *option("settingsSlideNumFormat", "with_total"),
            SAVED,
        ),
        impossible=True,
    ),
}
