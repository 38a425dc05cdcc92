"""Plans for templates, categories and the settings of the practice."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, fill, operate, pick

from .pages import (
    CATEGORIES,
    CONFIRMED,
    SETTINGS,
    TEMPLATES,
    appointment,
    category,
    listed,
    saved,
    template,
)


def _switch(name: str, wrong: str) -> Plan:
    """Turns a preference on or off; nearly right is the one beside it."""
    switch = click(f"[data-toggle-id=pref-{name}]", f"[data-toggle-id=pref-{wrong}]")
    return Plan(Part(SETTINGS, switch, undo=(click(f"[data-toggle-id=pref-{name}]"),)))


def mips(name: str, wrong: str) -> Part:
    """Turns the counting of a category on or off."""
    switch = f'.category-row:has-text("{name}") .toggle-switch'
    other = f'.category-row:has-text("{wrong}") .toggle-switch'
    form = (pick(category(name, "edit")), click("[data-toggle-id=category-mips]"))
    return Part(
        CATEGORIES,
        click(switch, other),
        other=(CATEGORIES, *form, saved("edit-category")),
        undo=(click(switch),),
    )


def new_category(name: str, wrong: str, counts: bool = True) -> Part:
    """Adds a category that counts for MIPS, or one that does not."""
    counted = (click("[data-toggle-id=category-mips]"),) if counts else ()
    named = fill("#category-name", name, wrong)
    return Part(CATEGORIES, click("[data-action=add-category]"), *counted, named, saved("category"))


def template_field(name: str, field: str, value: str, wrong: str, other: str) -> Part:
    """Changes a text of a template; nearly right is another text, or the template `other`."""
    edit = pick(template(name, "edit"), template(other, "edit"))
    return Part(TEMPLATES, edit, fill(f"#template-{field}", value, wrong), saved("edit-template"))


def set_up(kind: str, other: str, **lists: tuple[str, str]) -> Part:
    """Sets the format, category or template that notes of a kind of appointment begin with."""
    chosen = [move for what, pair in lists.items() for move in listed(f"apt-note-{what}", *pair)]
    opened = pick(appointment(kind), appointment(other))
    return Part(SETTINGS, opened, *chosen, saved("appointment-type"))


PLANS: Plans = {
    "real/task_e3": _switch("coded-assessments", "dx-in-print"),
    "real/task_e7": _switch("dx-in-print", "coded-assessments"),
    "real/task_e13": Plan(
        Part(SETTINGS, *listed("pref-note-format", "Simple Note", "Non-Visit Note"))
    ),
    "real/task_e8": Plan(mips("Procedure", "Pre-Op Evaluation")),
    "real/task_e12": Plan(mips("Vaccination Only", "Workers Comp")),
    "real/task_e16": Plan(
        Part(
            CATEGORIES,
            pick(category("Care Plan Review", "remove"), category("Urgent Visit", "remove")),
            CONFIRMED,
        )
    ),
    "real/task_e10": Plan(
        Part(
            CATEGORIES,
            pick(category("Workers Comp", "edit"), category("Pre-Op Evaluation", "edit")),
            fill("#category-name", "Workers Compensation", "Worker Compensation"),
            saved("edit-category"),
        )
    ),
    "real/task_m7": Plan(new_category("Behavioral Health", "Behavioural Health")),
    "real/task_e5": Plan(
        Part(
            TEMPLATES,
            pick(
                template("Injectable Administration", "delete"),
                template("Flu Shot Administration", "delete"),
            ),
            CONFIRMED,
        )
    ),
    "real/task_e18": Plan(
        Part(
            TEMPLATES,
            operate(
                template("Diabetes Management", "duplicate"),
                template("Hypertension Follow-Up", "duplicate"),
            ),
            undo=(click(template("Diabetes Management (Copy)", "delete")), CONFIRMED),
        )
    ),
    "real/task_e19": Plan(
        template_field(
            "Telehealth Follow-Up",
            "name",
            "Virtual Visit Follow-Up",
            "Virtual Follow-Up",
            "Hypertension Follow-Up",
        )
    ),
    "real/task_m14": Plan(
        template_field(
            "Pre-Operative Evaluation",
            "billing-notes",
            "Pre-op clearance - ensure all required labs are completed prior to surgery.",
            "Pre-op clearance - ensure all required labs are completed after surgery.",
            "E* Problem-Focused Visit",
        )
    ),
    "real/task_m20": Plan(
        template_field(
            "Diabetes Management",
            "tags",
            "Diabetes, Chronic-Care, Chronic-Pain",
            "Chronic-Pain",
            "Hypertension Follow-Up",
        )
    ),
    "function/task_42": Plan(
        template_field(
            "Hypertension Follow-Up",
            "hpi",
            "Patient returns for blood pressure management follow-up. Reviewing home BP log and "
            "medication compliance.",
            "Patient returns for blood pressure management follow-up. Reviewing home BP log.",
            "Telehealth Follow-Up",
        )
    ),
    "real/task_m6": Plan(
        set_up("Telehealth Visit", "Office Visit", category=("Follow-Up", "Annual Exam"))
    ),
    "real/task_m10": Plan(
        set_up(
            "Follow-Up",
            "Procedure",
            template=("Hypertension Follow-Up", "Telehealth Follow-Up"),
        )
    ),
    "real/task_m17": Plan(
        set_up(
            "Office Visit",
            "Telehealth Visit",
            format=("H&P Note (Single Column)", "Pre-Op H&P Note"),
        )
    ),
    "real/task_h8": Plan(
        new_category("Chronic Disease Management", "Chronic Care Management"),
        set_up(
            "Follow-Up", "Office Visit", category=("Chronic Disease Management", "Office Visit")
        ),
    ),
    "real/task_h16": Plan(
        set_up(
            "Urgent Same-Day",
            "Well Child Check",
            template=("E* Problem-Focused Visit", "E* Annual Wellness Visit"),
        ),
        set_up("COVID Vaccine", "Flu Shot", format=("Non-Visit Note", "H&P Note (Single Column)")),
    ),
}
