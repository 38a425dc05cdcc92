"""Between its limits the judge says that it does not know, and what speaks for and against."""

from __future__ import annotations

import re

import pytest
from builders import RUN, a_jpeg, a_screen, a_step, an_action, an_element, sha
from msgspec.structs import replace

from courtside_judge.evidence.extractors.effects import names_in_view
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import (
    NEVER,
    Limits,
    LogisticModel,
    Promise,
    load_weights,
    promise_for,
)
from courtside_judge.evidence.run_outcome import run_outcome
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.unseen_parts import UnseenParts, unseen_parts
from courtside_judge.evidence.weighing import evidence_of
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Effects, Observation, Request, RunVerdict, Surface

TASK = 'Enter "Bernard" into the text field and press Submit.'


def judged(
    limits: Limits,
    *,
    seen_to_the_end: bool = True,
    effects: Effects | None = None,
    promises: tuple[Promise, ...] = (),
    surface: Surface = "web",
    read: bool = False,
) -> RunVerdict:
    """A run that typed another name and handed it in."""
    weights = replace(load_weights(), run_limits=limits, promises=promises)
    case = Case(run=RUN, task=TASK, surface=surface)
    session = EvidenceJudge(weights).start(case, lambda _: None)
    field = an_element(1, "name", tag="input", role="textbox")
    empty, typed, end = (
        _as_read(one) if read else one
        for one in (
            a_screen(field, an_element(2, "Submit")),
            a_screen(replace(field, value="Bernhard"), an_element(2, "Submit")),
            a_screen(an_element(3, "Thank you")),
        )
    )
    done = end if seen_to_the_end else None
    action = an_action("type", "name", text="Bernhard")
    session.step(a_step(1, action, before=empty, after=typed))
    session.step(a_step(2, an_action("click", "Submit"), before=typed, after=done, effects=effects))
    return session.finish(Ending(ended_by="finish", claims_success=True))


def _as_read(look: Observation) -> Observation:
    """As OCR reads it from a picture."""
    return replace(look, text="", elements=tuple(replace(e, source="ocr") for e in look.elements))


def test_a_probability_between_the_limits_is_no_label() -> None:
    verdict = judged(Limits(success=1.0, failure=0.0))
    assert verdict.label == "unknown" and verdict.failure_kind is None
    assert verdict.score is not None and verdict.evidence


def test_both_sides_are_named() -> None:
    seen = Effects(requests=())
    explanation = judged(Limits(success=0.99, failure=0.0), effects=seen).explanation
    needs = "where the judge needs 99 %; for it: "
    assert re.match(rf"not sure, \d+ % likely a success {needs}", explanation)
    assert "; against it: " in explanation and '"Bernhard"' in explanation
    assert "not seen" not in explanation


def test_it_says_where_nothing_can_show_a_success() -> None:
    explanation = judged(Limits(success=NEVER, failure=0.0)).explanation
    assert " likely a success, but nothing that was recorded can show one; " in explanation


def test_a_chance_that_reads_as_what_is_needed_is_said_to_be_less() -> None:
    model = LogisticModel(bias=1.36, weights={})
    outcome = run_outcome(model, Limits(success=0.8, failure=0.4), [], UnseenParts())
    assert outcome.label == "unknown" and outcome.explanation.startswith(
        "not sure, 80 % likely a success, just less than the judge needs; "
    )


def test_what_is_shown_as_no_weight_is_no_reason() -> None:
    limits = Limits(success=0.9, failure=0.1)
    told = [
        run_outcome(
            LogisticModel(bias=0.0, weights={"confirmed": 0.3, "words-untouched": weight}),
            limits,
            [
                Finding(kind="confirmed", what="saved", amount=1.0),
                Finding(kind="words-untouched", items=("monday",), amount=1.0),
            ],
            UnseenParts(),
        ).explanation
        for weight in (-0.04, -0.06)
    ]
    assert told[0].endswith("; nothing speaks against it") and "monday" in told[1]
    assert all("for it: " in one for one in told)


def test_a_success_that_is_not_sure_says_what_is_against_it_too() -> None:
    findings = [
        Finding(kind="confirmed", what="saved", amount=1.0),
        Finding(kind="words-untouched", items=("monday",), amount=1.0),
    ]
    weights = {"confirmed": 0.3, "words-untouched": -0.2}
    unsure, sure = (
        run_outcome(
            LogisticModel(bias=bias, weights=weights),
            Limits(success=0.56, failure=0.4),
            findings,
            UnseenParts(),
        )
        for bias in (0.5, 3.0)
    )
    assert (unsure.label, sure.label) == ("success", "success")
    assert "; against it: " in unsure.explanation and "monday" in unsure.explanation
    assert "against it" not in sure.explanation
    weights["words-untouched"] = -0.6
    strong = run_outcome(
        LogisticModel(bias=4.0, weights=weights),
        Limits(success=0.8, failure=0.4),
        findings,
        UnseenParts(),
    )
    assert strong.score > 0.95 and "; against it: " in strong.explanation


def test_a_run_that_contradicts_its_task_is_no_success_however_likely() -> None:
    """Weights of such findings are small where the tables have few of them. Labels of one's own
    may say otherwise."""
    findings = [
        Finding(kind="confirmed", what="saved", amount=1.0),
        Finding(kind="field-beside", what="Lucia", where="Last name", wanted="First name"),
    ]
    model = LogisticModel(bias=3.0, weights={"confirmed": 0.5, "field-beside": -0.1})
    limits = Limits(success=0.8, failure=0.4)
    outcome = run_outcome(model, limits, findings, UnseenParts(screens=("the end",)))
    assert (outcome.label, outcome.bar) == ("unknown", findings[1])
    assert outcome.explanation.startswith('not sure, 97 % likely a success, but "Lucia" went into')
    assert outcome.explanation.endswith("; not seen: the end")
    assert run_outcome(model, limits, findings[:1], UnseenParts()).label == "success"
    learned = run_outcome(model, limits, findings, UnseenParts(), is_learned=True)
    assert (learned.label, learned.bar) == ("success", None)
    untold = [*findings[:1], Finding(kind="extreme-untold", what="cheapest")]
    outcome = run_outcome(model, limits, untold, UnseenParts(), is_learned=True)
    assert (outcome.label, outcome.bar) == ("unknown", untold[1])
    assert evidence_of(model, untold, outcome.bar)[0].kind == "extreme-untold"
    never = run_outcome(model, Limits(success=1.0, failure=0.0), findings, UnseenParts())
    assert (never.label, never.bar) == ("unknown", None)


@pytest.mark.parametrize(
    ("kind", "label"),
    [("asked-missing", "unknown"), ("names-undone", "unknown"), ("typed-unasked", "failure")],
)
def test_what_is_missing_decides_nothing_where_the_last_request_got_no_answer(
    kind: str, label: str
) -> None:
    """What was sent may have done it; that something wrong was done stays."""
    model = LogisticModel(bias=-0.5, weights={kind: -1.0})
    limits, findings = Limits(success=0.8, failure=0.4), [Finding(kind=kind, what="7", wanted="7")]
    end = 'the end ("POST /save" got no answer)'
    for outcome, then in ((True, label), (False, "failure")):
        unseen = UnseenParts(screens=(end,), outcome=outcome)
        found = run_outcome(model, limits, findings, unseen)
        assert found.label == then and found.score < 0.4
        assert found.explanation.endswith(f"; not seen: {end}") is outcome


def test_an_end_that_was_not_seen_is_named() -> None:
    verdict = judged(Limits(success=1.0, failure=0.0), seen_to_the_end=False)
    assert verdict.explanation.endswith("; not seen: the end; what the page sent")


def test_a_success_says_which_screens_nobody_saw() -> None:
    sure = Limits(success=0.0, failure=0.0)
    verdict = judged(sure, seen_to_the_end=False)
    assert verdict.label == "success" and verdict.explanation.endswith("; not seen: the end")
    assert "not seen" not in judged(sure).explanation


@pytest.mark.parametrize(("at", "label"), [(0.0, "success"), (1.0, "failure")])
def test_outside_of_them_there_is_one(at: float, label: str) -> None:
    assert judged(Limits(success=at, failure=at)).label == label


def test_a_run_that_is_known_to_have_sent_nothing_has_a_limit_of_its_own() -> None:
    limits = Limits(success=1.0, failure=0.0, unsent=0.0)
    taken = Request(method="POST", path="/names", at_ms=1, status=200)
    assert judged(limits, effects=Effects(requests=(), announced=())).label == "success"
    assert judged(limits, effects=Effects(requests=(taken,), announced=())).label == "unknown"
    assert judged(limits, effects=Effects(requests=None, announced=())).label == "unknown"
    assert judged(limits).label == "unknown"


UNLIMITED = Limits(success=0.0, failure=0.0)
NO_SUCCESS = Limits(success=1.01, failure=0.0, unsent=1.01)
UNSENT = Limits(success=1.01, failure=0.0, unsent=0.0)
NOTHING_SENT = Effects(requests=(), announced=())


def promised(*limits: Limits) -> tuple[Promise, ...]:
    """For shares of 10 %, 20 % and so on."""
    return tuple(
        Promise(max_false_success=n / 10, limits=one) for n, one in enumerate(limits, start=1)
    )


def test_a_verdict_says_for_which_share_of_false_successes_it_is_a_success() -> None:
    limits = Limits(success=1.0, failure=0.0)
    promises = promised(NO_SUCCESS, UNSENT, UNLIMITED, UNLIMITED)
    verdict = judged(limits, promises=promises)
    assert (verdict.label, verdict.least_false_success) == ("unknown", 0.3)
    assert judged(limits, promises=promises, effects=NOTHING_SENT).least_false_success == 0.2
    assert judged(limits, promises=promised(NO_SUCCESS)).least_false_success is None
    assert judged(limits).least_false_success is None


def test_nothing_is_promised_of_screens_of_another_kind_than_those_measured() -> None:
    promises = promised(UNLIMITED)
    assert judged(UNLIMITED, promises=promises).least_false_success == 0.1
    for verdict in (
        judged(UNLIMITED, promises=promises, read=True),
        judged(UNLIMITED, promises=promises, surface="android"),
    ):
        assert verdict.score and verdict.least_false_success is None


def test_nothing_is_promised_of_screens_that_nobody_saw() -> None:
    weights = replace(load_weights(), promises=promised(UNLIMITED))
    session = EvidenceJudge(weights).start(Case(run=RUN, task=TASK), lambda _: None)
    session.step(a_step(1, an_action("click", "Submit"), before=None, after=None))
    verdict = session.finish(Ending(ended_by="finish", claims_success=True))
    assert verdict.score and verdict.least_false_success is None


def test_the_limits_for_shares_change_neither_stamp_nor_label() -> None:
    limits = Limits(success=1.0, failure=0.0)
    one, other = (judged(limits, promises=p) for p in ((), promised(UNLIMITED)))
    assert other.least_false_success == 0.1
    assert replace(other, least_false_success=None, at_ms=one.at_ms) == one


def test_what_ships_promises_more_successes_the_larger_the_share() -> None:
    promises = load_weights().promises
    shares = [one.max_false_success for one in promises]
    assert shares == sorted(shares) and {0.05, 0.1, 0.15, 0.2, 0.3} <= {*shares}
    for field in ("success", "unsent"):
        limits = [getattr(one.limits, field) for one in promises]
        assert limits == sorted(limits, reverse=True)
    assert not promises[0].is_kept and promises[-1].is_kept


def test_a_share_between_two_has_the_limits_of_the_smaller_one() -> None:
    weights = replace(load_weights(), promises=promised(NO_SUCCESS, UNSENT, UNLIMITED))
    found = [promise_for(weights, share) for share in (0.05, 0.1, 0.25, 0.9)]
    assert [one and one.max_false_success for one in found] == [None, 0.1, 0.2, 0.3]
    assert [one.is_kept for one in weights.promises] == [False, True, True]
    assert UNSENT.success > NEVER


def followed(
    *looks: tuple[Observation | None, Observation | None], answers: bool = False
) -> Tracker:
    """A run of presses, by the screens before and after each; at last it may only answer."""
    run = Tracker(read_goal("Open the record of Ada Byron."))
    for index, (before, after) in enumerate(looks, 1):
        is_answer = answers and index == len(looks)
        done = an_action("answer", text="done") if is_answer else an_action()
        run.follow(a_step(index, done, before=before, after=after))
    return run


SEEN = a_screen(an_element(1, "Save"))
READ = replace(SEEN, text="", elements=(replace(SEEN.elements[0], source="ocr"),))
PICTURE = Observation(at_ms=1, frame="a" * 64)
SENT = "what the page sent"


@pytest.mark.parametrize(
    ("run", "screens", "details"),
    [
        (
            followed((SEEN, SEEN), (SEEN, None), (None, SEEN), (SEEN, None)),
            ("2 of 4 screens, the end among them",),
            (SENT,),
        ),
        (followed((SEEN, None), (SEEN, SEEN)), (), (SENT,)),
        (followed((SEEN, SEEN), (SEEN, None)), ("the end",), (SENT,)),
        (followed((SEEN, None), (SEEN, None), answers=True), (), (SENT,)),
        (
            followed((PICTURE, PICTURE)),
            ("what 2 pictures without a text that was read may show",),
            (),
        ),
        (
            followed((READ, replace(READ, unread="90 px were not read"))),
            (),
            (
                "a part of a screen that was not read",
                "what fields hold and which boxes are ticked, but for what pictures tell",
                SENT,
            ),
        ),
    ],
    ids=["gone", "seen before the next", "the end", "an answer", "pictures", "read in part"],
)
def test_what_nobody_saw_is_counted(
    run: Tracker, screens: tuple[str, ...], details: tuple[str, ...]
) -> None:
    assert unseen_parts(run) == UnseenParts(screens, details)


def test_of_a_run_that_was_seen_whole_nothing_is_missing() -> None:
    run = Tracker(read_goal("Save it"))
    run.follow(a_step(1, before=SEEN, after=SEEN, effects=Effects(requests=())))
    assert unseen_parts(run) == UnseenParts()


@pytest.mark.parametrize("end", [None, PICTURE], ids=["not seen", "a picture that nobody read"])
def test_an_end_that_may_show_a_name_does_not_speak_against_the_run(
    end: Observation | None,
) -> None:
    other = replace(SEEN, elements=(*SEEN.elements, an_element(2, "Bo")), text="Save Bo")
    kinds = {one.kind for one in names_in_view(followed((SEEN, other), (other, other)))}
    assert "name-out-of-view" in kinds
    assert names_in_view(followed((SEEN, other), (other, end))) == []


@pytest.mark.parametrize(
    ("after", "effects", "said"),
    [
        (1, None, []),
        (0, None, ["nothing that can be seen changed"]),
        (0, Effects(requests=()), ["nothing that can be seen changed, and nothing was sent"]),
    ],
    ids=["another picture", "the same", "the same, and requests are told"],
)
def test_a_step_that_redraws_a_picture_is_not_without_effect(
    after: int, effects: Effects | None, said: list[str]
) -> None:
    pictures = {sha(data): data for data in (a_jpeg(0), a_jpeg(200))}
    looks = [Observation(at_ms=1, frame=name) for name in pictures]
    session = EvidenceJudge().start(Case(run=RUN, task=TASK), pictures.get)
    verdict = session.step(a_step(1, before=looks[0], after=looks[after], effects=effects))
    assert [one.text for one in verdict.evidence if one.kind == "without-effect"] == said
