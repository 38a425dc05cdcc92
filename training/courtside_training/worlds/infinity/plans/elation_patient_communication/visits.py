"""Plans for appointments and reminders."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, fill, submit

from .pages import APPOINTMENTS, cancelled, listed, reminded


def asked_for(name: str, date: str, time: str, reason: str, provider: int, place: str) -> Part:
    """Tries to make an appointment: the form offers no patient to choose, so nothing is made."""
    return Part(
        APPOINTMENTS,
        click("[data-testid=new-appt-btn]"),
        fill("#apptPatientSearch", name),
        fill("#apptDate", date),
        fill("#apptTime", time),
        *listed("apptProvider", f"prov_{provider}"),
        *listed("apptPlace", place),
        fill("#apptReason", reason),
        submit("[data-testid=confirm-appt-btn]", cancel=".appointment-form >> text=Cancel"),
    )


PLANS: Plans = {
    "real/task_e3": Plan(cancelled(2, 13)),
    "real/task_e15": Plan(cancelled(15, 11)),
    "function/task_31": Plan(cancelled(8, 11)),
    "real/task_h32": Plan(cancelled(14, 1)),
    "real/task_e2": Plan(reminded(10, 9)),
    "real/task_e11": Plan(reminded(7, 8)),
    "real/task_e18": Plan(reminded(1, 6)),
    "function/task_36": Plan(reminded(5, 4)),
    "real/task_m9": Plan(
        asked_for("Emily Thompson", "2026-03-15", "10:00", "General check-up", 1, "in_person"),
        impossible=True,
    ),
    "real/task_m16": Plan(
        asked_for("Andrew McIntyre", "2026-03-20", "15:00", "GI follow-up", 2, "virtual"),
        impossible=True,
    ),
    "real/task_h65": Plan(
        asked_for("Linda Garcia", "2026-03-25", "09:00", "Medication review", 3, "in_person"),
        impossible=True,
    ),
    "real/task_h41": Plan(
        asked_for("Patricia O'Brien", "2026-04-15", "14:00", "Follow-up", 1, "in_person"),
        impossible=True,
    ),
}
