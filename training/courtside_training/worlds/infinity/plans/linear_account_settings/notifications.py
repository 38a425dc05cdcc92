"""Plans for notifications: channels, kinds of news on them, letters of the maker."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans

from .pages import KINDS, NOTIFICATIONS, kinds, news, opened, switch, turned


def _letters(name: str, wrong: str) -> Part:
    """What the makers write: "changelogs", "dpa", "product"."""
    return Part(
        NOTIFICATIONS,
        switch(f"notif-{name}", f"notif-{wrong}"),
        undo=(switch(f"notif-{name}"),),
    )


def _slack(*names: str) -> Part:
    """Slack is turned on, and news of these kinds."""
    on = switch("notif-slack-enabled", "notif-product")
    return Part(
        *opened("slack"), on, *kinds("slack", *names), undo=(switch("notif-slack-enabled"),)
    )


def _mail(name: str, wrong: str) -> Part:
    """How mails are sent: "urgent", "delay-low"."""
    there = switch(f"notif-email-{name}", f"notif-email-{wrong}")
    return Part(*opened("email"), there, undo=(switch(f"notif-email-{name}"),))


_CHANGELOGS = _letters("changelogs", "product")
_DPA = _letters("dpa", "changelogs")
_PRODUCT = _letters("product", "dpa")
_ALL_ON_MAIL = news("email", "issueCommented", "projectUpdated", "cycleUpdated")
_ONLY_MENTIONS_ON_DESKTOP = (
    "issueAssigned",
    "issueStatusChanged",
    "issueCommented",
    "projectUpdated",
)

PLANS: Plans = {
    "real/task_e3": Plan(turned("desktop")),
    "real/task_e6": Plan(_CHANGELOGS),
    "real/task_e13": Plan(_slack()),
    "real/task_e19": Plan(_PRODUCT),
    "real/task_m6": Plan(news("email", "issueStatusChanged", "issueCommented")),
    "real/task_m9": Plan(turned("mobile")),
    "real/task_m13": Plan(news("desktop", "cycleUpdated")),
    "real/task_m14": Plan(_mail("delay-low", "urgent")),
    "real/task_m17": Plan(_mail("urgent", "delay-low")),
    "real/task_h4": Plan(turned("desktop"), turned("mobile"), turned("email")),
    "real/task_h8": Plan(_CHANGELOGS, _DPA, turned("email", "issueMentioned")),
    "real/task_h17": Plan(news("desktop", "cycleUpdated")),
    "real/task_h24": Plan(*(news(each, "cycleUpdated") for each in ("desktop", "mobile", "email"))),
    "real/task_h28": Plan(news("email", *KINDS)),
    "real/task_h34": Plan(_slack(*KINDS), turned("email")),
    "real/task_h39": Plan(
        news("desktop", "cycleUpdated"),
        news("mobile", "projectUpdated", "cycleUpdated"),
        _ALL_ON_MAIL,
        _slack(*KINDS),
        _PRODUCT,
    ),
    "real/task_h44": Plan(
        news("desktop", *_ONLY_MENTIONS_ON_DESKTOP, "issueMentioned"),
        news("mobile", "issueAssigned", "issueStatusChanged", "issueCommented", "issueMentioned"),
        news("email", "issueAssigned", "issueStatusChanged", "issueMentioned"),
    ),
    "real/task_h49": Plan(news("mobile", *KINDS), news("desktop", *KINDS)),
    "real/task_h51": Plan(news("email", "issueCommented", "projectUpdated")),
    "real/task_h56": Plan(_slack("issueCommented", "projectUpdated", "cycleUpdated")),
    "real/task_h60": Plan(turned("desktop"), turned("mobile"), turned("email"), _slack()),
    "real/task_h71": Plan(news("desktop", *_ONLY_MENTIONS_ON_DESKTOP), _ALL_ON_MAIL),
    "real/task_h78": Plan(
        news("desktop", "issueAssigned", "issueStatusChanged", "projectUpdated"),
        news("mobile", "issueAssigned", "issueStatusChanged"),
        _ALL_ON_MAIL,
    ),
    "function/task_37": Plan(news("desktop", "issueAssigned")),
    "function/task_38": Plan(news("mobile", "projectUpdated")),
    "function/task_40": Plan(news("email", "issueCommented")),
    "function/task_45": Plan(_DPA),
    "own/quiet-phone": Plan(
        turned("mobile", "issueMentioned"),
        task="My phone should leave me alone. Everything else stays as it is.",
    ),
    "own/when-i-am-named": Plan(
        news("email", "issueAssigned", "issueStatusChanged"),
        task="Write to me by mail only when somebody uses my name.",
    ),
    "own/lawyers-only": Plan(
        _CHANGELOGS,
        task="Of what the makers send round I only want to read what our lawyers need.",
    ),
    "own/mail-at-night": Plan(
        _mail("delay-low", "urgent"),
        task="I work at night. Do not hold back mails until the morning.",
    ),
    "own/text-message": Plan(
        _mail("urgent", "delay-low"),
        task="Have the system ring me up when something urgent happens, a mail is too slow.",
        impossible=True,
    ),
}
