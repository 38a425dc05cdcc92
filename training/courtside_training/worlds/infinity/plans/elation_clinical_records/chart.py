"""Plans for the tags and the list of problems on a patient's chart."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, click, fill, operate

from .pages import chart, listed, problem, saved, tagged, untagged

_BEFORE = {"Active": "Controlled", "Controlled": "Active", "Resolved": "Active"}
"""The status to go back to from another one."""


def _button(title: str, status: str, wrong: str = "", other: str = "") -> Move:
    """Sets a problem's status by its button; nearly right is another button or problem."""
    button = f"{problem(title)} [data-status={status}]"
    if other:
        return operate(button, f"{problem(other)} [data-status={status}]")
    return operate(button, f"{problem(title)} [data-status={wrong}]" if wrong else "")


def _by_form(title: str, status: str) -> tuple[Move, ...]:
    edit = click(f"{problem(title)} [data-action=edit-problem]")
    return edit, *listed("problem-status", status), saved("edit-problem")


def status(name: str, title: str, status: str, wrong: str = "", other: str = "") -> Part:
    """One problem of a patient gets another status."""
    return Part(
        *chart(name),
        _button(title, status, wrong, other),
        other=(*chart(name), *_by_form(title, status)),
        undo=(click(f"{problem(title)} [data-status={_BEFORE[status]}]"),),
    )


def _edited(name: str, title: str, field: str, value: str, wrong: str, other: str = "") -> Plan:
    """A text on the form of a problem; nearly right is another text or the problem `other`."""
    edit = f"{problem(title)} [data-action=edit-problem]"
    opened = operate(edit, f"{problem(other)} [data-action=edit-problem]" if other else "")
    field_filled = fill(f"#problem-{field}", value, wrong)
    return Plan(Part(*chart(name), opened, field_filled, saved("edit-problem")))


def added(name: str, title: str, code: str, wrong: tuple[str, str] = ("", ""), **more: str) -> Part:
    """A new problem; `more`: its status, and the chart of the patient that is nearly right."""
    status = listed("problem-status", more["status"], "Active") if "status" in more else ()
    return Part(
        *chart(name, more.get("other", "")),
        click("[data-action=add-problem]"),
        fill("#problem-title", title, wrong[0]),
        fill("#problem-icd10", code, wrong[1]),
        *status,
        saved("problem"),
    )


_SINUSITIS = added("Fitzgerald", "Acute Sinusitis", "J01.90", ("", "J01.91"), other="Henderson")

PLANS: Plans = {
    "real/task_e1": Plan(untagged("Johnson", "Smoker", "Hypertension-Monitoring")),
    "real/task_e6": Plan(tagged("Zhao", "Fall-Risk", "Falls-Risk", "O'Brien")),
    "real/task_e9": Plan(untagged("Nakamura", "Prenatal", "*COVID-Dose-1-Only")),
    "real/task_e14": Plan(tagged("O'Brien", "*High-Risk", "High-Risk", "Zhao")),
    "real/task_e15": Plan(untagged("Washington", "Immunizations-Due", "Pediatric")),
    "real/task_e20": Plan(untagged("Sharma", "Pediatric-Parent", other="Washington")),
    "function/task_1": Plan(tagged("Henderson", "Flu-Season", "Flu-Shot", "Bergstrom")),
    "function/task_4": Plan(tagged("Fitzgerald", "New-Patient", "New Patient", "Wu")),
    "real/task_e2": Plan(
        Part(
            *chart("Nakamura", "Zhao"),
            operate(
                f"{problem('Plantar Fasciitis')} [data-status=Active]",
                f"{problem('Migraine')} [data-status=Controlled]",
            ),
            undo=(click(f"{problem('Plantar Fasciitis')} [data-status=Resolved]"),),
        )
    ),
    "real/task_e11": Plan(status("Johnson", "Prediabetes", "Resolved", "Controlled")),
    "real/task_e17": Plan(status("Bergstrom", "Major Depressive", "Active", "Resolved")),
    "function/task_7": Plan(
        status("Henderson", "Seasonal Allergic Rhinitis", "Active", other="Essential Hypertension")
    ),
    "function/task_8": Plan(status("Nakamura", "Generalized Anxiety", "Resolved", "Controlled")),
    "function/task_14": Plan(status("Zhao", "Hypothyroidism", "Resolved", other="GERD")),
    "real/task_m9": _edited(
        "Henderson",
        "Type 2 Diabetes",
        "synopsis",
        "A1C improved to 6.8%. On metformin 1000mg BID and glipizide 5mg daily.",
        "A1C improved to 8.6%. On metformin 1000mg BID and glipizide 5mg daily.",
        "Obesity",
    ),
    "real/task_m15": _edited(
        "Johnson",
        "Chronic Low Back Pain",
        "title",
        "Chronic Low Back Pain with Lumbar Disc Degeneration",
        "Chronic Low Back Pain with Lumbar Disc Herniation",
        "Tobacco Use",
    ),
    "function/task_10": _edited(
        "Johnson", "Essential Hypertension", "dx-date", "2015-01-10", "2015-10-01", "Prediabetes"
    ),
    "real/task_m1": Plan(_SINUSITIS),
    "function/task_11": Plan(
        added("Rodriguez-Martinez", "Insomnia", "G47.00", ("", "G47.01"), status="Controlled")
    ),
    "function/task_13": Plan(
        added("Sharma", "Urinary Tract Infection", "N39.0", ("", "N39.9"), other="Nakamura")
    ),
    "real/task_h12": Plan(
        added("Sharma", "Urinary Tract Infection", "N39.0", ("", "N93.0")),
        added("Sharma", "Iron Deficiency Anemia", "D50.9", ("", "D59.0"), other="Nakamura"),
    ),
    "real/task_h17": Plan(
        untagged("Washington", "Pediatric", "Immunizations-Due"),
        untagged("Wu", "Pediatric", "Sports-Physical"),
    ),
}
