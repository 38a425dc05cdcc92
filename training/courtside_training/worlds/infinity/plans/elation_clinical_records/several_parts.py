"""Plans for tasks of several parts, of many patients and of what has to be looked up first.

A toast that goes away redraws a form, and what was typed is lost: what is typed comes first.
"""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, fill, operate

from .chart import added, status
from .office import mips, new_category, set_up
from .pages import TEMPLATES, saved, tagged, template, untagged

_FOCUSED = ("E* Problem-Focused Visit", "E* Annual Wellness Visit")
_SINGLE = ("H&P Note (Single Column)", "Pre-Op H&P Note")


def _renamed_copy(name: str, new: str, wrong: str, other: str) -> Part:
    """A copy of a template under a name of its own; nearly right is the copy of another one."""
    return Part(
        TEMPLATES,
        operate(template(name, "duplicate"), template(other, "duplicate")),
        click(template(f"{name} (Copy)", "edit")),
        fill("#template-name", new, wrong),
        saved("edit-template"),
    )


PLANS: Plans = {
    "real/task_h1": Plan(
        status("Johnson", "Essential Hypertension", "Controlled", "Resolved"),
        status("Johnson", "Tobacco Use", "Controlled", "Resolved"),
        status("Johnson", "Chronic Low Back", "Controlled"),
        status("Johnson", "Prediabetes", "Controlled", "Resolved"),
    ),
    "real/task_h3": Plan(
        added("Zhao", "Osteopenia", "M85.80", ("Osteopathy", "M85.88")),
        status("Zhao", "Osteoporosis", "Controlled", other="GERD"),
    ),
    "real/task_h7": Plan(
        tagged("Rodriguez-Martinez", "Inhaler-Review", "Inhaler"),
        untagged("Rodriguez-Martinez", "*COVID-Dose-2-Complete"),
        untagged("Rodriguez-Martinez", "Asthma"),
    ),
    "real/task_h27": Plan(
        status("Henderson", "Essential Hypertension", "Resolved", other="Hyperlipidemia"),
        status("Henderson", "Seasonal Allergic", "Resolved", "Active"),
    ),
    "real/task_h31": Plan(
        tagged("Henderson", "Diabetes-Active", other="Bergstrom"),
        untagged("Henderson", "Diabetes-Management", "Annual-Due"),
        untagged("Bergstrom", "Diabetes-Management", "COPD"),
    ),
    "real/task_h36": Plan(tagged("O'Brien", "Geriatric-Screening", other="Zhao")),
    "real/task_h49": Plan(
        tagged("Henderson", "DM-Review-Urgent", "DM-Review-Routine"),
        tagged("Bergstrom", "DM-Review-Routine", "DM-Review-Urgent"),
    ),
    "real/task_h15": Plan(
        Part(
            TEMPLATES,
            click("[data-action=new-template]"),
            fill("#template-name", "Geriatric Assessment", "Geriatrics Assessment"),
            fill("#template-hpi", "Patient presents for a geriatric assessment."),
            fill("#template-ros", "Reviewed and negative except as noted."),
            fill("#template-pe", "Alert, oriented, in no distress."),
            fill("#template-cpt", "99205", "99215"),
            fill("#template-cpt-desc", "New patient visit, high complexity"),
            saved("template"),
        )
    ),
    "real/task_h23": Plan(
        _renamed_copy(
            "E* Annual Wellness Visit",
            "Modified Annual Wellness",
            "Modified Annual Visit",
            "Well Child Visit (2-5 years)",
        )
    ),
    "real/task_h38": Plan(
        set_up(
            "Procedure",
            "Urgent Same-Day",
            format=_SINGLE,
            category=("Follow-Up", "Office Visit"),
            template=_FOCUSED,
        )
    ),
    "real/task_h47": Plan(
        mips("Office Visit", "Follow-Up"),
        new_category("Quality Metrics", "Quality Measures"),
        set_up("Annual Exam", "Well Child Check", category=("Quality Metrics", "Office Visit")),
    ),
}
