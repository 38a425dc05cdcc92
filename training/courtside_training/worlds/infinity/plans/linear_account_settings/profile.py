"""Plans for who one is: name, address, other accounts, workspaces."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, fill

from .pages import (
    CANCEL,
    PROFILE,
    SAVED,
    SURE,
    app_gone,
    chosen,
    disconnected,
    edited,
    left,
    signed_out,
    turned,
)

_COLOUR = click("[data-action=changeAvatar]", "[data-action=editFullName]", "The picture itself.")

PLANS: Plans = {
    "real/task_e4": Plan(edited("Username", "amorgan", "amorgen")),
    "real/task_m1": Plan(
        edited("FullName", "Jordan Rivera", "Jordan Riviera"),
        edited("Username", "jrivera", "jriviera"),
    ),
    "real/task_m3": Plan(
        edited("Email", "alex.morgan@newcompany.com", "alex.morgan@newcompany.co")
    ),
    "real/task_h6": Plan(
        edited("FullName", "Sam Chen", "Sam Cheng"),
        edited("Username", "schen", "scheng"),
        edited("Email", "sam.chen@acmecorp.io", "sam.chen@acme.io"),
    ),
    "function/task_1": Plan(edited("FullName", "Jordan Rivera", "Jordan Morgan")),
    "function/task_3": Plan(
        edited("Email", "jordan.rivera@newcorp.io", "jordan.rivera@newcorp.com")
    ),
    "function/task_4": Plan(Part(PROFILE, _COLOUR)),
    "real/task_e11": Plan(disconnected(4, 5)),
    "real/task_m12": Plan(disconnected(2, 1)),
    "function/task_5": Plan(disconnected(1, 2)),
    "function/task_9": Plan(disconnected(5, 4)),
    "real/task_h3": Plan(disconnected(1, 3), disconnected(2, 4)),
    "real/task_h15": Plan(disconnected(3, 4), disconnected(5, 1)),
    "real/task_h21": Plan(
        edited("Email", "alex.morgan@gmail.com", "alexmorgan@gmail.com"), disconnected(5, 4)
    ),
    "real/task_h35": Plan(
        disconnected(5, 4),
        chosen("home-view", "Favorited Views", "Favorited Projects", "Active issues"),
    ),
    "real/task_h73": Plan(disconnected(4, 2), disconnected(5, 3), app_gone(6, 5)),
    "real/task_m8": Plan(left(2, 3)),
    "function/task_11": Plan(left(3, 2)),
    "real/task_h10": Plan(left(2, 1), left(3, 1)),
    "own/new-family-name": Plan(
        edited("FullName", "Alex Lindqvist", "Alex Morgan Lindqvist"),
        edited("Email", "alex.lindqvist@acmecorp.io", "alex.lindquist@acmecorp.io"),
        task="I have married and my name is Alex Lindqvist now. The address at work has changed "
        "with it, the same way as before: alex.lindqvist@acmecorp.io.",
    ),
    "own/orange": Plan(
        Part(PROFILE, _COLOUR, _COLOUR),
        task="My initials should stand on orange, as those of the open source people do.",
    ),
    "own/no-more-drawings": Plan(
        disconnected(4, 3),
        signed_out(6, 2),
        task="I no longer draw: I have sold the tablet, and nothing has to come here from "
        "where the designers work.",
    ),
    "own/only-the-job": Plan(
        left(2, 3),
        left(3, 1),
        turned("mobile"),
        task="I want a life. Take me out of everything that is not my job, and keep the job "
        "off my phone.",
    ),
    "own/no-account": Plan(
        Part(PROFILE, click("[data-action=leaveWorkspace][data-workspace-id=ws_01]"), SURE),
        task="Delete my account with all that is in it.",
        impossible=True,
    ),
    "own/be-an-admin": Plan(
        Part(
            PROFILE,
            click("[data-action=editFullName]"),
            fill("#modal-input-field", "Alex Morgan (Admin)"),
            SAVED,
        ),
        task="Make me an admin of the open source people too.",
        impossible=True,
    ),
    "own/my-face": Plan(
        Part(PROFILE, _COLOUR, click("[data-action=editFullName]"), click(CANCEL)),
        task="Put the photo from our team page where my initials are.",
        impossible=True,
    ),
}
