"""Plans for what has access: sessions, passkeys, keys, applications."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, operate

from .pages import (
    SECURITY,
    SURE,
    app_gone,
    disconnected,
    edited,
    key_gone,
    left,
    new_key,
    new_passkey,
    passkey_gone,
    signed_out,
    turned,
)
from .preferences import ON_CREATE, ON_STARTED

_ALL_SIGNED_OUT = Part(
    SECURITY,
    operate(
        "[data-action=revokeAllSessions]", "[data-action=revokeSession][data-session-id=sess_02]"
    ),
    SURE,
)

PLANS: Plans = {
    "real/task_e8": Plan(passkey_gone(2, 3)),
    "real/task_m18": Plan(passkey_gone(3, 1)),
    "real/task_h12": Plan(passkey_gone(1, 2), passkey_gone(2, 3), passkey_gone(3)),
    "real/task_m5": Plan(new_passkey("Windows Hello", "Windows")),
    "real/task_m2": Plan(signed_out(4, 8)),
    "real/task_m20": Plan(signed_out(5, 7)),
    "function/task_47": Plan(signed_out(2, 6)),
    "real/task_h2": Plan(_ALL_SIGNED_OUT),
    "real/task_h13": Plan(signed_out(2, 6), signed_out(7, 5)),
    "real/task_h20": Plan(
        signed_out(4, 5),
        signed_out(8, 7),
        new_passkey("Security Key Backup", "Security Key"),
    ),
    "real/task_h22": Plan(
        signed_out(4, 7),
        signed_out(5, 7),
        signed_out(8, 7),
        new_key("West Coast Only", "West Coast"),
    ),
    "real/task_h31": Plan(signed_out(8, 6), signed_out(4, 2)),
    "real/task_h45": Plan(
        signed_out(5, 7), signed_out(4, 8), new_passkey("San Francisco", "San Fransisco")
    ),
    "real/task_h47": Plan(
        signed_out(3, 5),
        signed_out(6, 2),
        signed_out(7, 4),
        signed_out(8, 4),
        turned("mobile"),
        new_passkey("Post-Cleanup Key", "Post Cleanup Key"),
    ),
    "real/task_h55": Plan(signed_out(4, 3), signed_out(5, 2), signed_out(7, 6), signed_out(8, 3)),
    "real/task_h64": Plan(signed_out(3, 6), new_key("San Francisco", "Los Angeles")),
    "real/task_m4": Plan(new_key("Staging Environment", "Staging")),
    "real/task_e14": Plan(key_gone(4, 5)),
    "real/task_m16": Plan(key_gone(3, 5), key_gone(2, 1)),
    "real/task_h9": Plan(new_key("GitHub Actions", "Github Action"), key_gone(1, 5)),
    "real/task_h16": Plan(key_gone(2, 1), key_gone(4, 3)),
    "real/task_h50": Plan(
        key_gone(1, 4),
        key_gone(2, 4),
        key_gone(3, 4),
        key_gone(5, 4),
        new_key("Primary", "Primary key"),
        new_key("Backup", "Back-up"),
    ),
    "real/task_h52": Plan(signed_out(4, 2), key_gone(4, 3)),
    "real/task_h54": Plan(
        key_gone(1, 2),
        key_gone(3, 4),
        key_gone(5, 2),
        new_key("Replacement", "Replacment"),
        ON_CREATE,
        ON_STARTED,
    ),
    "real/task_h77": Plan(new_passkey("Monitoring Dashboard", "CI/CD Pipeline"), key_gone(5, 1)),
    "real/task_e9": Plan(app_gone(3, 1)),
    "real/task_m11": Plan(app_gone(2, 5), app_gone(4, 6)),
    "function/task_58": Plan(app_gone(1, 3)),
    "function/task_60": Plan(app_gone(6, 5)),
    "real/task_h18": Plan(app_gone(1, 2), app_gone(3, 4), app_gone(6, 5)),
    "real/task_h23": Plan(key_gone(4, 3), app_gone(3, 1)),
    "real/task_h26": Plan(app_gone(3, 5), passkey_gone(3, 2)),
    "real/task_h33": Plan(new_key("Admin", "Member"), ON_CREATE, ON_STARTED),
    "real/task_h36": Plan(
        key_gone(2, 1),
        key_gone(3, 1),
        key_gone(4, 1),
        key_gone(5, 1),
        app_gone(2, 1),
        app_gone(4, 6),
        app_gone(5, 3),
    ),
    "real/task_h40": Plan(app_gone(5, 4), app_gone(6, 2), new_passkey("Acme Corp", "Acme")),
    "real/task_h42": Plan(new_key("Zapier", "Raycast"), app_gone(3, 1)),
    "real/task_h63": Plan(key_gone(2, 5), disconnected(3, 1)),
    "real/task_h68": Plan(app_gone(5, 2), app_gone(6, 1), app_gone(4, 3)),
    "real/task_h80": Plan(signed_out(6, 7), signed_out(8, 3), passkey_gone(2, 1), key_gone(4, 3)),
    "own/stolen-phone": Plan(
        signed_out(2, 7),
        passkey_gone(3, 1),
        task="My iPhone has been stolen on the train. Make sure that whoever has it is neither "
        "in nor gets in.",
    ),
    "own/new-pipeline": Plan(
        new_key("Build 2026", "Build 2025"),
        key_gone(1, 5),
        task='The build server gets a fresh key, call it "Build 2026". The one that the '
        "pipeline has used until now must not open anything any more.",
    ),
    "own/tables-only": Plan(
        app_gone(4, 5),
        task="Nobody makes lists for Excel from our data these days, so that program needs no "
        "access.",
    ),
    "own/spring-clean": Plan(
        signed_out(8, 4),
        key_gone(4, 3),
        left(2, 3),
        task="Tidy up: the device that nobody has used for the longest time, the key that was "
        "last used before all others, and the smallest group that I am in can go.",
    ),
    "own/whole-name": Plan(
        passkey_gone(2, 1),
        edited("Username", "alex", "alexm"),
        task="I have lost the stick that I sign in with, it should open nothing. And shorten "
        "what people call me to my first name, in small letters.",
    ),
    "own/longer-key": Plan(
        new_key("Slack Bot Integration", "Slack Bot"),
        task="What the Slack bot signs in with runs out in August. Let that one go on until "
        "the end of next year.",
        impossible=True,
    ),
    "own/other-name-for-stick": Plan(
        new_passkey("Office key", "Office"),
        task='Call the stick that I sign in with "Office key" from now on, it stays the same one.',
        impossible=True,
    ),
}
