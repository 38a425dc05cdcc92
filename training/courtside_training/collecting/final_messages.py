"""What agents say when they stop. Knows moves, no page.

Dozens of sentences, the same for those that did it and those that only think so."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from courtside.demo.moves import Move

TERSE = (
    "Done.",
    "Task complete.",
    "All set.",
    "Finished.",
    "The task is done.",
    "Completed successfully.",
    "That's taken care of.",
    "Everything has been set as requested.",
    "It's done now.",
    "OK, finished.",
    "The change is in place.",
    "Task finished, nothing left to do.",
    "I have completed the task.",
    "Success.",
    "The request has been fulfilled.",
    "This is done; you can check it.",
)
RESTATED = (
    'The task "{task}" has been completed.',
    'I did what was asked: "{task}"',
    "Completed: {task}",
    "{task} - done.",
    "All the requested changes have been made ({task})",
    "As you asked ({task}), everything is in place.",
    "I went through the request step by step and it is finished: {task}",
    'Goal achieved. The instruction was: "{task}"',
)
DETAILED = (
    "I {did}. The task is complete.",
    "I {did}, so the task is done.",
    "Here is what I did: I {did}.",
    "To complete the request, I {did}.",
    "Done. I {did}.",
    "I {did} and checked the result. Everything looks right.",
    "The request is complete. I {did}.",
    "Summary: I {did}. No further action is needed.",
    "I {did}; the page shows the change.",
    "All steps are finished. I {did}.",
)
UNSURE = (
    "I believe this is done.",
    "It should be done now, although I did not see a confirmation.",
    "I {did}; as far as I can see that worked.",
    "The change seems to have been made.",
    "I think everything is set.",
    "This should be complete.",
)
FAILED = (
    "I could not do it.",
    "I was not able to complete the task.",
    "I could not find what I was looking for, so I stopped.",
    "The page did not react as I expected. I am giving up.",
    "Unable to finish: the control does nothing.",
    "I tried several ways and none of them worked.",
    "The task is not complete. I {did}, but could not get any further.",
    "I got stuck and had to stop before the end.",
    "Sorry, I did not manage this.",
    "This cannot be done from here, as far as I can see.",
    "I stopped: I keep coming back to the same page.",
    "I only got part of the way; the rest is still to be done.",
    "Failed to complete the request.",
    "I ran out of ideas.",
    "There seems to be no way to do that in this app.",
    "The task could not be completed as described.",
)
ANSWERS = (
    "{answer}",
    "{answer}.",
    "The answer is {answer}.",
    "It is {answer}.",
    "I looked it up: {answer}.",
    "According to the page, it's {answer}.",
    "I found it: {answer}.",
    'You asked: "{task}" The answer: {answer}.',
    "Answer: {answer}",
    "That would be {answer}.",
    "I {did}. The answer is {answer}.",
    "From what I can see, {answer}.",
)
_NAMES = (
    re.compile(r"(?:text-is|has-text)\(['\"](.+?)['\"]\)"),
    re.compile(r"name=['\"](.+?)['\"]"),
    re.compile(r"^text=['\"]?([^'\">]+)"),
    re.compile(r"\[(?:title|aria-label|placeholder)=['\"](.+?)['\"]\]"),
)
_VERBS = {
    "fill": ('entered "{}"', 'typed "{}"', 'set the field to "{}"', 'wrote "{}"'),
    "type": ('typed "{}"', 'entered "{}"'),
    "select": ('chose "{}"', 'selected "{}"', 'picked "{}"', 'set the list to "{}"'),
    "click": ('clicked "{}"', 'went to "{}"', 'used "{}"', 'pressed "{}"'),
}
_SAVED = ("saved the changes", "confirmed it", "submitted the form", "saved it", "applied it")
_LOOKED = ("followed the steps", "opened the page and made the change", "went through the pages")


def say_done(task: str, moves: Sequence[Move], dice: random.Random) -> str:
    """The words of an agent that takes the task for done."""
    pool = dice.choices((TERSE, RESTATED, DETAILED, UNSURE), (30, 15, 45, 10))[0]
    return dice.choice(pool).format(task=task, did=did(moves, dice))


def say_failed(task: str, moves: Sequence[Move], dice: random.Random) -> str:
    """The words of an agent that says it did not manage."""
    return dice.choice(FAILED).format(task=task, did=did(moves, dice))


def say_answer(answer: str, task: str, moves: Sequence[Move], dice: random.Random) -> str:
    """An answer, alone or in a sentence."""
    return dice.choice(ANSWERS).format(answer=answer, task=task, did=did(moves, dice))


def did(moves: Sequence[Move], dice: random.Random) -> str:
    """What was done, in words: at most four things, the last ones."""
    phrases = [phrase for move in moves if (phrase := _phrase(move, dice))]
    if any(move.submits for move in moves):
        phrases.append(dice.choice(_SAVED))
    kept = list(dict.fromkeys(phrases))[-4:] or [dice.choice(_LOOKED)]
    return kept[0] if len(kept) == 1 else f"{', '.join(kept[:-1])} and {kept[-1]}"


def _phrase(move: Move, dice: random.Random) -> str:
    if move.act not in _VERBS or move.submits:
        return ""
    named = (m[1] for find in _NAMES if (m := find.search(move.where)))
    name = move.value or ", ".join(move.choices) or next(named, "")
    return dice.choice(_VERBS[move.act]).format(name) if name else ""
