"""Tasks in our own words: questions, wishes that no list has, and what the tool cannot do."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Answer, Part, Plan, Plans, click, fill, press

from .file import dropped, preferred
from .pages import (
    FONTS,
    LAYERS,
    SETTINGS,
    STYLES,
    basics,
    chosen,
    confirmed,
    details,
    font,
    grouped,
    listed,
    locked,
    number,
    type_page,
)

_QUESTIONS: Plans = {
    "own/dearest-editor": Plan(
        Part(*chosen(5, 4), *type_page()),
        task="What does an organization pay for one editor?",
        answer=Answer("$45/editor/month", "$12/editor/month"),
    ),
    "own/privacy-leads-to": Plan(
        details(7, 2),
        task="Where does somebody land who wants to read about privacy in our footer?",
        answer=Answer("https://figma.com/privacy", "https://figma.com/tos"),
    ),
    "own/whose-words": Plan(
        Part(*chosen(16, 13), *type_page()),
        task="Whom do we quote on bad typography?",
        answer=Answer("Erik Spiekermann", "Sarah Chen"),
    ),
    "own/arrow-upwards": Plan(
        Part(SETTINGS),
        task="What do I type to get an arrow that points to the sky?",
        answer=Answer("^^", "vv"),
    ),
    "own/lines-of-teaser": Plan(
        details(11, 13),
        task="After how many lines is the long teaser cut off?",
        answer=Answer("3", "5"),
    ),
    "own/styles-for-nobody": Plan(
        Part(STYLES),
        task="How many of the styles that we defined does nothing in the file use?",
        answer=Answer("5", "4"),
    ),
    "own/korean-font": Plan(
        Part(FONTS),
        task="We are going to Seoul. Which font has the letters for it?",
        answer=Answer("Noto Sans KR", "Noto Sans JP"),
    ),
    "own/largest-letters": Plan(
        Part(STYLES),
        task="How many pixels does the largest of our styles have?",
        answer=Answer("64", "48"),
    ),
    "own/widest-letters": Plan(
        Part(LAYERS),
        Part(*chosen(17, 3), *type_page()),
        task="How far apart are the letters of the header on design principles?",
        answer=Answer("0.1 em", "0.05 em"),
    ),
}
_WISHES: Plans = {
    "own/hebrew-larger": Plan(
        basics(9, 8, number("font-size", "18", "20")),
        task="The Hebrew paragraph is hard to read. Two pixels more, please.",
    ),
    "own/teaser-two-lines": Plan(
        details(11, 0, number("max-lines", "2", "12")),
        task="The long preview takes too much room: two lines of it are enough.",
    ),
    "own/terms-moved": Plan(
        details(
            7,
            6,
            click("[data-action=editLink] >> nth=0", "[data-action=editLink] >> nth=1"),
            fill("#modal-edit-link-url", "https://figma.com/terms", "https://figma.com/term"),
            confirmed("confirmEditLink"),
        ),
        task="Our terms of service are at https://figma.com/terms now; let the footer lead there.",
    ),
    "own/moved-to-london": Plan(
        preferred("spelling-lang", "English (UK)", "English (US)"),
        task="We moved to London: colour is spelt with a u from now on, the checker should know.",
    ),
    "own/as-large-as-news": Plan(
        basics(10, 8, number("font-size", "36", "32")),
        task="Make the Japanese headline as large as the one about what is new.",
    ),
    "own/smallest-style": Plan(
        dropped(12, 6),
        task="Nobody can read letters that small: throw out the style with the tiniest ones.",
    ),
    "own/footer-thirteen": Plan(
        basics(7, 0, number("font-size", "13", "14")),
        task="No text in this file should be smaller than 13 pixels. Lift the one that is to 13.",
    ),
    "own/closer-steps": Plan(
        details(20, 4, number("list-spacing", "3", "13")),
        task="The steps of the instructions stand too far apart. Half the distance will do.",
    ),
    "own/news-stay": Plan(
        locked(19, 3),
        task="Nobody should be able to move the headline of the release.",
    ),
    "own/button-corner": Plan(
        basics(6, 7, grouped("h-align", "left", "right"), grouped("v-align", "top", "bottom")),
        task="The words on the sign-up button belong into the upper left corner of it.",
    ),
}
_COPIED = press("body", "Control+d")
_OUT_OF_REACH: Plans = {
    "function/task_3": Plan(Part(*chosen(1), _COPIED), impossible=True),
    "real/task_h24": Plan(
        Part(
            *chosen(6),
            _COPIED,
            *type_page(),
            *listed("letter-case", "none"),
            *font("DM Sans", "Open Sans"),
        ),
        impossible=True,
    ),
    "real/task_h9": Plan(
        Part(
            STYLES,
            click("[data-style-id=ts_003][data-action=editStyleModal]"),
            *listed("edit-style-font", "Playfair Display"),
            confirmed("confirmEditStyle"),
        ),
        impossible=True,
    ),
    "own/red-title": Plan(
        Part(*chosen(1), *type_page(), *listed("font-style", "Black")),
        task="Make the title of the page red.",
        impossible=True,
    ),
    "own/library": Plan(
        Part(STYLES),
        task="Publish our text styles, so that the other teams can use them in their files.",
        impossible=True,
    ),
    "own/page-of-colours": Plan(
        Part(LAYERS, fill("#layer-search", "Colors")),
        task="Hide all text on the page with the colours.",
        impossible=True,
    ),
}
PLANS: Plans = {**_QUESTIONS, **_WISHES, **_OUT_OF_REACH}
