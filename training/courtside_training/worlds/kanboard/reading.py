"""The museum's questions that one card answers, or does not."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .board.cards import COLUMNS, PROJECTS, STAFF, Card, cards
from .forms import name_of
from .pages import at_card, routes


def _asked(draw: Draw, card: Card, text: str, answer: Answer) -> Errand:
    way, other = routes(draw, card)
    leg = Leg(way, other=other if other != way else ())
    return Errand(text, (leg,), reads_at=at_card(card), answer=answer)


def _creator(card: Card) -> str:
    return PROJECTS[card.project - 1].owner


def owner(draw: Draw) -> Errand:
    """Whoever wrote the card is named on it too."""
    card = draw.choice([each for each in cards() if each.to and each.to != _creator(each)])
    text = draw.choice(
        (
            f"Who looks after {card.about}?",
            f"Whom do I have to ask about {card.about}? Not the one who wrote the card.",
            f"In whose hands is {card.about}?",
        )
    )
    return _asked(draw, card, text, Answer(name_of(card.to), name_of(_creator(card))))


def nobody(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if not each.to])
    text = draw.choice(
        (
            f"Who takes care of {card.about}? Say so if it is nobody.",
            f"Has anybody taken on {card.about}? Give the name, or say that there is none.",
        )
    )
    answer = Answer("Nobody has taken it on.", name_of(_creator(card)), shown=False)
    return _asked(draw, card, text, answer)


def due(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if each.due])
    near = draw.choice([each for each in cards() if each.due and each != card])
    text = draw.choice(
        (
            f"By when does {card.about} have to be over? Write the day as 2030-12-31.",
            f"How long do we have for {card.about}? I need the day, written as 2030-12-31.",
        )
    )
    return _asked(draw, card, text, Answer(str(card.due), str(near.due)))


def no_date(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if not each.due])
    near = draw.choice([each for each in cards() if each.due])
    text = draw.choice(
        (
            f"On which day must {card.about} be finished? If none was set, say that.",
            f"Somebody asks until when {card.about} may take. What do we know?",
        )
    )
    answer = Answer("No day was set for it.", str(near.due), shown=False)
    return _asked(draw, card, text, answer)


def stage(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if each.is_open])
    near = draw.choice([each for each in COLUMNS if each != card.column])
    text = draw.choice(
        (
            f"How far have we got with {card.about}? The name of the column is enough.",
            f"Where on the board does {card.about} stand?",
        )
    )
    return _asked(draw, card, text, Answer(card.column, near))


def hours(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if each.hours])
    near = draw.choice([each for each in (2, 4, 6, 10, 16) if each != card.hours])
    text = draw.choice(
        (
            f"How much work did we reckon with for {card.about}?",
            f"How many hours should {card.about} take?",
        )
    )
    return _asked(draw, card, text, Answer(f"{card.hours} hours", f"{near} hours"))


def reference(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if each.reference])
    near = draw.choice([each for each in cards() if each.reference and each != card])
    text = draw.choice(
        (
            f"Under which number do we file {card.about} in the office?",
            f"I need the file number of {card.about} for a letter.",
        )
    )
    return _asked(draw, card, text, Answer(card.reference, near.reference))


def comment_text(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if each.comments])
    comment = draw.choice(card.comments)
    near = draw.choice(
        [c.text for each in cards() for c in each.comments if c.text != comment.text]
    )
    text = draw.choice(
        (
            f"What did {name_of(comment.by)} have to say about {card.about}?",
            f"{name_of(comment.by)} left a word about {card.about}. What does it say?",
        )
    )  # fmt: skip
    return _asked(draw, card, text, Answer(comment.text, near))


def waits_for(draw: Draw) -> Errand:
    """The card that is asked about names the one in its way."""
    first = draw.choice([each for each in cards() if each.blocks])
    card = cards()[first.blocks - 1]
    near = draw.choice([e for e in cards() if e.project == card.project and e not in (first, card)])
    text = draw.choice(
        (
            f"What has to happen before we can go on with {card.about}? Name that card.",
            f"Something keeps {card.about} from moving on. What is it called?",
        )
    )
    return _asked(draw, card, text, Answer(first.title, near.title))


def next_step(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if _left(each)])
    left = _left(card)
    others = [each.title for each in card.subtasks if each.title != left[0]]
    text = draw.choice(
        (
            f"Of the small steps of {card.about}, which is the first that is not finished?",
            f"What comes next with {card.about}? I mean the first step that is not ticked off.",
        )
    )
    return _asked(draw, card, text, Answer(left[0], draw.choice(others)))


def _left(card: Card) -> list[str]:
    return [each.title for each in card.subtasks if each.status != 2]


def steps_left(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if len(_left(each)) > 1])
    text = f"How many of the {len(card.subtasks)} steps of {card.about} are still not finished?"
    count = len(_left(card))
    near = count - 1 if count == len(card.subtasks) else count + 1
    return _asked(draw, card, text, Answer(str(count), str(near), shown=False))


def step_of(draw: Draw) -> Errand:
    card = draw.choice([each for each in cards() if each.subtasks])
    step = draw.choice(card.subtasks)
    near = draw.choice([each.name for each in STAFF if each.login != step.to])
    act = step.title[0].lower() + step.title[1:]
    text = draw.choice(
        (
            f"Who is to {act} for {card.about}?",
            f'"{step.title}" is one step of {card.about}. Who does it?',
        )
    )
    return _asked(draw, card, text, Answer(name_of(step.to), near))


def without_answer(draw: Draw) -> Errand:
    """Nothing on the board tells it."""
    card = draw.choice(cards())
    text, right = draw.choice(
        (
            (f"How many euros will {card.about} cost us?", "The card names no price."),
            (f"Which firm gets the order for {card.about}?", "The card names no firm."),
            (f"In which room does the team of {card.about} meet?", "The card names no room."),
        )
    )
    near = draw.choice(("about 400 euros", "the same as last year", "the second one"))
    return _asked(draw, card, text, Answer(right, near, shown=False))


READING = {
    "read-owner": owner,
    "read-nobody": nobody,
    "read-due": due,
    "read-no-date": no_date,
    "read-stage": stage,
    "read-hours": hours,
    "read-reference": reference,
    "read-remark": comment_text,
    "read-blocker": waits_for,
    "read-next-step": next_step,
    "read-steps-left": steps_left,
    "read-step-owner": step_of,
    "read-not-said": without_answer,
}
