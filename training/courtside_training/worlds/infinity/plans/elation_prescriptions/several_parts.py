"""Plans for a new prescription together with what has to be done besides."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Part, Plan, Plans, fill

from .pages import Value, allergic, allergy_gone, stopped
from .prescribing import (
    AS_WRITTEN,
    BEDTIME,
    DAILY,
    DOXYCYCLINE,
    MORNING,
    TEMPORARY,
    THIRTY,
    prescribed,
)
from .requests import approved, changed
from .settings import by_default, new_template

_WALGREENS = ("Walgreens #7892", "Walgreens #7901")


def _sent_to(pharmacy: Value, prescription: Part) -> Plan:
    """A prescription for another pharmacy than usual: that is the usual one for the while."""
    back = by_default("CVS Pharmacy #4521", "CVS Pharmacy #4533")
    return Plan(by_default(*pharmacy), prescription, back)


PLANS: Plans = {
    "real/task_h5": Plan(
        changed("Atorvastatin", "Gabapentin"),
        prescribed(
            ("Rosuvastatin", "Rosuvastatin 10mg tablet", "Rosuvastatin 20mg tablet"),
            BEDTIME,
            qty=THIRTY,
            refills=("5", "3"),
        ),
    ),
    "real/task_h15": Plan(
        stopped("Losartan", "Lisinopril"),
        stopped("Amlodipine", "Metoprolol"),
        prescribed(
            ("Valsartan", "Valsartan 160mg tablet", "Valsartan 80mg tablet"),
            DAILY,
            qty=THIRTY,
            refills=("3", "5"),
        ),
    ),
    "real/task_h17": Plan(
        allergic(
            ("Peanut", "Tree nut"),
            ("Anaphylaxis", "Rash"),
            ("Severe", "Moderate"),
            ("Food", "Environmental"),
        ),
        prescribed(
            DOXYCYCLINE,
            (
                "Take 1 capsule by mouth twice daily for 10 days",
                "Take 1 capsule by mouth once daily for 10 days",
            ),
            TEMPORARY,
            qty=("20", "10"),
            refills=("0", "1"),
            days=("10", "20"),
        ),
    ),
    "real/task_h26": Plan(
        approved("Atorvastatin", "Omeprazole"),
        new_template(
            name=("Rosuvastatin 10mg tablet", "Rosuvastatin 20mg tablet"),
            sig=BEDTIME,
            refills=("5", "3"),
        ),
    ),
    "real/task_h35": Plan(
        allergy_gone("Penicillin", "Sulfonamides"),
        prescribed(
            ("Amoxicillin", "Amoxicillin 875mg capsule", "Amoxicillin 250mg capsule"),
            (
                "Take 1 capsule by mouth twice daily for 10 days",
                "Take 1 capsule by mouth three times daily for 10 days",
            ),
            TEMPORARY,
            qty=("20", "30"),
            refills=("0", "1"),
            days=("10", "30"),
        ),
    ),
    "function/task_45": _sent_to(
        ("Alto Pharmacy", "Jade Pharmacy"),
        prescribed(
            ("Escitalopram", "Escitalopram 10mg tablet", "Escitalopram 20mg tablet"),
            MORNING,
            qty=THIRTY,
            refills=("5", "0"),
        ),
    ),
    "real/task_h2": _sent_to(
        _WALGREENS,
        prescribed(
            ("Buspirone", "Buspirone 10mg tablet", "Buspirone 15mg tablet"),
            MORNING,
            qty=THIRTY,
            refills=("5", "3"),
        ),
    ),
    "real/task_h64": Plan(
        prescribed(
            ("Duloxetine", "Duloxetine 60mg capsule", "Duloxetine 30mg capsule"),
            ("Take 1 capsule by mouth once daily", "Take 1 capsule by mouth twice daily"),
            AS_WRITTEN,
            fill("#rxDiagnosis", "back pain"),
            qty=THIRTY,
            refills=("5", "3"),
        ),
        impossible=True,
    ),
    "real/task_h19": Plan(
        stopped("Omeprazole", "Metoprolol"),
        prescribed(
            ("Famotidine", "Famotidine 20mg tablet", "Famotidine 40mg tablet"),
            DAILY[::-1],
            qty=("60", "30"),
            refills=("3", "2"),
        ),
    ),
}
