"""The records that everything else passes round. Know nothing of SQL, sockets or judges."""

from .actions import Action, ActionKind, Target, may_be_target, target_of
from .bounds import (
    Amount,
    Count,
    Length,
    Millis,
    Number,
    Probability,
    Revision,
    Setting,
    Sha256,
    Short,
    Text,
    Took,
)
from .clock import now_ms
from .effects import Announcement, AnnouncementKind, Effects, Request, WebSocketUse
from .ground_truth import CaptionDecision, Oracle, Override, PersonLabel
from .ids import RUN_ID, RunId, SessionId, new_id
from .lessons import BlamedAction, LessonPoint, Reflection
from .observations import FROM_PIXELS, UNTITLED_DIALOG, Element, Observation, PageState
from .record import Record
from .runs import EndedBy, Run, Session, Source, Surface
from .steps import Step
from .verdicts import (
    Evidence,
    FailureKind,
    Flag,
    JudgeStamp,
    RunLabel,
    RunVerdict,
    StepLabel,
    StepVerdict,
    Verdict,
    VerdictStatus,
)

__all__ = [
    "FROM_PIXELS",
    "RUN_ID",
    "UNTITLED_DIALOG",
    "Action",
    "ActionKind",
    "Amount",
    "Announcement",
    "AnnouncementKind",
    "BlamedAction",
    "CaptionDecision",
    "Count",
    "Effects",
    "Element",
    "EndedBy",
    "Evidence",
    "FailureKind",
    "Flag",
    "JudgeStamp",
    "Length",
    "LessonPoint",
    "Millis",
    "Number",
    "Observation",
    "Oracle",
    "Override",
    "PageState",
    "PersonLabel",
    "Probability",
    "Record",
    "Reflection",
    "Request",
    "Revision",
    "Run",
    "RunId",
    "RunLabel",
    "RunVerdict",
    "Session",
    "SessionId",
    "Setting",
    "Sha256",
    "Short",
    "Source",
    "Step",
    "StepLabel",
    "StepVerdict",
    "Surface",
    "Target",
    "Text",
    "Took",
    "Verdict",
    "VerdictStatus",
    "WebSocketUse",
    "may_be_target",
    "new_id",
    "now_ms",
    "target_of",
]
