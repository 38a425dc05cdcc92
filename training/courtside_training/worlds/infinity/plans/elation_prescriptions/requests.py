"""Plans for what pharmacies ask: refills, and changes of a prescription."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, fill, operate, pick

from .pages import REQUESTS, Value, listed, sent, settings_tab, stopped


def _request(name: str, change: bool = False) -> str:
    """A request on the list that waits for an answer."""
    kind = ".rr-change" if change else ".rr-item:not(.rr-change)"
    return f'{kind}:has(.rr-item-med:has-text("{name}"))'


def _answered(name: str, action: str, wrong: str, other: str) -> Move:
    """The button under a request; nearly right is the button `wrong`, or that of `other`."""
    change = action.endswith("change")
    button = f"{_request(name, change)} [data-action={action}]"
    if other:
        return pick(button, f"{_request(other, change)} [data-action={action}]")
    return operate(button, f"{_request(name, change)} [data-action={wrong}]" if wrong else "")


def approved(name: str, other: str = "") -> Part:
    """A refill is allowed as it is asked for."""
    return Part(REQUESTS, _answered(name, "approve-refill", "deny-refill", other))


def denied(name: str, reason: str, wrong: str = "", other: str = "") -> Part:
    """A refill is refused with a reason."""
    way = _answered(name, "deny-refill", "approve-refill", other)
    return Part(REQUESTS, way, fill("#denyReason", reason, wrong), sent("submitDeny"))


def modified(name: str, other: str, **fields: Value) -> Part:
    """A refill is allowed with another sig or number of refills."""
    ids = {"sig": "#modSig", "refills": "#modRefills"}
    filled = [fill(ids[what], *pair) for what, pair in fields.items()]
    way = _answered(name, "approve-refill-modified", "approve-refill", other)
    return Part(REQUESTS, way, *filled, sent("submitModApproval"))


def changed(name: str, other: str = "") -> Part:
    """A change that a pharmacy proposes is accepted."""
    return Part(REQUESTS, _answered(name, "approve-change", "deny-change", other))


def unchanged(name: str, reason: str, wrong: str = "", other: str = "") -> Part:
    """A change that a pharmacy proposes is refused with a reason."""
    way = _answered(name, "deny-change", "approve-change", other)
    filled = fill("#denyChangeReason", reason, wrong)
    return Part(REQUESTS, way, filled, sent("submitDenyChange"))


_APPOINTMENT = "Patient needs an appointment"

PLANS: Plans = {
    "real/task_e1": Plan(approved("Gabapentin")),
    "real/task_e20": Plan(approved("Metoprolol", "Lisinopril")),
    "function/task_1": Plan(approved("Lisinopril", "Metoprolol")),
    "function/task_4": Plan(approved("Omeprazole")),
    "function/task_2": Plan(
        denied(
            "Atorvastatin",
            "Patient needs lipid panel before renewal",
            "Patient needs liver panel before renewal",
        )
    ),
    "function/task_5": Plan(
        denied("Sertraline", "Requires follow-up appointment", other="Gabapentin")
    ),
    "real/task_m7": Plan(
        denied(
            "Lisinopril",
            "Patient needs a follow-up blood pressure check first",
            other="Metoprolol",
        )
    ),
    "function/task_3": Plan(
        modified(
            "Gabapentin",
            "",
            sig=(
                "Take 1 capsule by mouth twice daily",
                "Take 1 capsule by mouth once daily",
            ),
        )
    ),
    "function/task_6": Plan(modified("Metoprolol", "Lisinopril", refills=("3", "5"))),
    "function/task_56": Plan(
        modified(
            "Metoprolol",
            "",
            sig=(
                "Take 1 tablet by mouth once daily in the morning",
                "Take 1 tablet by mouth once daily in the evening",
            ),
        )
    ),
    "function/task_51": Plan(approved("Gabapentin", "Omeprazole")),
    "function/task_7": Plan(changed("Atorvastatin")),
    "function/task_54": Plan(changed("Atorvastatin", "Gabapentin")),
    "function/task_8": Plan(
        unchanged(
            "Gabapentin", "Current sig is correct as written", "Change to 2 capsules twice daily"
        )
    ),
    "real/task_h1": Plan(
        approved("Lisinopril"),
        approved("Atorvastatin"),
        approved("Gabapentin"),
        approved("Omeprazole"),
        approved("Sertraline"),
        approved("Metoprolol"),
    ),
    "real/task_h9": Plan(
        unchanged("Atorvastatin", "Current medication is working well"),
        unchanged("Gabapentin", "Current sig is correct"),
    ),
    "real/task_h16": Plan(
        approved("Lisinopril"),
        approved("Atorvastatin", "Omeprazole"),
        denied("Gabapentin", _APPOINTMENT, other="Metoprolol"),
        approved("Sertraline"),
    ),
    "real/task_h29": Plan(
        modified("Sertraline", "Metoprolol", refills=("11", "1")),
        Part(
            *settings_tab("preferences"),
            *listed("defaultPharmacy", "Walgreens #7892", "Walgreens #7901"),
        ),
    ),
    "real/task_h34": Plan(approved("Sertraline"), stopped("Losartan", "Lisinopril")),
    "real/task_h66": Plan(
        approved("Metoprolol", "Sertraline"),
        *(
            denied(name, "Batch processing — please resubmit next week")
            for name in ("Lisinopril", "Atorvastatin", "Gabapentin", "Omeprazole", "Sertraline")
        ),
    ),
    "real/task_h76": Plan(
        modified("Gabapentin", "", refills=("5", "2")),
        modified(
            "Omeprazole",
            "",
            sig=(
                "Take 1 capsule by mouth twice daily before meals",
                "Take 1 capsule by mouth twice daily after meals",
            ),
        ),
        denied(
            "Sertraline",
            "Patient wants to discuss tapering at next visit",
            other="Metoprolol",
        ),
    ),
}
