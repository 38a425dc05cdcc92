"""Tasks in our own words: questions, wishes that no list has, and what the app cannot do."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Answer,
    Part,
    Plan,
    Plans,
    click,
    fill,
    operate,
    pick,
    press,
    submit,
)

from .deck import LIBRARIES
from .pages import (
    ANIMATE,
    CLOSE,
    SETTINGS,
    SHARE,
    in_grid,
    moved_on,
    option,
    paint,
    removed,
    role,
    slide,
    table,
    thing,
)

_EXPORT = click("[data-action=openExportModal]", note="This is about a file.")
_EXPORTED = submit("[data-action=confirmExport]", cancel=".modal-footer >> text=Cancel")
_POLL = "[data-action=votePoll][data-option-id=opt_{:02}]"

_QUESTIONS: Plans = {
    "own/engineers-in-trouble": Plan(
        Part(slide(11, 14)),
        task="How many engineers work in the team that may not make it in time?",
        answer=Answer("5", "8"),
    ),
    "own/lead-not-started": Plan(
        Part(slide(11, 15), other=in_grid(11)),
        task="One of the three teams is only planning yet. Whom do I ask about it?",
        answer=Answer("Elena Kowalski", "Marcus Rivera"),
    ),
    "own/furthest-from-goal": Plan(
        Part(slide(10, 4), other=in_grid(10)),
        task="Which feature has the longest way to go from the third quarter to its goal?",
        answer=Answer("Design Tokens", "AI Assist"),
    ),
    "own/cheapest-rival": Plan(
        Part(slide(13, 4)),
        task="What does the cheapest of the products that we compare ask per head and month?",
        answer=Answer("$12/user/mo", "$15/user/mo"),
    ),
    "own/best-segment": Plan(
        Part(slide(4, 3)),
        task="How much money did the segment bring in that earns us the most?",
        answer=Answer("$9.4M", "$6.2M"),
    ),
    "own/who-checks-sign-in": Plan(
        Part(slide(15, 2), other=in_grid(15)),
        task="Whose job is it to see whether the new way to sign in is secure?",
        answer=Answer("David", "Marcus"),
    ),
    "own/least-wanted": Plan(
        Part(slide(9, 10)),
        task="What do the fewest people want us to work on next?",
        answer=Answer("Mobile app", "Developer API"),
    ),
    "own/library-without-styles": Plan(
        Part(*LIBRARIES),
        task="From which of our libraries can I take no style at all?",
        answer=Answer("Presentation Icons Pack", "Brand Assets 2025"),
    ),
}

_WISHES: Plans = {
    "own/file-for-sales": Plan(
        Part(_EXPORT, *option("exportFormat", "pptx", "pdf"), _EXPORTED),
        task="Sales want to go on with all of this in PowerPoint. Make them the file.",
    ),
    "own/small-file-of-the-cover": Plan(
        Part(
            _EXPORT,
            *option("exportQuality", "low", "best"),
            *option("exportSlides", "selected", "all"),
            _EXPORTED,
        ),
        task="I need the cover, that page alone, as the smallest PDF you can make.",
    ),
    "own/left-the-company": Plan(
        Part(SHARE, *role(4, "Editor", "Viewer"), CLOSE),
        Part(SHARE, *role(6, "Editor", "Viewer"), CLOSE),
        Part(SHARE, removed(7, 5)),
        task="Elena has left us: she should not get in any more. Those who could only read "
        "may write from now on.",
    ),
    "own/vote-for-the-last": Plan(
        Part(slide(9), pick(_POLL.format(3), _POLL.format(5))),
        task="Somebody has to stand up for the underdog: vote for what has the fewest votes.",
    ),
    "own/no-date-yet": Plan(
        Part(
            slide(7),
            thing(63, 62),
            operate("[title=Hide]", "[data-action=deleteObject]"),
        ),
        task="Nobody should see yet when the design system is generally available, but do not "
        "throw that away, I need it in spring.",
    ),
    "own/vote-unseen": Plan(
        Part(
            slide(9),
            operate("[data-action=togglePollResults]", _POLL.format(4)),
            undo=(click("[data-action=togglePollResults]", note="They may see it."),),
        ),
        task="People vote for what leads. Nobody should see how the vote on our priorities "
        "stands before they have voted.",
    ),
    "own/last-words": Plan(
        Part(
            slide(16, 15),
            fill(
                "[data-input-id=presenterNotes]",
                "Ask them to fill in the survey.",
                "Ask them to fill in the form.",
            ),
            other=(
                *in_grid(16),
                fill("[data-input-id=presenterNotes]", "Ask them to fill in the survey."),
            ),
        ),
        task='What I am reminded of at the very end should only be this: "Ask them to fill in '
        'the survey."',
    ),
    "own/out-of-date": Plan(
        Part(
            *LIBRARIES,
            operate("[data-action=updateLibrary]", "[data-action=removeLibrary]"),
        ),
        task="One of the libraries is behind. Get its newest version.",
    ),
    "own/spare-quote": Plan(
        Part(
            slide(5, 4), press("body", "Control+d"), other=(*in_grid(5), press("body", "Control+d"))
        ),
        task="I want to try something with the customer's words. Make me a second one of that "
        "slide to play with.",
    ),
    "own/all-alike": Plan(
        Part(
            slide(3, 6),
            ANIMATE,
            click("[data-action=applyTransitionToAll]"),
            other=(ANIMATE, slide(3, 6), click("[data-action=applyTransitionToAll]")),
        ),
        task="The slides come in each in another way. Let all of them come in as the Q3 "
        "highlights do.",
    ),
    "own/agency": Plan(
        Part(SHARE, *option("shareLinkAccess", "anyone", "team"), CLOSE),
        Part(SHARE, *option("shareLinkRole", "can_edit", "can_view")),
        task="The agency has no account with us. They get the link from me and should be able "
        "to work on the slides with nothing but that.",
    ),
    "own/quiet-frame": Plan(
        Part(slide(13), table(121), *paint("tableBorderColor", "#FFFFFF", "#E0E0E0")),
        task="The lines of the table with our rivals are hard to see on the dark ground. Make "
        "them white.",
    ),
    "own/risks-stand-still": Plan(
        moved_on(14, "none", "dissolve"),
        task="The risks should simply be there, without flying in from the side.",
    ),
    "own/first-in-blue": Plan(
        Part(
            slide(1),
            thing(1, 2),
            *paint("objTextColor", "#1ABCFE", "#0052CC"),
            other=(*in_grid(1), thing(1), *paint("objTextColor", "#1ABCFE", "#0052CC")),
        ),
        task="Write the big heading on the cover in light blue (#1ABCFE).",
    ),
}

_IMPOSSIBLE: Plans = {
    "own/risks-first": Plan(
        Part(slide(14), press("body", "Control+ArrowUp"), slide(13)),
        task="Show the risks before the competitors, not after them.",
        impossible=True,
    ),
    "own/agenda-in-french": Plan(
        Part(slide(2), thing(11), fill("[data-input-id=objectName]", "Ordre du jour")),
        task="Our guests come from Lyon: put what we are going to talk about into French.",
        impossible=True,
    ),
    "own/tell-marcus": Plan(
        Part(
            slide(3),
            fill("[data-input-id=presenterNotes]", "Marcus: we are back at 99.5% since August."),
        ),
        task="Marcus wonders about the uptime. Answer him there that we are back at 99.5%.",
        impossible=True,
    ),
    "own/new-owner": Plan(
        Part(SHARE, *role(2, "Editor", "Viewer"), CLOSE),
        task="I change teams. Hand the deck over, so that it belongs to Marcus.",
        impossible=True,
    ),
    "own/last-week": Plan(
        Part(SETTINGS, CLOSE),
        task="Bring back the deck as it was last Monday.",
        impossible=True,
    ),
}

PLANS: Plans = {**_QUESTIONS, **_WISHES, **_IMPOSSIBLE}
