"""The museum's tasks with what hangs on a card: steps, remarks, marks, links to other cards."""

from __future__ import annotations

from courtside_training.worlds.errand import (
    Draw,
    Errand,
    Fact,
    Waypoint,
    choose,
    click,
    fill,
    pick,
)

from .board.cards import PEOPLE, STAFF, TAGS, Card, Comment, Subtask, cards, open_cards
from .forms import in_form, name_of
from .legs import capital, comment_number, number_of, on_card
from .pages import SAVE, WINDOW, YES, action, at_card, menu, page, project_of, ready, window

_REMARKS = (
    "The ladder has to go back on Friday.",
    "I have asked twice and got no answer.",
    "It fits, I have measured it myself.",
    "The neighbours have agreed.",
    "Please ring me before you start.",
)
_STEPS = (
    "Take photographs",
    "Ask the insurers",
    "Clear the floor",
    "Pay the deposit",
    "Write to the town hall",
)


def remark(card: Card, words: str, wrong: str) -> tuple[Waypoint, ...]:
    """From a card's page: a remark left in the window for that."""
    shows = f"form[action*='/task/{card.number}/comment/save']"
    typed = fill(f"{WINDOW} textarea[name=comment]", words, wrong)
    return (
        page(at_card(card), action("Add a comment", "Add a sub-task")),
        window(at_card(card), shows, typed, SAVE),
    )


def leave_word(draw: Draw) -> Errand:
    card = draw.choice(open_cards())
    words, wrong = draw.sample(_REMARKS, 2)
    text = draw.choice(
        (
            f'Let everybody who works on {card.about} know: "{words}"',
            f'Write below the card about {card.about}: "{words}"',
        )
    )
    gives: dict[Fact, str | None] = {("new comment", str(card.number), words): "maud"}
    return Errand(text, (on_card(draw, card, remark(card, words, wrong), gives),))


def _spoken(draw: Draw) -> tuple[Card, Comment]:
    """A remark whose writer has left one alone on that card."""
    pairs = [
        (card, comment)
        for card in cards()
        for comment in card.comments
        if sum(each.by == comment.by for each in card.comments) == 1
    ]
    return draw.choice(pairs)


def correct_word(draw: Draw) -> Errand:
    card, comment = _spoken(draw)
    words, wrong = draw.sample(_REMARKS, 2)
    number = comment_number(card, comment)
    text = draw.choice(
        (
            f"What {name_of(comment.by)} wrote about {card.about} is out of date. It should read:"
            f' "{words}"',
            f'Replace {name_of(comment.by)}\'s words on the card about {card.about} by "{words}"',
        )
    )
    shows = f"form[action*='/comment/{number}/update']"
    typed = fill(f"{WINDOW} textarea[name=comment]", words, wrong)
    stops = (
        page(at_card(card), *menu(f"#comment-{number}", "Edit", "Remove")),
        window(at_card(card), shows, typed, SAVE),
    )
    return Errand(text, (on_card(draw, card, stops, {("comment", number, "comment"): words}),))


def drop_word(draw: Draw) -> Errand:
    card, comment = _spoken(draw)
    number = comment_number(card, comment)
    text = draw.choice(
        (
            f"Take out what {name_of(comment.by)} said about {card.about}.",
            f"{name_of(comment.by)} regrets the words on the card about {card.about}. Strike them.",
        )
    )
    stops = (
        page(at_card(card), *menu(f"#comment-{number}", "Remove", "Edit")),
        window(at_card(card), 'h2:text-is("Remove a comment")', YES),
    )
    return Errand(text, (on_card(draw, card, stops, {("comment", number, "comment"): None}),))


def add_step(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if not each.hours])
    step, wrong = draw.sample(_STEPS, 2)
    members = [each for each in STAFF if each.login in project_of(card).members]
    person, near = draw.sample(members, 2)
    text = draw.choice(
        (
            f'{capital(card.about)} needs one more step, "{step}". {person.name} does it.',
            f'Split off a small job from {card.about} for {person.name}: "{step}"',
        )
    )
    stops = (
        page(at_card(card), action("Add a sub-task", "Add a comment")),
        window(
            at_card(card),
            f"form[action*='/task/{card.number}/subtask/save']",
            fill(f"{WINDOW} #form-title", step, wrong),
            choose(f"{WINDOW} #form-user_id", person.name, near.name),
            SAVE,
        ),
    )
    gives: dict[Fact, str | None] = {("new subtask", str(card.number), step, person.login): "0"}
    return Errand(text, (on_card(draw, card, stops, gives),))


def _step(card: Card, step: Subtask) -> str:
    at = number_of(card, step)
    return f"a.js-subtask-toggle-status[href*='subtask_id={at}&']"


def tick_step(draw: Draw) -> Errand:
    """One click makes what is begun finished."""
    pairs = [(c, s) for c in open_cards() for s in c.subtasks if s.status == 1]
    card, step = draw.choice(pairs)
    near = draw.choice([each for each in card.subtasks if each != step])
    act = step.title[0].lower() + step.title[1:]
    text = draw.choice(
        (
            f'The step "{step.title}" of {card.about} is finished. Tick it off.',
            f"{name_of(step.to)} was to {act} for {card.about}, has begun, and is now through."
            " Show that at the step.",
        )
    )
    stops = (
        page(
            at_card(card),
            pick(ready(_step(card, step)), ready(_step(card, near)), "I tick it off."),
        ),
    )
    gives: dict[Fact, str | None] = {("subtask", number_of(card, step), "status"): "2"}
    return Errand(text, (on_card(draw, card, stops, gives),))


def begin_step(draw: Draw) -> Errand:
    """The next step is not named: it is the first that nobody has begun."""
    pairs = [(card, step) for card in open_cards() for step in card.subtasks if step.status == 0]
    pairs = [(c, s) for c, s in pairs if s == next(e for e in c.subtasks if e.status == 0)]
    card, step = draw.choice(pairs)
    near = draw.choice([each for each in card.subtasks if each != step])
    text = (
        f"Somebody has begun with the next step of {card.about}, the first that nobody had begun."
        " Mark it as under way."
    )
    stops = (
        page(at_card(card), pick(ready(_step(card, step)), ready(_step(card, near)), "I mark it.")),
    )
    gives: dict[Fact, str | None] = {("subtask", number_of(card, step), "status"): "1"}
    return Errand(text, (on_card(draw, card, stops, gives),))


def drop_step(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if each.subtasks and not each.hours])
    step, near = draw.sample(card.subtasks, 2)
    act = step.title[0].lower() + step.title[1:]
    text = draw.choice(
        (
            f"For {card.about} nobody has to {act}. Take that step out.",
            f'The step "{step.title}" of {card.about} is not needed; remove it.',
        )
    )
    rows = (f".subtasks-table tr:has({_step(card, each)})" for each in (step, near))
    row, _ = tuple(rows)
    stops = (
        page(at_card(card), *menu(row, "Remove", "Edit")),
        window(at_card(card), 'h2:text-is("Remove a sub-task")', YES),
    )
    number = number_of(card, step)
    gives: dict[Fact, str | None] = {
        ("subtask", number, field): None for field in ("title", "status", "user_id")
    }
    return Errand(text, (on_card(draw, card, stops, gives),))


def other_hands(draw: Draw) -> Errand:
    """A step changes hands, in its own window."""
    card = draw.choice([each for each in open_cards() if each.subtasks])
    step = draw.choice(card.subtasks)
    members = [e for e in PEOPLE[1:] if e.login in project_of(card).members and e.login != step.to]
    person, near = draw.sample(members, 2)
    act = step.title[0].lower() + step.title[1:]
    text = draw.choice(
        (
            f"Not {name_of(step.to)} but {person.name} is to {act} for {card.about}.",
            f'Let {person.name} do the step "{step.title}" of {card.about}.',
        )
    )
    number = number_of(card, step)
    row = f".subtasks-table tr:has({_step(card, step)})"
    stops = (
        page(at_card(card), *menu(row, "Edit", "Remove")),
        window(
            at_card(card),
            f"form[action*='subtask_id={number}']",
            choose(f"{WINDOW} #form-user_id", person.name, near.name),
            SAVE,
        ),
    )
    at = next(n for n, each in enumerate(PEOPLE, start=1) if each == person)
    return Errand(text, (on_card(draw, card, stops, {("subtask", number, "user_id"): str(at)}),))


def mark(draw: Draw) -> Errand:
    """A tag more."""
    card = draw.choice([each for each in open_cards() if len(each.tags) < 2])
    tag, wrong = draw.sample([each for each in TAGS if each not in card.tags], 2)
    says = {
        "volunteers": "People who help for nothing could do {}. Mark it for them.",
        "outdoors": "{} happens in the open air. Mark it so.",
        "borrowed": "What we use for {} is not our own. Mark its card so.",
        "fragile": "Things may break in the course of {}. Mark it so.",
        "costs money": "{} will not be free of charge. Mark it so.",
    }
    text = capital(says[tag].format(card.about)) + " The other marks stay."
    opened = click(f"{WINDOW} .select2-search__field", unless=f"{WINDOW} .select2-container--open")
    choice = pick(_option(tag), _option(wrong), f"I choose {tag}.")
    stops = in_form(card, opened, choice)
    gives: dict[Fact, str | None] = {("tag", str(card.number), tag): "1"}
    return Errand(text, (on_card(draw, card, stops, gives),))


def _option(tag: str) -> str:
    return f'.select2-results__option:text-is("{tag}")'


def unmark(draw: Draw) -> Errand:
    card = draw.choice([each for each in open_cards() if each.tags])
    tag = draw.choice(card.tags)
    others = [each for each in card.tags if each != tag]
    text = f'The mark "{tag}" on the card about {card.about} is wrong. Take it off.'
    wrong = _cross(others[0]) if others else ""
    shut = click(f"{WINDOW} h2", note="I close the list of marks.")  # it opens by itself
    stops = in_form(card, pick(_cross(tag), wrong, "I take it off."), shut)
    gives: dict[Fact, str | None] = {("tag", str(card.number), tag): None}
    return Errand(text, (on_card(draw, card, stops, gives),))


def _cross(tag: str) -> str:
    choice = f"{WINDOW} .select2-selection__choice[title='{tag}']"
    return f"{choice} .select2-selection__choice__remove"


def link(draw: Draw) -> Errand:
    """One card keeps another from going on."""
    card = draw.choice([each for each in open_cards() if not each.blocks])
    others = [e for e in open_cards(project=card.project) if e != card and e.blocks != card.number]
    other = draw.choice(others)
    text = draw.choice(
        (
            f"We cannot go on with {other.about} before {card.about} is dealt with. Note that at"
            " the card of the latter.",
            f"{capital(card.about)} keeps {other.about} from moving on; link the two so, from the"
            " first.",
        )
    )
    stops = (
        page(at_card(card), action("Add internal link", "Add external link")),
        window(
            at_card(card),
            f"form[action*='/task/{card.number}/internal-link/save']",
            choose(f"{WINDOW} #form-link_id", "blocks", "is blocked by"),
            fill(f"{WINDOW} #form-title", other.title),
            pick(f'.ui-autocomplete li:has-text("{other.title}")', note="I choose the card."),
            SAVE,
        ),
    )
    one, two = str(card.number), str(other.number)
    gives: dict[Fact, str | None] = {
        ("link", one, "blocks", two): "1",
        ("link", two, "is blocked by", one): "1",
    }
    return Errand(text, (on_card(draw, card, stops, gives),))


def unlink(draw: Draw) -> Errand:
    first = draw.choice([each for each in cards() if each.blocks and each.is_open])
    other = cards()[first.blocks - 1]
    text = draw.choice(
        (
            f"{capital(other.about)} does not have to wait for {first.about}. Undo that link.",
            f"The link that says that {first.about} comes before {other.about} is nonsense; remove"
            " it.",
        )
    )
    row = f".task-links-table tr:has(a[href='/task/{other.number}'])"
    stops = (
        page(at_card(first), *menu(row, "Remove", "Edit")),
        window(at_card(first), 'h2:text-is("Remove a link")', YES),
    )
    gives: dict[Fact, str | None] = {
        ("link", str(first.number), "blocks", str(other.number)): None,
        ("link", str(other.number), "is blocked by", str(first.number)): None,
    }
    return Errand(text, (on_card(draw, first, stops, gives),))


STEPS = {
    "leave-word": leave_word,
    "correct-word": correct_word,
    "drop-word": drop_word,
    "add-step": add_step,
    "tick-step": tick_step,
    "begin-step": begin_step,
    "drop-step": drop_step,
    "other-hands": other_hands,
    "mark": mark,
    "unmark": unmark,
    "link": link,
    "unlink": unlink,
}
