"""The evidence judge on small cases that a person would decide at a glance."""

from __future__ import annotations

import io
import time

import msgspec
import pytest
from builders import RUN, a_screen, a_step, an_action, an_element, steps_of
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import LogisticModel, RunModel, load_weights
from courtside_judge.evidence.sentences import sentence
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.evidence.step_outcome import StepOutcome
from courtside_judge.evidence.text_forms import is_near, is_same
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.wording import called
from courtside_judge.process.framing import frame
from courtside_judge.process.judge_messages import JudgeEnd, JudgeStep, Start
from courtside_judge.process.server import work
from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.blobs import Blobs
from courtside_store.records import (
    Effects,
    EndedBy,
    Observation,
    Request,
    RunVerdict,
    Step,
    StepVerdict,
    Target,
)

TASK = 'Enter "Bernard" into the text field and press Submit.'
EMPTY = a_screen(an_element(1, "name", tag="input", role="textbox"), an_element(2, "Submit"))


def session(task: str = TASK) -> EvidenceSession:
    return EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)


def filled(value: str) -> object:
    return a_screen(
        an_element(1, "name", tag="input", role="textbox", value=value), an_element(2, "Submit")
    )


def judge(
    task: str, steps: list[Step], claims: bool | None = True, answer: str = ""
) -> tuple[list[StepVerdict], RunVerdict]:
    one = session(task)
    verdicts = [one.step(step) for step in steps]
    return verdicts, one.finish(Ending(ended_by="finish", answer=answer, claims_success=claims))


def typed_and_submitted(value: str) -> list[Step]:
    screens = [EMPTY, filled(value), filled(value)]
    return steps_of(screens, [an_action("type", "name", value), an_action("click", "Submit")])  # type: ignore[arg-type]


def test_doing_all_that_is_asked_is_a_success() -> None:
    steps, verdict = judge(TASK, typed_and_submitted("Bernard"))
    assert [v.label for v in steps] == ["towards-the-goal", "goal-reached"]
    assert verdict.label == "success" and verdict.score is not None and verdict.score > 0.7


def test_an_agent_that_was_cut_off_speaks_against_its_run_as_one_that_gives_up() -> None:
    def verdict(ended_by: EndedBy, claims: bool | None) -> RunVerdict:
        one = session()
        for step in typed_and_submitted("Bernard"):
            one.step(step)
        return one.finish(Ending(ended_by=ended_by, claims_success=claims))

    cut_off, gave_up = verdict("truncated", None), verdict("finish", False)
    assert cut_off.score == gave_up.score
    assert cut_off.score is not None and cut_off.score < (verdict("finish", None).score or 0) - 0.1
    said = {one.kind: one.text for one in cut_off.evidence}
    assert said["gave-up"] == "the agent never said that it was done"


def test_a_goal_reached_is_told_with_what_of_the_task_was_left() -> None:
    task = 'Enter "Bernard" into the text field on Friday and press Submit.'
    steps, _ = judge(task, typed_and_submitted("Bernard"))
    assert steps[1].label == "goal-reached"
    assert steps[1].explanation == (
        'it looks done: "submit" was pressed; but nothing with "friday", which the '
        "task says, was pressed or typed"
    )


def test_a_goal_reached_is_told_with_what_its_own_step_brought() -> None:
    task = 'Enter "Bernard" into the text field on Friday and press Submit.'
    model = LogisticModel(bias=1.0, weights={"typed-named": 2.0, "submit-done": 0.1})
    heavy = EvidenceJudge(replace(load_weights(), run=RunModel.alike(model)))
    one = heavy.start(Case(run=RUN, task=task), lambda _: None)
    *_, last = map(one.step, typed_and_submitted("Bernard"))
    assert last.label == "goal-reached"
    assert last.explanation.startswith('it looks done: "submit" was pressed; ')


@pytest.mark.parametrize(
    ("known", "why"),
    [
        ({}, "nothing tells whether this helped"),
        (
            {"new-asked-near-miss": -0.6},
            'against it: it typed "Bernart" where "Bernard" was asked for',
        ),
        (
            {"new-asked-near-miss": -0.6, "screen-changed": 0.2},
            "for it: the screen changed; against it: "
            'it typed "Bernart" where "Bernard" was asked for',
        ),
    ],
)
def test_a_step_that_is_not_sure_says_what_speaks_on_both_sides(
    known: dict[str, float], why: str
) -> None:
    weights = replace(load_weights(), step=LogisticModel(bias=-0.3, weights=known), away_at=0.1)
    one = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
    verdict = one.step(typed_and_submitted("Bernart")[0])
    assert (verdict.label, verdict.explanation) == ("not-sure", why)


def test_a_finding_that_only_describes_says_how_such_steps_went() -> None:
    steps = steps_of([EMPTY, a_screen(an_element(1, "List"))], [an_action("click", "Events")])
    (step,), _ = judge('Order "two" tickets', steps)
    click = [Finding(kind="does-click")]
    outcome = StepOutcome(
        Tracker(read_goal(TASK)), load_weights(), click, of_run=[], looks_done=lambda: True
    )
    for label in ("towards-the-goal", "away-from-the-goal"):
        why = outcome.explanation(label)
        assert why.startswith(("it clicked; such steps mostly", "nothing tells"))
    assert not step.explanation.endswith("is not in the task's words")


def test_how_such_steps_went_is_said_only_where_nothing_tells_of_this_one() -> None:
    known = {"does-press": 2.0, "topic-shown": 0.5}
    weights = replace(load_weights(), step=LogisticModel(bias=0.0, weights=known))
    pressed = Finding(kind="does-press")
    shown = Finding(kind="topic-shown", items=("tickets",))
    for findings, why in (
        ([pressed, shown], sentence(shown)),
        ([pressed], f"{sentence(pressed)}; such steps mostly helped"),
    ):
        outcome = StepOutcome(
            Tracker(read_goal(TASK)), weights, findings, of_run=[], looks_done=lambda: True
        )
        assert outcome.explanation("towards-the-goal") == why


def test_what_speaks_for_a_run_is_no_reason_against_a_step() -> None:
    known = {"new-sent-taken": -2.0, "new-error-shown": -0.5, "no-more-left-edited": 0.4}
    weights = replace(load_weights(), step=LogisticModel(bias=0.0, weights=known))
    taken = Finding(
        kind="sent-taken", what="POST /x", words={"status": "200"}, step=1, change="new"
    )
    error = Finding(kind="error-shown", what="Error 500", step=1, change="new")
    for findings, why in (
        ([taken, error], sentence(error)),
        ([taken], f"{sentence(taken)}; such steps mostly led away"),
    ):
        outcome = StepOutcome(
            Tracker(read_goal(TASK)), weights, findings, of_run=[], looks_done=lambda: True
        )
        assert outcome.explanation("away-from-the-goal") == why
    gone = replace(error, change="gone")
    outcome = StepOutcome(
        Tracker(read_goal(TASK)), weights, [gone], of_run=[], looks_done=lambda: True
    )
    known["no-more-error-shown"] = 1.0
    assert outcome.explanation("towards-the-goal") == sentence(gone)


def test_a_near_miss_is_a_failure_that_names_both_values() -> None:
    steps, verdict = judge(TASK, typed_and_submitted("Bernerd"))
    assert steps[0].label == "away-from-the-goal"
    assert verdict.label == "failure"
    assert "Bernerd" in verdict.explanation and "Bernard" in verdict.explanation


def test_a_value_put_right_in_time_is_a_success() -> None:
    screens = [EMPTY, filled("Bernerd"), filled("Bernard"), filled("Bernard")]
    actions = [
        an_action("type", "name", "Bernerd"),
        an_action("type", "name", "Bernard"),
        an_action("click", "Submit"),
    ]
    steps, verdict = judge(TASK, steps_of(screens, actions))  # type: ignore[arg-type]
    assert [v.label for v in steps] == ["away-from-the-goal", "towards-the-goal", "goal-reached"]
    assert verdict.label == "success"


def test_stopping_before_the_submit_is_a_failure() -> None:
    _, verdict = judge(TASK, typed_and_submitted("Bernard")[:1])
    assert verdict.label == "failure"
    unsent = 'what was filled in was not submitted: "Submit" was not pressed after it'
    missing = '"submit" was never pressed'
    assert verdict.explanation in (unsent, missing)
    assert {unsent, missing} <= {one.text for one in verdict.evidence}


def test_a_click_that_changes_nothing_is_not_progress() -> None:
    steps, _ = judge(TASK, [a_step(1, an_action("click", "logo"), before=EMPTY, after=EMPTY)])
    assert steps[0].label == "away-from-the-goal"


def test_the_task_standing_on_the_page_is_no_evidence() -> None:
    shown = a_screen(
        an_element(1, TASK, tag="div", role="text", interactable=False), an_element(2, "Submit")
    )
    _, verdict = judge(TASK, [a_step(1, an_action("click", "Submit"), before=shown, after=shown)])
    assert verdict.label == "failure"


def test_an_answer_that_no_screen_shows_is_evidence_against() -> None:
    _, verdict = judge(TASK, typed_and_submitted("Bernard"), answer='Order "4711" is done')
    assert "answer-unseen" in [e.kind for e in verdict.evidence]


def test_a_number_in_groups_is_told_whole() -> None:
    _, verdict = judge(TASK, typed_and_submitted("Bernard"), answer="It is 0345 778813.")
    assert [e.what for e in verdict.evidence if e.kind == "answer-unseen"] == ["0345 778813"]


def test_without_a_task_there_are_only_flags() -> None:
    steps = [a_step(n, an_action("click", "x"), before=EMPTY, after=EMPTY) for n in (1, 2, 3, 4)]
    of_steps, verdict = judge("", steps)
    assert verdict.label == "unknown" and verdict.score is None
    assert "looping" in verdict.flags and {v.label for v in of_steps} == {"not-sure"}


@pytest.mark.parametrize("task", ['Mark "Call Ana" as done.', "Mark Call Ana as done"])
def test_the_right_row_deleted_where_it_was_to_be_marked_is_a_failure(task: str) -> None:
    names = ("Call Ana", "Complete Call Ana", "Delete Call Ana")
    other = [an_element(n, name) for n, name in enumerate(("Buy milk", "Delete Buy milk"), 4)]
    before = a_screen(*(an_element(n, name) for n, name in enumerate(names, 1)), *other)
    (step,) = steps_of([before, a_screen(*other)], [an_action("click", names[2])])[:1]
    sent = Request(method="POST", path="/tasks", at_ms=1, status=200)
    step = replace(step, effects=Effects(requests=(sent,), announced=()))
    _, verdict = judge(task, [step], answer="Done.")
    assert verdict.label == "failure" and "nothing taken away" in verdict.explanation


def test_a_loop_is_found_at_its_last_repeat_not_at_the_end_of_the_run() -> None:
    steps = [a_step(n, an_action("click", "x"), before=EMPTY, after=EMPTY) for n in (1, 2, 3)]
    left = a_screen(an_element(1, "Bernard"))
    steps.append(a_step(4, an_action("click", "Bernard"), before=EMPTY, after=left))
    _, verdict = judge(TASK, steps)
    assert [one.step for one in verdict.evidence if one.kind == "looping"] == [3]


def test_what_has_no_name_is_called_by_its_role() -> None:
    assert called(Target(text="Save", role="button")) == '"Save"'
    assert called(Target(role="image")) == "an unnamed image"
    one = session('Click on "Green".')
    screen = a_screen(an_element(1, "Green"))
    (step,) = steps_of([screen, screen], [an_action("click", "", role="")])
    texts = [piece.text for piece in one.step(step).evidence]
    assert "it pressed an unnamed place, which is no button, link or field" in texts


def test_an_unasked_choice_is_a_failure() -> None:
    def boxes(*ticked: str) -> object:
        return a_screen(
            *(
                an_element(
                    n,
                    name,
                    tag="input",
                    role="checkbox",
                    state=("checked",) if name in ticked else (),
                )
                for n, name in enumerate(("red", "green", "blue"), 1)
            ),
            an_element(9, "Submit"),
        )

    screens = [boxes(), boxes("red"), boxes("red", "blue"), boxes("red", "blue")]
    actions = [
        an_action("click", "red", role="checkbox"),
        an_action("click", "blue", role="checkbox"),
        an_action("click", "Submit"),
    ]
    _, verdict = judge("Select red, green and click Submit.", steps_of(screens, actions))  # type: ignore[arg-type]
    assert verdict.label == "failure"
    assert {"unasked-choice", "asked-left"} <= {e.kind for e in verdict.evidence}


@pytest.mark.parametrize(
    ("task", "wanted"),
    [
        ('Enter the username "ada" and the password "x1" and press login.', ["ada", "x1"]),
        ("Select red, dark blue and click Submit.", ["red", "dark blue"]),
        ("Enter 03/05/2012 as the date and hit submit.", ["03/05/2012"]),
        ("Select -5 with the spinner and hit Submit.", ["-5"]),
        ("Click on Tab #2.", ["Tab #2"]),
        ("Select nothing and click Submit.", []),
    ],
)
def test_goals_are_read_from_words(task: str, wanted: list[str]) -> None:
    assert [r.text for r in read_goal(task).requirements] == wanted


def test_dates_and_times_are_the_same_in_every_form() -> None:
    assert is_same("2012-03-05", "03/05/2012") and is_same("19:55", "7:55 PM")
    assert is_near("2012-03-06", "03/05/2012") and not is_near("Bernard", "xylophone")


def test_ten_thousand_steps_stay_linear() -> None:
    one, times = session(), []
    for block in range(4):
        start = time.process_time()
        for n in range(2500):
            one.step(
                a_step(block * 2500 + n + 1, an_action("click", f"b{n}"), before=EMPTY, after=EMPTY)
            )
        times.append(time.process_time() - start)
    assert times[-1] < 6 * times[0] + 1


class _Broken:
    name = "broken"

    def start(self, case: Case, frames: ReadFrame) -> _Broken:
        return self

    def recall(self, step: Step) -> None: ...

    def step(self, step: Step) -> StepVerdict:
        raise ZeroDivisionError("no")

    def finish(self, ending: Ending) -> RunVerdict:
        raise ZeroDivisionError("no")


def test_a_judge_that_raises_gives_a_verdict_with_status_error(tmp_path: object) -> None:
    orders = b"".join(
        map(
            frame,
            (
                Start(case=Case(run=RUN)),
                JudgeStep(step=a_step()),
                JudgeEnd(run=RUN, ending=Ending(ended_by="stop")),
            ),
        )
    )
    out = io.BytesIO()
    work(_Broken(), Blobs(tmp_path), io.BytesIO(orders), out)  # type: ignore[arg-type]
    data = out.getvalue()
    first = msgspec.msgpack.decode(data[4 : 4 + int.from_bytes(data[:4], "big")], type=StepVerdict)
    assert first.status == "error" and "ZeroDivisionError" in first.explanation


def test_the_oracle_is_nowhere_in_what_a_judge_gets() -> None:
    names = {
        n for kind in (Case, Ending, Start, JudgeStep, JudgeEnd) for n in kind.__struct_fields__
    }
    assert not {n for n in names if "oracle" in n or "reward" in n}


@pytest.mark.parametrize("kind", ["unsighted", "read", "run"])
def test_a_run_is_weighed_by_what_runs_of_its_kind_taught(kind: str) -> None:
    steps = typed_and_submitted("x")
    if kind == "unsighted":
        steps = [msgspec.structs.replace(step, before=None, after=None) for step in steps]
    if kind == "read":
        letters = a_screen(an_element(1, "Submit", tag="", role="text", source="ocr"))
        letters = msgspec.structs.replace(letters, text="")
        steps = [msgspec.structs.replace(step, before=letters, after=letters) for step in steps]
    for changed in ("unsighted", "read", "run"):
        other = LogisticModel(bias=3.0, weights={})
        model = other if changed == "unsighted" else RunModel.alike(other)
        weights = msgspec.structs.replace(load_weights(), **{changed: model})
        one = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
        for step in steps:
            one.step(step)
        score = one.finish(Ending(ended_by="finish", claims_success=True)).score
        assert (score == round(other.probability({}), 4)) is (changed == kind)


@pytest.mark.parametrize(
    ("frame", "words"),
    [("0" * 64, "were not read"), (None, "no screen was recorded")],
)
def test_what_nobody_read_is_said_and_speaks_neither_for_nor_against(
    frame: str | None, words: str
) -> None:
    steps = [
        msgspec.structs.replace(step, before=None, after=a_screen(frame=frame) if frame else None)
        for step in typed_and_submitted("x")
    ]
    steps = [
        msgspec.structs.replace(
            step, after=step.after and msgspec.structs.replace(step.after, text="", elements=())
        )
        for step in steps
    ]
    one = EvidenceJudge().start(Case(run=RUN, task=TASK), lambda _: None)
    for step in steps:
        one.step(step)
    verdict = one.finish(Ending(ended_by="finish", claims_success=True))
    found = [e for e in verdict.evidence if e.kind == "unsighted"]
    assert len(found) == 1 and words in found[0].text and found[0].weight == 0.0
    assert not any("unsighted" in model.weights for model in MODELS)


@pytest.mark.parametrize(("frame", "label"), [("0" * 64, "success"), (None, "unknown")])
def test_a_run_of_which_no_screen_was_recorded_is_no_success(frame: str | None, label: str) -> None:
    sure = LogisticModel(bias=9.0, weights={"something-right": 1.0})
    weights = msgspec.structs.replace(load_weights(), unsighted=sure)
    one = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
    for step in typed_and_submitted("x"):
        screen = a_screen(text="", frame=frame) if frame else None
        one.step(msgspec.structs.replace(step, before=None, after=screen))
    verdict = one.finish(Ending(ended_by="finish", claims_success=True))
    assert verdict.label == label and verdict.score and verdict.score > 0.99


def test_a_step_whose_screens_were_only_read_is_weighed_by_such_steps() -> None:
    letters = a_screen(an_element(1, "Submit", tag="", role="text", source="ocr"))
    letters = msgspec.structs.replace(letters, text="")
    weights = msgspec.structs.replace(load_weights(), read_step=LogisticModel(bias=3.0, weights={}))
    for look, score in ((letters, 0.9526), (EMPTY, None)):
        one = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
        found = one.step(a_step(1, an_action("click", "Submit"), before=look, after=look)).score
        assert (found == score) if score else found != 0.9526


SHIPPED = load_weights()
MODELS = (*map(SHIPPED.run.at, (0, 1)), *map(SHIPPED.read.at, (0, 1)), SHIPPED.unsighted)
ASKS = "What does the large box cost? Answer with its price."
PRICES = a_screen(
    an_element(1, "The large box costs 38 Euro from Meyer", tag="p", role="text"),
    an_element(2, "The small box costs 21 Euro", tag="p", role="text"),
)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("38", "answer-at-end"),
        ("39", "answer-not-at-end"),
        ("3", "answer-not-at-end"),
        ("I found it: the price of the large box is 38 Euro.", "answer-at-end"),
        ("I found it: the price of the large box is 39 Euro.", "answer-not-at-end"),
        ('The page says of it "38 Euro from Meyer", as asked.', "answer-at-end"),
        ('The page says of it "38 Euro from Miller", as asked.', "answer-not-at-end"),
        ("It costs less than I thought it would", None),
    ],
)
def test_of_a_sentence_what_it_claims_is_looked_for_and_not_its_wording(
    answer: str, kind: str | None
) -> None:
    steps = [a_step(1, an_action("click", "Prices"), before=EMPTY, after=PRICES)]
    _, verdict = judge(ASKS, steps, answer=answer)
    ends = {"answer-at-end", "answer-not-at-end"}
    assert {e.kind for e in verdict.evidence} & ends == ({kind} if kind else set())


GUESTS = a_screen(
    *(
        an_element(n, text, tag="td", role="cell")
        for n, text in enumerate(
            [
                *("Rex", "Mori", "B3", "Wet", "Calm"),
                *("Luna", "Kofi", "B4", "Raw", "Shy"),
                *("Luna", "Lind", "C2", "Dry", "Thunder"),
            ],
            1,
        )
    )
)


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ("Luna, in C2", {"answer-at-end", "answer-beside-asked"}),
        ("Luna and C2", {"answer-at-end", "answer-beside-asked"}),
        ("Luna, in B4", set()),  # it stands there, beside nothing that was asked
        ("Luna, in B3", {"answer-not-at-end"}),
        ("Bello, in C2", {"answer-not-at-end"}),
    ],
)
def test_the_parts_of_an_answer_are_looked_for_near_each_other(
    answer: str, kinds: set[str]
) -> None:
    task = "Which dog is afraid of thunder, and in which kennel is it?"
    steps = [a_step(1, an_action("click", "Guests"), before=EMPTY, after=GUESTS)]
    _, verdict = judge(task, steps, answer=answer)
    found = {e.kind for e in verdict.evidence if e.kind.startswith("answer-")}
    assert found - {"answer-shown"} == kinds


STOCK = a_screen(
    an_element(1, "Nails 7", tag="p", role="text"),
    an_element(2, "Paint 0", tag="p", role="text"),
    an_element(3, "Total", tag="p", role="text"),
    an_element(4, "Wax 0", tag="p", role="text"),
    an_element(5, "2 products sold out", tag="p", role="text"),
)


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ("7", {"answer-at-end"}),
        ("There are 7.", {"answer-at-end"}),
        ("2", {"answer-at-end", "answer-beside-asked", "answer-shown"}),
        ("Nails 7", {"answer-at-end", "answer-shown"}),
    ],
)
def test_a_count_that_stands_beside_nothing_asked_may_be_any_number(
    answer: str, kinds: set[str]
) -> None:
    steps = [a_step(1, an_action("click", "Stock"), before=EMPTY, after=STOCK)]
    _, verdict = judge("How many products have run out?", steps, answer=answer)
    assert {e.kind for e in verdict.evidence if e.kind.startswith("answer-")} == kinds


def test_what_an_earlier_screen_showed_is_neither_for_a_sentence_nor_against_it() -> None:
    steps = [
        a_step(1, an_action("click", "Prices"), before=EMPTY, after=PRICES),
        a_step(2, an_action("click", "Home"), before=PRICES, after=EMPTY),
    ]
    _, verdict = judge(ASKS, steps, answer="I found it: the price of the large box is 38 Euro.")
    assert not {e.kind for e in verdict.evidence} & {"answer-at-end", "answer-not-at-end"}


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://127.0.0.1/offers?sort=price", ["offers"]),
        ("data:text/html,<button>Offers</button>", []),
        ("DATA:text/html,<a href='http://x/offers'>x</a>", []),
    ],
)
def test_what_a_page_holds_is_not_its_address(address: str, told: list[str]) -> None:
    screens = [a_screen(an_element(1, "Menu"), url=address), a_screen(an_element(1), url=address)]
    run = Tracker(read_goal("Open the offers."))
    run.follow(*steps_of(screens, [an_action()]))
    found = end_findings(run, Ending(ended_by="finish"))
    assert [one.topic for one in found if one.kind == "words-titled"] == told


def test_a_choice_that_the_task_names_without_quotation_marks_is_asked_for() -> None:
    def sizes(ticked: str = "") -> Observation:
        return a_screen(
            *(
                an_element(
                    n,
                    name,
                    tag="input",
                    role="radio",
                    state=("checked",) if name == ticked else (),
                )
                for n, name in enumerate(("Small", "Medium"), 1)
            ),
            an_element(9, "Order"),
        )

    actions = [an_action("click", "Medium", role="radio"), an_action("click", "Order")]
    screens = [sizes(), sizes("Medium"), sizes("Medium")]
    _, verdict = judge('Order "Sage", size Medium.', steps_of(screens, actions))
    assert "unasked-choice" not in {e.kind for e in verdict.evidence}
    screens = [sizes(), sizes("Small"), sizes("Small")]
    actions = [an_action("click", "Small", role="radio"), an_action("click", "Order")]
    _, verdict = judge('Order "Sage", size Medium.', steps_of(screens, actions))
    assert "unasked-choice" in {e.kind for e in verdict.evidence}
