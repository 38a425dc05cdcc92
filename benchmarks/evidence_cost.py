"""What the evidence judge costs a step where page elements are there. Bar: 20 ms of CPU.

    python -m benchmarks.evidence_cost [--quick] [--json]

Screens of 100 to 200 elements, as a shop's pages have them: one field filled, one box ticked or one
link pressed a step, and now and then a new page. No frames: elements answer first.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case
from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation, Step, Target, new_id

BAR_MS = 20.0
REPEATS = 7
STEPS = 100
TASK = (
    'Find the bicycle "Nimbus 42", set the quantity to 3, choose express delivery, enter '
    '"Ada Lovelace" as the name and "12/24/2025" as the date and press Submit.'
)
WORDS = [
    "red",
    "blue",
    "bicycle",
    "lamp",
    "saddle",
    "bell",
    "offer",
    "new",
    "price",
    "list",
    "cart",
    "filter",
    "size",
    "colour",
    "brand",
]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one repeat")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    repeats = 1 if options.quick else REPEATS
    each = [measure(number) for number in range(repeats)]
    numbers = {
        "cpu_ms_per_step": round(statistics.median(mean for mean, _ in each), 3),
        "interval": [round(min(m for m, _ in each), 3), round(max(m for m, _ in each), 3)],
        "worst_step_ms": round(max(worst for _, worst in each), 3),
        "bar_ms": BAR_MS,
        "steps": STEPS,
        "repeats": repeats,
        "python": platform.python_version(),
    }
    print(json.dumps(numbers) if options.json else numbers)


def measure(seed: int) -> tuple[float, float]:
    """CPU milliseconds a step: mean of a run, and its worst step."""
    chance = random.Random(seed)
    run = new_id("run")
    session = EvidenceJudge().start(Case(run=run, task=TASK), lambda _: None)
    steps = a_run(chance, run)
    took = []
    for step in steps:
        start = time.process_time()
        session.step(step)
        took.append((time.process_time() - start) * 1000)
    return statistics.mean(took), max(took)


def a_run(chance: random.Random, run: str) -> list[Step]:
    """Steps on changing pages."""
    elements = page(chance)
    before = look(elements)
    steps = []
    for number in range(1, STEPS + 1):
        elements, action = act(chance, elements)
        after = look(elements)
        steps.append(Step(run=run, index=number, before=before, actions=(action,), after=after))
        before = after
    return steps


def page(chance: random.Random) -> list[Element]:
    """100 to 200 elements, a third of each sort."""
    sorts = (("input", "textbox"), ("a", "link"), ("div", "text"), ("input", "checkbox"))
    made = []
    for number in range(1, chance.randint(100, 200) + 1):
        tag, role = sorts[number % len(sorts)]
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))
        box = Box(10.0 * (number % 10), 20.0 * number, 80.0, 18.0)
        made.append(
            Element(id=number, tag=tag, role=role, text=text, box=box, interactable=role != "text")
        )
    return made


def look(elements: list[Element]) -> Observation:
    """An observation of them."""
    text = "\n".join(element.text for element in elements)
    return Observation(
        at_ms=0, url="http://shop.test/", title="Shop", text=text, elements=tuple(elements)
    )


def act(chance: random.Random, elements: list[Element]) -> tuple[list[Element], Action]:
    """One thing done, and the elements after it."""
    number = chance.randrange(len(elements))
    hit = elements[number]
    target = Target(tag=hit.tag, role=hit.role, text=hit.text, box=hit.box)
    if hit.role == "link":
        return page(chance), Action(kind="click", at_ms=0, target=target)
    text = " ".join(chance.choices(WORDS, k=3)) if hit.role == "textbox" else ""
    state = ("checked",) if hit.role == "checkbox" else ()
    changed = Element(
        id=hit.id, tag=hit.tag, role=hit.role, text=hit.text, value=text, box=hit.box, state=state
    )
    kind = "type" if text else "click"
    action = Action(kind=kind, at_ms=0, target=target, text=text)  # type: ignore[arg-type]
    return [*elements[:number], changed, *elements[number + 1 :]], action


if __name__ == "__main__":
    main()
