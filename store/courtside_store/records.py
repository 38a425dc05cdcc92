"""The records that everything else passes round. Knows nothing of SQL, sockets or judges."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .geometry import Box, Point

Surface = Literal["web", "android", "ios", "desktop"]
Source = Literal[
    "cdp", "extension", "client", "http", "appium", "idb", "desktop", "replay", "import"
]
StepLabel = Literal["goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal"]
RunLabel = Literal["success", "failure", "unknown"]
PersonLabel = RunLabel | Literal["unsure", "environment-error"]
"""What a person may say of a run; all but the first two count neither as success nor as failure.

"environment-error": the site, app or network failed, not the agent. "unknown" is what "unsure" was
called in rows of before.
"""
VerdictStatus = Literal["ok", "error", "unparsed"]
Flag = Literal[
    "impossible_task", "reached_captcha", "looping", "side_effect", "error_page", "no_effect"
]
EndedBy = Literal[
    "finish", "stop", "tab-closed", "page-crashed", "session-gone", "idle", "agent-crashed"
]
ActionKind = Literal[
    "click",
    "double-click",
    "right-click",
    "hover",
    "drag",
    "scroll",
    "type",
    "press",
    "select",
    "check",
    "upload",
    "navigate",
    "back",
    "forward",
    "reload",
    "open-tab",
    "switch-tab",
    "close-tab",
    "wait",
    "dialog",
    "tap",
    "long-press",
    "swipe",
    "launch-app",
    "home",
    "answer",
    "other",
]
AnnouncementKind = Literal["status", "alert", "log", "toast", "dialog", "validation"]
"""status, alert, log: a live region; toast: a short message over the page or soon gone again;
dialog: one that opened, of the page or of the browser; validation: why a field is refused.
"""
FailureKind = Literal[
    "low-level-skill",
    "planning-or-reasoning",
    "visual-hallucination",
    "timeout-on-the-right-track",
    "environment",
    "other",
]
"""Kinds of failure, after the failure analysis of PAE (Zhou et al. 2024)."""

# Python's `$` also matches before a last line break, JavaScript's does not: hence the look-ahead.
SessionId = Annotated[str, Meta(pattern=r"^ses_[0-9a-z]{16,40}$(?!\n)")]
RunId = Annotated[str, Meta(pattern=r"^run_[0-9a-z]{16,40}$(?!\n)")]
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Short = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(max_length=20_000)]
Millis = Annotated[int, Meta(ge=0, le=253_402_300_799_999)]
"""Unix time in milliseconds, up to the end of the year 9999."""
Took = Annotated[float, Meta(ge=0, le=1e12)]
"""How long something took, in milliseconds."""
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
"""Counts steps, attempts and elements from 1."""
Count = Annotated[int, Meta(ge=0, le=10**9)]
Length = Annotated[int, Meta(ge=0, le=10**6)]
"""Width or height of a viewport, in viewport units."""
Amount = Annotated[float, Meta(ge=-1e12, le=1e12)]
"""A finite number that nothing else bounds, e.g. a benchmark's reward."""
Probability = Annotated[float, Meta(ge=0, le=1)]
Revision = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""How often what a verdict on a run rests on has changed: a step, its end, its task."""
Setting = Text | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Amount | bool


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What every record is: frozen, keyword only, defaults left out of its JSON."""


class Element(Record, frozen=True, kw_only=True):
    """One thing on a screen that a person could name."""

    id: Number
    """In the order of the document (pre-order), unique within its observation."""
    tag: Short = ""
    role: Short = ""
    text: Short = ""
    """Accessible name or visible text."""
    value: Short = ""
    """Current value of a field; empty and state has "secret" where it was masked."""
    caption: Short = ""
    """What a picture shows: its alternative text, or a model's description where `source` is
    "detector". Empty where `text` says it.
    """
    box: Box | None = None
    interactable: bool = True
    """Is it something to act on? Also while it is disabled, which `state` says."""
    state: tuple[Short, ...] = ()
    """Of: checked, selected, disabled, focused, expanded, required, invalid, secret."""
    actions: tuple[Short, ...] = ()
    """What its source says can be done with it: of Android click, long-press, check, type and
    scroll, of idb the names of its own actions. Empty where the source does not say: of a page, of
    AT-SPI, whose answers would take too long, and of pixels.
    """
    source: Literal["dom", "ax", "ocr", "detector", "device"] = "dom"
    confidence: Probability | None = None


class PageState(Record, frozen=True, kw_only=True):
    """Which object a page shows, and what in it is left undone."""

    heading: Short = ""
    """The page's first of the first level, else its largest."""
    breadcrumb: Annotated[tuple[Short, ...], Meta(max_length=10)] = ()
    dialog: Short = ""
    """Title of the dialog that waits for an answer, "dialog" where it has none; empty: none."""
    dirty: Annotated[tuple[Short, ...], Meta(max_length=20)] = ()
    """Names of the fields that were edited and hold something else now. Never what they hold."""
    dirty_count: Count = 0
    """Of all of them."""


class Observation(Record, frozen=True, kw_only=True):
    """One look at a screen. Boxes and points are in viewport units, the frame in pixels."""

    at_ms: Millis
    frame: Sha256 | None = None
    """Hash of the original image bytes; None where there was no frame or it was withheld."""
    withheld: Short | None = None
    """Why the frame was not recorded, e.g. a secret field that could not be masked."""
    width: Length = 0
    height: Length = 0
    """Size of the viewport, in viewport units."""
    scale: Annotated[float, Meta(gt=0, le=1000)] = 1.0
    """Frame pixels for one viewport unit."""
    url: Text = ""
    title: Short = ""
    text: Text = ""
    """Visible text, cut at 20,000 characters; secrets left out."""
    page: PageState | None = None
    """None where the source does not know."""
    elements: Annotated[tuple[Element, ...], Meta(max_length=2_000)] = ()


class Target(Record, frozen=True, kw_only=True):
    """What an action hit, named as a person would."""

    tag: Short = ""
    role: Short = ""
    text: Short = ""
    box: Box | None = None
    state: tuple[Short, ...] = ()
    frame_url: Text = ""
    """Address of the inner frame that holds it; empty for the main frame."""


class Action(Record, frozen=True, kw_only=True):
    """One thing the agent did."""

    kind: ActionKind
    at_ms: Millis
    target: Target | None = None
    point: Point | None = None
    to_point: Point | None = None
    """Where a drag or swipe ended; for a scroll, how far (dx, dy)."""
    text: Text = ""
    """Typed text, pressed keys, chosen option, address, answer. Empty where it was secret."""
    raw: dict[str, Any] | None = None
    """The source's own form of it, as small as it can be; see `check_raw`."""


class Session(Record, frozen=True, kw_only=True):
    """One connection of a source, from its hello to its end: its runs, in order.

    What a judge has for one run is a `JudgeSession`.
    """

    id: SessionId
    source: Source
    surface: Surface = "web"
    name: Short = ""
    """What a person would call it: the agent's name, the tab's title, the device."""
    started_at_ms: Millis
    ended_at_ms: Millis | None = None


class Run(Record, frozen=True, kw_only=True):
    """One attempt at one task."""

    id: RunId
    session: SessionId
    task: Text = ""
    """Empty when nobody has given it: then there are only goal-free flags."""
    agent: Short = ""
    attempt: Number = 1
    parent_run: RunId | None = None
    """The earlier attempt that this one retries."""
    started_at_ms: Millis
    ended_at_ms: Millis | None = None
    ended_by: EndedBy | None = None
    answer: Text = ""
    claims_success: bool | None = None
    """What the agent itself says; None where it says nothing."""
    revision: Revision = 0
    task_revision: Revision = 0
    """The revision that the newest change of the task made."""


class Request(Record, frozen=True, kw_only=True):
    """A request that may change something at a server. Never its query, headers or body."""

    method: Short
    path: Short
    """What looks like an id or a token in it is "*"; see `request_paths.py`. It begins with the
    host where that is not the page's own.
    """
    at_ms: Millis
    status: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Of the answer; None where none has come."""
    took_ms: Took | None = None
    failed: Short = ""
    """Why no answer will come, in the browser's words."""


class Announcement(Record, frozen=True, kw_only=True):
    """What a page announced, also where it was gone at the next screenshot."""

    kind: AnnouncementKind
    text: Short
    field: Short = ""
    """The field that a validation message is about."""
    at_ms: Millis


class Effects(Record, frozen=True, kw_only=True):
    """What the application did after a step's actions, up to the next step's."""

    requests: Annotated[tuple[Request, ...], Meta(max_length=50)] | None = None
    """Oldest first. Empty: nothing was sent; None: the source cannot see what is sent."""
    announced: Annotated[tuple[Announcement, ...], Meta(max_length=50)] | None = None
    """Oldest first. None: the source cannot see it."""
    left_out: Count = 0
    """More of either than is recorded of one step."""


class Step(Record, frozen=True, kw_only=True):
    """What the agent did once, and the screen before and after."""

    run: RunId
    index: Number
    before: Observation | None = None
    actions: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    after: Observation | None = None
    thought: Text = ""
    effects: Effects | None = None
    """Its effects as far as the source has sent them; None where the source records none."""


class Evidence(Record, frozen=True, kw_only=True):
    """One thing a judge saw, in words, and how much it counted."""

    kind: Short
    """A stable name, e.g. "screen-unchanged"."""
    text: Text
    weight: Amount = 0.0
    """Log-odds it added: positive speaks for the goal, negative against."""
    step: Number | None = None
    element: Number | None = None
    wanted: Text = ""
    """What was asked for instead, where it is about a value."""
    what: Short = ""
    """The value, control or word that it is about, as a program needs it; `text` quotes it."""
    where: Short = ""
    """The place, or the other thing beside it."""


class JudgeStamp(Record, frozen=True, kw_only=True):
    """Who judged: enough to do it again."""

    name: Short
    version: Short = ""
    model: Short = ""
    model_sha256: Sha256 | None = None
    """Of the model that this verdict comes from."""
    identity: Short = ""
    """The same on all verdicts of one judge that asks several models or members, whichever of them
    this one comes from: another model, prompt or member is another identity. Empty where version
    and model say as much.
    """
    prompt_version: Short = ""
    settings: Annotated[dict[Short, Setting], Meta(max_length=100)] | None = None


class StepVerdict(Record, frozen=True, kw_only=True, tag="step-verdict", tag_field="type"):
    """A judge's answer about one step."""

    run: RunId
    step: Number
    revision: Revision = 0
    """The run's revision that was judged; 0 where the judge does not say: the newest stored."""
    label: StepLabel = "not-sure"
    score: Probability | None = None
    """Calibrated probability that the step made progress; None where the judge has none."""
    explanation: Text = ""
    evidence: tuple[Evidence, ...] = ()
    flags: tuple[Flag, ...] = ()
    judge: JudgeStamp
    status: VerdictStatus = "ok"
    took_ms: Took = 0.0
    at_ms: Millis
    prompt: Sha256 | None = None
    """Hash of the rendered prompt, kept as a text blob."""
    raw: Sha256 | None = None
    """Hash of the model's raw output, kept as a text blob."""


class RunVerdict(Record, frozen=True, kw_only=True, tag="run-verdict", tag_field="type"):
    """A judge's answer about a whole run."""

    run: RunId
    revision: Revision = 0
    """The run's revision that was judged; 0 where the judge does not say: the newest stored."""
    label: RunLabel = "unknown"
    score: Probability | None = None
    """Calibrated probability of success; None where the judge has none."""
    explanation: Text = ""
    evidence: tuple[Evidence, ...] = ()
    flags: tuple[Flag, ...] = ()
    failure_kind: FailureKind | None = None
    judge: JudgeStamp
    status: VerdictStatus = "ok"
    took_ms: Took = 0.0
    at_ms: Millis
    prompt: Sha256 | None = None
    """Hash of the rendered prompt, kept as a text blob."""
    raw: Sha256 | None = None
    """Hash of the model's raw output, kept as a text blob."""


Verdict = StepVerdict | RunVerdict


class Override(Record, frozen=True, kw_only=True):
    """A person's label or note, kept beside the judge's, never over it."""

    run: RunId
    step: Number | None = None
    """None: about the whole run."""
    label: StepLabel | PersonLabel | None = None
    """None: a note without a label."""
    note: Text = ""
    who: Short = ""
    """Several people may label a thing: the newest label of each counts."""
    at_ms: Millis


class Oracle(Record, frozen=True, kw_only=True):
    """A benchmark's own result. A judge never sees it."""

    run: RunId
    success: bool
    reward: Amount | None = None
    name: Short = ""
    at_ms: Millis


class BlamedAction(Record, frozen=True, kw_only=True):
    """One action of a step that a lesson is about."""

    kind: ActionKind
    role: Short = ""
    """Of what it hit; its tag where it has none."""
    name: Short = ""
    text: Short = ""
    """What was typed or chosen."""


class LessonPoint(Record, frozen=True, kw_only=True):
    """One thing that went wrong in a failed run.

    `done`, `expected`, `seen`, `avoid` and `advice` are for people and models: a page's words stand
    in quotation marks. `what`, `where`, `wanted` and `actions` are the same for programs: bare
    names, which are never to be read as an instruction.
    """

    finding: Short = ""
    """The kind of finding that it comes from; empty where a judge only said it in words."""
    what: Short = ""
    """The value, control or word that the finding is about."""
    where: Short = ""
    """The place, or the other thing beside it."""
    wanted: Short = ""
    """What the task asked for instead, where it is about a value."""
    actions: Annotated[tuple[BlamedAction, ...], Meta(max_length=10)] = ()
    """What the agent did in the step."""
    fault: Literal["no-effect", "away"] | None = None
    """Why the step itself was wrong, where something shows that: it had no effect, or it led away
    from the goal."""
    step: Number | None = None
    done: Short = ""
    """What the agent did there."""
    expected: Short = ""
    seen: Short = ""
    avoid: Short = ""
    advice: Short = ""
    """What to try."""


class Reflection(Record, frozen=True, kw_only=True):
    """The lesson from a failed run, built from our own fields, capped, marked as evidence."""

    run: RunId
    revision: Revision = 0
    """That of the verdict that it explains; 0 where nobody says: the newest stored."""
    step: Number | None = None
    """The step that it blames, if one."""
    expected: Short = ""
    observed: Short = ""
    advice: Short = ""
    points: Annotated[tuple[LessonPoint, ...], Meta(max_length=10)] = ()
    """All that went wrong, step by step."""
    unsaved: Annotated[tuple[Short, ...], Meta(max_length=10)] = ()
    """What the run left open at its end: edited fields, a dialog."""
    reflector: Short = ""
    """What wrote it: "findings", or a model's name."""
    note: Short = ""
    """Why it was not written by the model that was to write it."""
    text: Annotated[str, Meta(max_length=2_000)]
    """All of it, as handed to the agent."""
    at_ms: Millis


def new_id(kind: Literal["ses", "run", "src"]) -> str:
    """A fresh id: sorts by time, cannot be guessed. Minted by us, never taken from a name."""
    return f"{kind}_{now_ms():011x}{secrets.token_hex(8)}"


def target_of(element: Element) -> Target:
    """An element of a screen as the target of an action."""
    return Target(
        tag=element.tag,
        role=element.role,
        text=element.text or element.caption,
        box=element.box,
        state=element.state,
    )


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000
