"""The examples of CONTRIBUTING.md, and the one of a finding, work as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from builders import RUN, a_screen, a_step, an_element
from recordings import a_png, write

from courtside_formats.importers import Imported, read_unit
from courtside_judge.evidence.catalogue import Entry
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.wording import fill
from courtside_judge.process.guard import GuardedJudge
from courtside_judge.process.messages import JudgeEnd, JudgeStep, Start
from courtside_judge.protocol import Case, Ending
from courtside_store.records import RunVerdict

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "CONTRIBUTING.md"
FINDING = ROOT / "docs/design/evidence.md"


def example(name: str, package: str) -> Any:
    """The class of that name out of the code that has it, as if its file were in the package."""
    [code] = [
        block
        for block in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
        if f"class {name}" in block
    ]
    names = {"__name__": f"{package}.example", "__package__": package}
    exec(compile(code, name, "exec"), names)
    return names[name]


def test_the_extractor_finds_what_its_entry_words() -> None:
    extractor, entry = re.findall(r"```python\n(.*?)```", FINDING.read_text(), re.DOTALL)
    names: dict[str, Any] = {"Finding": Finding, "Tracker": Tracker, "Entry": Entry}
    exec(compile(extractor, "extractor", "exec"), names)
    made = eval(compile(entry.strip(), "entry", "eval"), names)

    run = Tracker(read_goal('Enter "Ada".'))
    refused = a_screen(an_element(text="Name", role="textbox", state=("invalid",)))
    run.take(a_step(1, before=a_screen(an_element(text="Name", role="textbox")), after=refused))

    [found] = made.extractor(run)
    assert (found.kind, found.what, found.step) == (made.kind, "Name", 1)
    assert fill(made.wording, {"what": found.what}) == 'the page marks "Name" as wrong'


def test_the_judge_judges_how_a_run_ended() -> None:
    judge = example("AnsweredJudge", "courtside_judge")()

    def label(answer: str, task: str = "Say hello") -> str:
        guard = GuardedJudge(judge, lambda _: None, lambda error: None)
        guard.obey(Start(case=Case(run=RUN, task=task)))
        guard.obey(JudgeStep(step=a_step(1)))
        verdict = guard.obey(JudgeEnd(run=RUN, ending=Ending(ended_by="finish", answer=answer)))
        assert isinstance(verdict, RunVerdict) and verdict.judge.name == "answered"
        return verdict.label

    assert [label("hello"), label(""), label("hello", task="")] == ["success", "failure", "unknown"]


def test_the_format_reads_a_run_and_names_what_is_broken(tmp_path: Path) -> None:
    write(tmp_path / "1.png", a_png())
    event = {"image": "1.png", "tool": "click", "arguments": {"x": 1, "y": 2}}
    trail = {"trail_version": 1, "id": 7, "goal": "Buy", "agent": "me", "events": [event]}
    good = write(tmp_path / "a.json", {**trail, "success": True})
    bad = write(tmp_path / "b.json", {**trail, "success": "perhaps"})
    known = example("Trail", "courtside_formats.importers")()
    assert known.detect(good) and not known.detect(tmp_path / "1.png")
    [run] = read_unit(known, good)
    assert isinstance(run, Imported) and run.oracle and run.steps[0].actions[0].kind == "click"
    [broken] = read_unit(known, bad)
    assert not isinstance(broken, Imported) and "perhaps" in broken.reason
