"""Plans for the mail app's settings."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, click, fill

from .pages import SAVED, SETTINGS, option, settings_tab

_INBOX = settings_tab("inbox")


def _radio(label: str, wrong: str) -> Part:
    return Part(SETTINGS, click(option(label), option(wrong)), SAVED)


def _list(name: str, label: str, wrong: str) -> tuple[Move, Move]:
    """A drop-down list of the app's own."""
    menu = f"[data-testid={name}-dropdown]"
    entry = f"{menu} [data-value]:has-text('{{}}')"
    return click(menu), click(entry.format(label), entry.format(wrong))


def _switch(name: str, wrong: str) -> Move:
    return click(f"[data-testid={name}]", f"[data-testid={wrong}]")


def _tab_off(name: str, wrong: str) -> Part:
    return Part(*_INBOX, _switch(f"category-toggle-{name}", f"category-toggle-{wrong}"), SAVED)


def _section(number: int, query: str, name: str, wrong: tuple[str, str]) -> Part:
    return Part(
        *_INBOX,
        fill(f"[data-field=multi-inbox-query-{number}]", query, wrong[0]),
        fill(f"[data-field=multi-inbox-name-{number}]", name, wrong[1]),
        SAVED,
    )


_THEME = Part(SETTINGS, *_list("theme", "Dark", "Soft"), SAVED)
_COMPACT = _radio("Compact", "Comfortable")
_UNDO_30 = Part(SETTINGS, *_list("undo-send", "30 seconds", "20 seconds"), SAVED)
_NO_HOVER = _radio("Disable hover actions", "Conversation view off")
_NO_CONVERSATIONS = _radio("Conversation view off", "Disable hover actions")
_IMPORTANT_FIRST = Part(*_INBOX, *_list("inbox-type", "Important first", "Unread first"), SAVED)
_UNBLOCK = "[data-testid='unblock-{}']"


def _unblock(address: str, wrong: str) -> Part:
    way = settings_tab("filters")
    return Part(*way, click(_UNBLOCK.format(address), _UNBLOCK.format(wrong)), SAVED)


PLANS: Plans = {
    "real/task_e5": Plan(_NO_CONVERSATIONS),
    "function/task_24": Plan(_NO_CONVERSATIONS),
    "real/task_e6": Plan(_THEME),
    "function/task_22": Plan(_THEME),
    "real/task_e9": Plan(_UNDO_30),
    "function/task_25": Plan(_UNDO_30),
    "real/task_e12": Plan(_NO_HOVER),
    "real/task_e14": Plan(_radio("Reply all", "Comfortable")),
    "real/task_e17": Plan(_COMPACT),
    "function/task_23": Plan(_COMPACT),
    "real/task_e18": Plan(
        Part(SETTINGS, _switch("setting-keyboard-shortcuts", "setting-nudge-followup"), SAVED)
    ),
    "real/task_e19": Plan(_unblock("annoying@daily-deals.biz", "offers@shadydeals.xyz")),
    "function/task_28": Plan(_unblock("spam@marketing-blast.com", "annoying@daily-deals.biz")),
    "real/task_e20": Plan(Part(SETTINGS, *_list("page-size", "25", "100"), SAVED)),
    "real/task_m8": Plan(_tab_off("social", "promotions")),
    "function/task_26": Plan(_tab_off("social", "forums")),
    "real/task_m11": Plan(_radio('Hide "Send & Archive" button in reply', "Disable hover actions")),
    "real/task_m12": Plan(_tab_off("forums", "updates")),
    "real/task_m15": Plan(_IMPORTANT_FIRST),
    "real/task_m18": Plan(
        Part(SETTINGS, _switch("setting-nudge-reply", "setting-nudge-followup"), SAVED)
    ),
    "real/task_m19": Plan(
        _radio("Go to the previous (older) conversation", "Go back to the threadlist")
    ),
    "real/task_m20": Plan(_radio("Text", "Compact")),
    "real/task_h8": Plan(
        _THEME,
        _COMPACT,
        _NO_HOVER,
        Part(SETTINGS, _switch("setting-dynamic-email", "setting-keyboard-shortcuts"), SAVED),
        Part(SETTINGS, *_list("undo-send", "20 seconds", "10 seconds"), SAVED),
    ),
    "real/task_h9": Plan(
        _section(0, "is:important", "Priority", ("is:starred", "Important")),
        _section(1, "label:Action Required", "Action Items", ("label:Action", "Actions")),
    ),
    "real/task_h14": Plan(
        _tab_off("promotions", "social"),
        _tab_off("updates", "social"),
        _tab_off("forums", "social"),
        _IMPORTANT_FIRST,
    ),
    "own/scam-unblock": Plan(
        _unblock("winner@prize-notification.scam", "noreply@fake-bank-alert.com"),
        task="I blocked someone with an address ending in .scam. Let them through again.",
    ),
    "own/more-at-once": Plan(
        Part(SETTINGS, *_list("page-size", "100", "25"), SAVED),
        _tab_off("forums", "social"),
        task="Show as many mails on one page as it can do, and I never look at the forums, "
        "so take that tab away.",
    ),
    "own/holiday": Plan(
        Part(SETTINGS, click(option("New mail notifications on"), option("Comfortable"))),
        task="Have my mail answered with an out-of-office note while I am away next week.",
        impossible=True,
    ),
}
