"""Plans for templates, directions that are kept, alerts and preferences."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Part,
    Plan,
    Plans,
    choose,
    click,
    fill,
    operate,
    pick,
)

from .pages import Value, listed, sent, settings_tab

_TEMPLATES = settings_tab("templates")
_SIGS = settings_tab("sigs")
_ALERTS = settings_tab("drug-support")
_PREFERENCES = settings_tab("preferences")
_FIELDS = {
    "name": "MedName",
    "sig": "Sig",
    "qty": "Qty",
    "unit": "Unit",
    "refills": "Refills",
    "days": "Days",
}


def _template(name: str, action: str) -> str:
    """A button of a template: "edit", "delete"."""
    row = f'.template-item:has(.template-name:text-is("{name}"))'
    return f"{row} [data-action={action}-template]"


def template_gone(name: str, other: str = "") -> Part:
    """A template is deleted; nearly right is another one."""
    way = pick(_template(name, "delete"), _template(other, "delete") if other else "")
    return Part(*_TEMPLATES, way, sent("confirmDeleteTemplate"))


def template_changed(name: str, other: str, **fields: Value) -> Part:
    """Fields of a template: name, sig, qty, unit, refills, days."""
    filled = [fill(f"#editTpl{_FIELDS[what]}", *pair) for what, pair in fields.items()]
    way = pick(_template(name, "edit"), _template(other, "edit") if other else "")
    return Part(*_TEMPLATES, way, *filled, sent("submitEditTemplate"))


def new_template(**fields: Value) -> Part:
    """A new template with the fields: name, sig, qty, unit, refills, days."""
    filled = [fill(f"#tpl{_FIELDS[what]}", *pair) for what, pair in fields.items()]
    add = click("[data-action=add-rx-template]")
    return Part(*_TEMPLATES, add, *filled, sent("submitTemplate"))


def _sig(text: str, action: str) -> str:
    """A button of directions that are kept: "edit", "delete"."""
    return f'.sig-item:has(.sig-text:text-is("{text}")) [data-action={action}-sig]'


def sig_gone(text: str, other: str = "") -> Part:
    """Directions are deleted; nearly right are others."""
    return Part(*_SIGS, pick(_sig(text, "delete"), _sig(other, "delete") if other else ""))


def new_sig(text: str, wrong: str, category: str, other: str) -> Part:
    """New directions under a category: "Oral", "Prn", "Topical"."""
    return Part(
        *_SIGS,
        click("[data-action=add-custom-sig]"),
        fill("#newSigText", text, wrong),
        choose("#newSigCategory", category, other),
        sent("submitNewSig"),
    )


def switched(name: str, wrong: str) -> Part:
    """Turns a preference on or off; nearly right is the one beside it."""
    switch = f"[data-testid={name}] .toggle-slider"
    other = f"[data-testid={wrong}] .toggle-slider"
    return Part(*_PREFERENCES, operate(switch, other), undo=(click(switch),))


def by_default(pharmacy: str, wrong: str) -> Part:
    """The pharmacy that prescriptions go to where nothing else is said."""
    return Part(*_PREFERENCES, *listed("defaultPharmacy", pharmacy, wrong))


def alerts(label: str, wrong: str) -> Part:
    """Which interactions of medicines are shown."""
    return Part(*_ALERTS, *listed("drugToDrugLevel", label, wrong))


PLANS: Plans = {
    "function/task_21": Plan(alerts("Major only", "Major and Moderate only")),
    "function/task_23": Plan(alerts("Major and Moderate only", "Major only")),
    "function/task_24": Plan(switched("autoPopulateLastPharmacy", "showCostEstimates")),
    "function/task_25": Plan(switched("showCostEstimates", "showFormularyData")),
    "function/task_26": Plan(switched("showFormularyData", "showCostEstimates")),
    "function/task_27": Plan(by_default("Walgreens #7892", "Walgreens #7901")),
    "function/task_52": Plan(by_default("UCSF Medical Center Pharmacy", "Kaiser Permanente")),
    "function/task_28": Plan(
        template_gone("Prednisone 10mg tablet (taper)", "Azithromycin 250mg tablet (Z-Pack)")
    ),
    "function/task_29": Plan(
        template_gone("Azithromycin 250mg tablet (Z-Pack)", "Amoxicillin 500mg capsule")
    ),
    "function/task_30": Plan(
        new_template(
            name=("Levothyroxine 50mcg tablet", "Levothyroxine 75mcg tablet"),
            sig=(
                "Take 1 tablet by mouth once daily on empty stomach",
                "Take 1 tablet by mouth once daily with food",
            ),
            refills=("5", "3"),
        )
    ),
    "function/task_31": Plan(
        template_changed(
            "Lisinopril 10mg tablet",
            "Lisinopril 20mg tablet",
            sig=(
                "Take 1 tablet by mouth once daily in the morning",
                "Take 1 tablet by mouth once daily at bedtime",
            ),
        )
    ),
    "function/task_32": Plan(
        template_changed("Metformin 500mg tablet", "Metformin 1000mg tablet", qty=("90", "30"))
    ),
    "real/task_m10": Plan(
        template_changed(
            "Metformin 1000mg tablet",
            "Metformin 500mg tablet",
            qty=("90", "45"),
            days=("45", "90"),
        )
    ),
    "function/task_33": Plan(
        sig_gone("Inject subcutaneously once weekly", "Inhale 2 puffs twice daily")
    ),
    "real/task_e13": Plan(
        sig_gone("Take 2 tablets by mouth once daily", "Take 1 tablet by mouth twice daily")
    ),
    "function/task_34": Plan(
        new_sig(
            "Take 2 capsules by mouth once daily with breakfast",
            "Take 2 capsules by mouth twice daily with breakfast",
            "Oral",
            "Prn",
        )
    ),
    "function/task_35": Plan(
        new_sig(
            "Apply 1 patch to skin every 72 hours",
            "Apply 1 patch to skin every 48 hours",
            "Topical",
            "Inhalation",
        )
    ),
    "function/task_36": Plan(
        Part(
            *_SIGS,
            pick(
                _sig("Dissolve 1 tablet under the tongue as needed", "edit"),
                _sig("Take 1 tablet by mouth once daily as needed", "edit"),
            ),
            fill(
                "#editSigText",
                "Dissolve 1 tablet under the tongue every 5 minutes as needed, max 3 doses",
                "Dissolve 1 tablet under the tongue every 3 minutes as needed, max 5 doses",
            ),
            sent("submitEditSig"),
        )
    ),
    "real/task_m16": Plan(
        alerts("Major and Moderate only", "Major only"),
        switched("showCostEstimates", "showFormularyData"),
    ),
    "real/task_h11": Plan(
        template_gone("Lisinopril 20mg tablet", "Lisinopril 10mg tablet"),
        template_gone("Metformin 1000mg tablet", "Metformin 500mg tablet"),
        template_gone("Atorvastatin 40mg tablet", "Atorvastatin 20mg tablet"),
        template_gone("Azithromycin 250mg tablet (Z-Pack)"),
    ),
    "real/task_h25": Plan(
        sig_gone("Take 1 capsule by mouth once daily", "Take 1 tablet by mouth once daily"),
        sig_gone("Take 1 capsule by mouth twice daily"),
        sig_gone("Take 1 capsule by mouth three times daily"),
        sig_gone(
            "Take 1 capsule by mouth once daily before breakfast",
            "Take 1 tablet by mouth twice daily with meals",
        ),
    ),
    "real/task_h31": Plan(
        new_template(
            name=("Amlodipine 10mg tablet", "Amlodipine 2.5mg tablet"),
            sig=("Take 1 tablet by mouth once daily", "Take 1 tablet by mouth twice daily"),
            refills=("3", "5"),
        ),
        template_gone("Amlodipine 5mg tablet", "Atorvastatin 20mg tablet"),
    ),
    "real/task_h68": Plan(
        template_changed(
            "Omeprazole 20mg capsule",
            "Amoxicillin 500mg capsule",
            sig=(
                "Take 1 capsule by mouth twice daily before meals",
                "Take 1 capsule by mouth twice daily after meals",
            ),
            refills=("5", "3"),
        ),
        template_gone("Sertraline 50mg tablet", "Amlodipine 5mg tablet"),
    ),
    "real/task_h78": Plan(
        switched("autoPopulateLastPharmacy", "showFormularyData"),
        alerts("Major only", "Major and Moderate only"),
        switched("showCostEstimates", "showFormularyData"),
        template_gone("Amoxicillin 500mg capsule", "Omeprazole 20mg capsule"),
        template_gone("Azithromycin 250mg tablet (Z-Pack)", "Prednisone 10mg tablet (taper)"),
    ),
}
