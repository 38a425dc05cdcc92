"""Plans for the chart: medicines that end or change their kind, allergies, a review of all."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, click, pick, submit

from .pages import (
    CHART,
    allergic,
    allergy_gone,
    classed,
    documented,
    reconciled,
    stopped,
)

_MINE = ("I want to discontinue this medication", "Patient stopped taking medication")
_STOPPED = ("Patient stopped taking medication", "I want to discontinue this medication")
_COLLEAGUE = ("Discontinued by another prescriber", "I want to discontinue this medication")


def refilled(*names: str, other: str = "") -> Part:
    """Several medicines are prescribed once more at one go."""
    box = 'tr[data-testid^=bulk-row]:has-text("{}") .bulk-refill-check'
    *first, last = names
    return Part(
        CHART,
        click("[data-action=bulk-refill-rx]"),
        *(pick(box.format(name)) for name in first),
        pick(box.format(last), box.format(other)),
        submit("[data-action=submit-bulk-refill]", cancel=".btn[data-action=close-bulk-refill]"),
    )


PLANS: Plans = {
    "function/task_9": Plan(allergy_gone("Latex", "Codeine")),
    "function/task_10": Plan(allergy_gone("Codeine", "Penicillin")),
    "function/task_11": Plan(
        allergic(
            ("Ibuprofen", "Naproxen"),
            ("Stomach upset, GI bleeding", "Rash, hives"),
            ("Moderate", "Mild"),
        )
    ),
    "function/task_12": Plan(
        allergic(
            ("Bee stings", "Wasp stings"),
            ("Swelling, anaphylaxis", "Swelling"),
            ("Severe", "Moderate"),
            ("Environmental", "Drug"),
        )
    ),
    "real/task_m11": Plan(
        allergic(
            ("Shellfish", "Fish"),
            ("Hives and swelling", "Hives"),
            ("Severe", "Mild"),
            ("Food", "Environmental"),
        )
    ),
    "function/task_13": Plan(classed("Montelukast", "Metoprolol", "temporary")),
    "function/task_14": Plan(classed("Amoxicillin", "Ciprofloxacin", "permanent-rx")),
    "real/task_m18": Plan(classed("Ciprofloxacin", "Prednisone", "permanent-rx")),
    "function/task_16": Plan(
        stopped(
            "Omeprazole",
            "Metoprolol",
            _MINE,
            ("Switching to famotidine", "Switching to ranitidine"),
        )
    ),
    "function/task_17": Plan(stopped("Amlodipine", "Losartan", _MINE, cancels=True)),
    "function/task_18": Plan(stopped("Montelukast", "Metformin", _STOPPED)),
    "function/task_53": Plan(stopped("Alprazolam", "Gabapentin", _MINE, cancels=True)),
    "function/task_55": Plan(stopped("Sertraline", "Losartan", _MINE, cancels=True)),
    "real/task_m8": Plan(stopped("Losartan", "Lisinopril", _COLLEAGUE)),
    "real/task_h3": Plan(
        stopped("Amoxicillin", ""),
        stopped("Prednisone", ""),
        stopped("Ciprofloxacin", "Omeprazole"),
    ),
    "real/task_h24": Plan(stopped("Losartan", "Lisinopril", cancels=True)),
    "real/task_h30": Plan(
        stopped("Prednisone", ""),
        stopped("Amoxicillin", "Amlodipine"),
        classed("Ciprofloxacin", "", "permanent-rx"),
    ),
    "function/task_46": Plan(
        documented(
            "Glucosamine 1500mg tablet",
            "Glucosamine 500mg tablet",
            ("Take 1 tablet by mouth once daily", "Take 1 tablet by mouth twice daily"),
        )
    ),
    "function/task_47": Plan(
        documented(
            "Probiotics capsule",
            "Prebiotics capsule",
            (
                "Take 1 capsule by mouth once daily with food",
                "Take 1 capsule by mouth once daily before breakfast",
            ),
        )
    ),
    "real/task_h75": Plan(
        stopped("Centrum Silver", "Calcium"),
        documented(
            "Probiotic 10 Billion CFU capsule",
            "Probiotic 1 Billion CFU capsule",
            (
                "Take 1 capsule by mouth once daily with food",
                "Take 1 capsule by mouth twice daily with food",
            ),
        ),
    ),
    "function/task_49": Plan(reconciled("Aspirin", other="Vitamin D3 2000")),
    "real/task_h4": Plan(reconciled("Calcium", other="Vitamin D3 2000")),
    "real/task_h20": Plan(reconciled("Centrum Silver", "Melatonin", other="Metoprolol")),
    "function/task_50": Plan(refilled("Lisinopril", "Metformin", other="Metoprolol")),
}
