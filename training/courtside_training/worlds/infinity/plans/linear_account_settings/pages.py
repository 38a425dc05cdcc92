"""Where things are in the account settings, and what is often done there."""

from __future__ import annotations

from dataclasses import replace

from courtside_training.worlds.infinity.plan import Move, Part, click, fill, pick, press, submit

_SECTION = "[data-action=navigate][data-section={}]"
PROFILE = click(_SECTION.format("profile"), note="That is about me.")
PREFERENCES = click(_SECTION.format("preferences"), note="That is a preference.")
NOTIFICATIONS = click(_SECTION.format("notifications"), note="I open the notifications.")
SECURITY = click(_SECTION.format("security"), note="I look under security.")
CANCEL = ".modal-footer .btn-secondary"
SURE = submit(".modal-footer .btn-danger", cancel=CANCEL)
SAVED = submit(".modal-footer .btn-primary", cancel=CANCEL)
KINDS = (
    "issueAssigned",
    "issueStatusChanged",
    "issueCommented",
    "issueMentioned",
    "projectUpdated",
    "cycleUpdated",
)
"""What one can be told of on each channel, in the order of the page."""


def switch(name: str, wrong: str = "") -> Move:
    """A toggle by its name."""
    there = "[data-toggle-id={}]"
    return click(there.format(name), there.format(wrong) if wrong else "")


def toggled(name: str, wrong: str) -> Part:
    """A preference that is on or off."""
    return Part(
        PREFERENCES, switch(f"pref-{name}", f"pref-{wrong}"), undo=(switch(f"pref-{name}"),)
    )


def option(menu: str, value: str, wrong: str = "") -> tuple[Move, Move]:
    """Chooses in one of the app's own drop-down menus."""
    entry = f"#pref-{menu} .dropdown-item[data-value='{{}}']"
    chosen = click(entry.format(value), entry.format(wrong) if wrong else "")
    return click(f"#pref-{menu} .dropdown-trigger"), replace(chosen, flaw="value")


def chosen(menu: str, value: str, wrong: str, before: str) -> Part:
    """A preference with several values, which was `before` until now."""
    return Part(PREFERENCES, *option(menu, value, wrong), undo=option(menu, before))


def opened(channel: str) -> tuple[Move, Move]:
    """The settings of a channel of notifications: "desktop", "mobile", "email", "slack"."""
    return NOTIFICATIONS, click(f"#channel-{channel} .channel-header")


def turned(channel: str, wrong: str = "issueAssigned") -> Part:
    """A whole channel on or off; nearly right is one kind of news on it."""
    now = switch(f"notif-{channel}-enabled", f"notif-{channel}-{wrong}")
    return Part(*opened(channel), now, undo=(switch(f"notif-{channel}-enabled"),))


def kinds(channel: str, *names: str, wrong: str = "") -> tuple[Move, ...]:
    """Kinds of news on a channel whose settings are open; nearly right is the next kind."""
    return tuple(
        switch(f"notif-{channel}-{name}", f"notif-{channel}-{wrong or _next(name)}")
        for name in names
    )


def _next(name: str) -> str:
    return KINDS[(KINDS.index(name) + 1) % len(KINDS)]


def news(channel: str, *names: str) -> Part:
    """Switches kinds of news on a channel that is on."""
    return Part(*opened(channel), *kinds(channel, *names))


def edited(what: str, value: str, wrong: str) -> Part:
    """Types a new "FullName", "Username" or "Email"."""
    field = "#modal-input-email" if what == "Email" else "#modal-input-field"
    typed = PROFILE, click(f"[data-action=edit{what}]"), fill(field, value, wrong)
    return Part(*typed, SAVED, other=(*typed, press(field, "Enter")))


def _gone(section: Move, action: str, key: str, number: int, wrong: int) -> Part:
    there = f"[data-action={action}][data-{key}_{{:02}}]"
    return Part(section, pick(there.format(number), there.format(wrong) if wrong else ""), SURE)


def disconnected(number: int, wrong: int) -> Part:
    """1 GitHub, 2 GitLab, 3 Slack, 4 Figma, 5 Google."""
    return _gone(PROFILE, "disconnectAccount", "account-id=ca", number, wrong)


def left(number: int, wrong: int) -> Part:
    """A workspace: 1 Acme Corp, 2 Side Project Labs, 3 Open Source Collective."""
    return _gone(PROFILE, "leaveWorkspace", "workspace-id=ws", number, wrong)


def signed_out(number: int, wrong: int) -> Part:
    """A session: 2 iPhone, 3 desktop app, 4 Firefox, 5 Linux, 6 iPad, 7 Android, 8 Edge."""
    return _gone(SECURITY, "revokeSession", "session-id=sess", number, wrong)


def passkey_gone(number: int, wrong: int = 0) -> Part:
    """1 MacBook, 2 YubiKey, 3 iPhone."""
    return _gone(SECURITY, "deletePasskey", "passkey-id=pk", number, wrong)


def key_gone(number: int, wrong: int) -> Part:
    """1 CI/CD Pipeline, 2 Slack Bot, 3 Data Export, 4 Mobile App Testing, 5 Monitoring."""
    return _gone(SECURITY, "revokeApiKey", "key-id=apikey", number, wrong)


def app_gone(number: int, wrong: int) -> Part:
    """1 Raycast, 2 Notion, 3 Zapier, 4 Linear Exporter, 5 Screenful, 6 Marker.io."""
    return _gone(SECURITY, "revokeApp", "app-id=oauth", number, wrong)


def new_passkey(name: str, wrong: str) -> Part:
    return _made("addPasskey", "#modal-input-passkey-name", name, wrong)


def new_key(label: str, wrong: str) -> Part:
    return _made("createApiKey", "#modal-input-api-label", label, wrong)


def _made(action: str, field: str, name: str, wrong: str) -> Part:
    typed = SECURITY, click(f"[data-action={action}]"), fill(field, name, wrong)
    return Part(*typed, SAVED, other=(*typed, press(field, "Enter")))
