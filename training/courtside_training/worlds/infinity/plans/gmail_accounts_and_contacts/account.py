"""Plans for the account's settings, delegates and linked services."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Answer,
    Move,
    Part,
    Plan,
    Plans,
    click,
    fill,
    operate,
    pick,
    submit,
)

from .pages import CANCEL, edited, opened, view

_SAVED = submit("[data-action=save-profile]", cancel="[data-action=settings-tab][data-tab=general]")
_REMOVED = submit("[data-action=confirm-remove-delegate]", cancel="[data-action=close-confirm]")


def _settings(tab: str) -> tuple[Move, Move]:
    return view("settings"), click(f"[data-action=settings-tab][data-tab={tab}]")


def _switch(tab: str, name: str, wrong: str) -> Part:
    there = "#{}-row .toggle-switch"
    return Part(*_settings(tab), click(there.format(name), there.format(wrong)))


def _list(tab: str, name: str, value: str, wrong: str) -> Part:
    entry = f".dropdown-item[data-dropdown-id={name}][data-value={{}}]"
    menu = click(f".dropdown-trigger[data-dropdown={name}]")
    return Part(*_settings(tab), menu, click(entry.format(value), entry.format(wrong)))


def _profile(**values: tuple[str, str]) -> Part:
    fields = [
        fill(f"#user-{name.replace('_', '-')}", right, wrong)
        for name, (right, wrong) in values.items()
    ]
    return Part(*_settings("account"), *fields, _SAVED)


def _service(number: int, wrong: int) -> Part:
    there = ".toggle-switch:has([data-service-id=svc_{}])"
    return Part(view("linked-services"), pick(there.format(number), there.format(wrong)))


def _undelegated(number: int, wrong: int) -> Part:
    there = "[data-action=remove-delegate][data-delegate-id=delegate_{}]"
    return Part(view("delegates"), pick(there.format(number), there.format(wrong)), _REMOVED)


def _delegated(email: str, name: str, wrong: tuple[str, str]) -> Part:
    return Part(
        view("delegates"),
        click("[data-action=open-add-delegate]"),
        fill("#delegate-email", email, wrong[0]),
        fill("#delegate-name", name, wrong[1]),
        submit("[data-action=save-new-delegate]", cancel=CANCEL),
    )


_NOTES = ("delegate-activity", "security-alerts", "linked-service-updates")
_ALL_HIDDEN = tuple(
    _list("privacy", f"privacy-{name}", "nobody", "contacts_only")
    for name in ("photo", "email", "phone")
)


def _note(name: str, wrong: str) -> Part:
    return _switch("notifications", f"notif-{name}", f"notif-{wrong}")


# The app's own lists open and take no choice: tasks that need one are out of reach.
PLANS: Plans = {
    "real/task_e2": Plan(_switch("general", "auto-save-contacts", "share-docs-in-email")),
    "real/task_e3": Plan(_undelegated(4, 3)),
    "real/task_e4": Plan(
        Part(*_settings("privacy"), click("#activity-tracking-row .toggle-switch"))
    ),
    "real/task_e5": Plan(_service(2, 4)),
    "real/task_e8": Plan(_note("contact-changes", "security-alerts")),
    "real/task_e9": Plan(
        _list("account", "two-factor-method", "sms", "security_key"), impossible=True
    ),
    "real/task_e13": Plan(_service(3, 6)),
    "real/task_e14": Plan(_switch("sync", "calendar-sync", "contacts-sync")),
    "real/task_e15": Plan(
        _list("privacy", "privacy-phone", "everyone", "contacts_only"), impossible=True
    ),
    "real/task_e16": Plan(
        _list("general", "contacts-sort-setting", "lastName", "firstName"), impossible=True
    ),
    "real/task_e17": Plan(_note("linked-service-updates", "delegate-activity")),
    "real/task_e18": Plan(_switch("account", "two-factor-enabled", "auto-sign-in")),
    "real/task_m1": Plan(
        _profile(
            name=("Alexander Johnson", "Alex Johnson Jr."),
            recovery_email=("alex.secure@proton.me", "alex.secure@proton.com"),
        )
    ),
    "real/task_m3": Plan(
        _delegated("ops@techcorp.io", "TechCorp Ops", ("ops@techcorp.com", "TechCorp")),
    ),
    "real/task_m6": Plan(*(_note(name, "contact-changes") for name in _NOTES)),
    "real/task_m7": Plan(_undelegated(3, 1), _undelegated(4, 2)),
    "real/task_m11": Plan(
        _list("general", "contacts-sort-setting", "lastName", "firstName"),
        _list("general", "contacts-display-order", "lastFirst", "firstLast"),
        impossible=True,
    ),
    "real/task_m12": Plan(_service(7, 4), _service(5, 1)),
    "real/task_m13": Plan(*_ALL_HIDDEN[:2], impossible=True),
    "real/task_m17": Plan(
        _switch("general", "auto-save-contacts", "share-docs-in-email"),
        _switch("general", "show-contact-info", "share-docs-in-email"),
    ),
    "real/task_m20": Plan(
        _list("account", "two-factor-method", "security_key", "sms"),
        _switch("account", "remember-password", "auto-sign-in"),
        impossible=True,
    ),
    "real/task_h1": Plan(
        _undelegated(3, 1),
        _undelegated(4, 2),
        _delegated("backup@admin.com", "Backup Admin", ("backup@admin.org", "Backup")),
    ),
    "real/task_h48": Plan(
        Part(view("delegates")),
        edited(opened(27, 21), job=("Senior Marketing Director", "Marketing Director")),
    ),
    "function/task_43": Plan(_profile(name=("Alexander Johnson", "Alexander Jonson"))),
    "function/task_45": Plan(_profile(recovery_phone=("+1 (415) 555-9999", "+1 (415) 555-9990"))),
    "function/task_55": Plan(_note("delegate-activity", "linked-service-updates")),
    "own/seldom-used": Plan(
        _switch("general", "share-docs-in-email", "show-contact-info"),
        _switch("sync", "email-sync", "calendar-sync"),
        task="My mails need not offer to share documents, and stop keeping the mail in step "
        "with my other devices.",
    ),
    "own/reach-me": Plan(
        _profile(recovery_phone=("+1 (415) 555-0170", "+1 (415) 555-0199")),
        task="I have a new number in case I lock myself out: +1 (415) 555-0170.",
    ),
    "own/not-accepted": Plan(
        Part(view("delegates")),
        task="Who has been asked to act for me and has not answered yet?",
        answer=Answer("Priya Sharma", "Jake Morrison"),
    ),
    "own/ads": Plan(
        Part(view("linked-services")),
        task="How many of the services that I could cut off are still tied to my account?",
        answer=Answer("5", "7"),
    ),
    "own/delegate-limits": Plan(
        Part(view("delegates"), operate("[data-action=open-add-delegate]"), click(CANCEL)),
        task="Let Laura read my mail but not send any in my name.",
        impossible=True,
    ),
    "own/close-account": Plan(
        _profile(name=("Closed", "Gone")),
        task="Close this account for good on Friday.",
        impossible=True,
    ),
}
