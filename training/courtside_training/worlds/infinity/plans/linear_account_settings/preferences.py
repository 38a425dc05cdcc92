"""Plans for preferences: theme, language of dates, desktop app, automations."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans

from .pages import chosen, edited, toggled


def _home(view: str, wrong: str) -> Part:
    return chosen("home-view", view, wrong, "Active issues")


def _week(day: str, wrong: str) -> Part:
    return chosen("first-day", day, wrong, "Monday")


def _theme(name: str, wrong: str) -> Part:
    return chosen("theme", name, wrong, "System")


def _letters(size: str, wrong: str) -> Part:
    return chosen("font-size", size, wrong, "Default")


_ATTACHMENTS = chosen("git-format", "Title and repository", "Title only", "Title only")
_FULL_NAMES = toggled("display-full-names", "convert-emojis")
_EMOJIS = toggled("convert-emojis", "display-full-names")
_POINTER = toggled("pointer-cursor", "open-desktop")
_IN_APP = toggled("open-desktop", "notif-badge")
_BADGE = toggled("notif-badge", "spell-check")
_SPELLING = toggled("spell-check", "notif-badge")
ON_CREATE = toggled("auto-assign-create", "auto-assign-started")
ON_STARTED = toggled("auto-assign-started", "auto-assign-create")
_BRANCH_STARTS = toggled("git-move-started", "git-auto-assign")
_BRANCH_ASSIGNS = toggled("git-auto-assign", "git-move-started")

PLANS: Plans = {
    "real/task_e1": Plan(_theme("Dark", "Dark - Contrast")),
    "real/task_e2": Plan(_EMOJIS),
    "real/task_e5": Plan(ON_CREATE),
    "real/task_e7": Plan(_home("My Issues", "All issues")),
    "real/task_e10": Plan(_letters("Large", "Small")),
    "real/task_e12": Plan(_BADGE),
    "real/task_e15": Plan(_SPELLING),
    "real/task_e16": Plan(_week("Sunday", "Saturday")),
    "real/task_e17": Plan(_POINTER),
    "real/task_e18": Plan(_IN_APP),
    "real/task_e20": Plan(_FULL_NAMES),
    "real/task_m7": Plan(_theme("Dark - Contrast", "Dark"), _letters("Small", "Large")),
    "real/task_m10": Plan(_ATTACHMENTS, ON_STARTED),
    "real/task_m15": Plan(_BRANCH_ASSIGNS),
    "real/task_m19": Plan(_home("Inbox", "My Issues"), _week("Wednesday", "Thursday")),
    "real/task_h1": Plan(
        _theme("Light - Contrast", "Light"), _letters("Small", "Large"), _POINTER, _EMOJIS
    ),
    "real/task_h7": Plan(_BRANCH_STARTS, _BRANCH_ASSIGNS, _ATTACHMENTS),
    "real/task_h11": Plan(
        _theme("Dark", "System"),
        _letters("Small", "Large"),
        _home("Inbox", "My Issues"),
        _FULL_NAMES,
        _EMOJIS,
        _IN_APP,
    ),
    "real/task_h14": Plan(ON_CREATE, ON_STARTED, _home("Current cycle", "Active issues")),
    "real/task_h19": Plan(_IN_APP, _BADGE, _SPELLING),
    "real/task_h57": Plan(
        edited("FullName", "Alex Morgan (Admin)", "Alex Morgan (Member)"),
        _home("All issues", "Active issues"),
        _FULL_NAMES,
    ),
    "real/task_h74": Plan(
        edited("FullName", "Alexmorgan", "Alex morgan"),
        _home("Current cycle", "All issues"),
        ON_CREATE,
        ON_STARTED,
    ),
    "real/task_h29": Plan(edited("Username", "alex.morgan", "alex_morgan"), _FULL_NAMES),
    "function/task_13": Plan(_home("My Issues", "Inbox")),
    "function/task_14": Plan(_home("Favorited Projects", "Favorited Views")),
    "function/task_18": Plan(_theme("Light - Contrast", "Light")),
    "function/task_30": Plan(_BRANCH_STARTS),
    "own/easy-on-the-eyes": Plan(
        _theme("Dark", "Light - Contrast"),
        _letters("Large", "Small"),
        task="All that white hurts my eyes at night, and I can hardly read it. Make the ground "
        "black and the writing bigger.",
    ),
    "own/mine-at-once": Plan(
        ON_CREATE,
        _home("My Issues", "Favorited Views"),
        task="What I write down is my own work: put my name on it at once. And show me that "
        "work when I come in.",
    ),
    "own/red-pencil": Plan(
        _SPELLING, task="I write in three languages, take away the red lines under my words."
    ),
    "own/smileys": Plan(
        _EMOJIS, task="When I type a colon and a bracket, that is what I want to see there."
    ),
    "own/berlin-time": Plan(
        Part(*_week("Saturday", "Friday").moves),
        task="I have moved to Berlin. Show all times as they are there.",
        impossible=True,
    ),
}
