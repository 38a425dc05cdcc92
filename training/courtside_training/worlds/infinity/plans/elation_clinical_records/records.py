"""Plans for vaccinations, injections and vital signs."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, click, fill

from .pages import chart, found, listed, saved

Value = tuple[str, str]
"""A value with what is nearly right in its place."""
_INJECTED = click("[data-toggle-id=vax-is-injectable]", "[data-toggle-id=vax-not-send-registry]")
_UNREGISTERED = click("[data-toggle-id=vax-not-send-registry]")


def vaccine(word: str, name: str, wrong: str = "") -> tuple[Move, ...]:
    """Looks a vaccine up by a word; nearly right is another one that is listed with it."""
    offered = '#vax-name-results [data-vax-name="{}"]'
    taken = click(offered.format(name), offered.format(wrong) if wrong else "")
    return click("[data-action=add-vaccination]"), fill("#vax-name", word), taken


def lists(**values: Value) -> tuple[Move, ...]:
    """The lists of the form for a vaccination: site, method, recall."""
    rows = values.items()
    return tuple(m for what, pair in rows for m in listed(f"vax-{what.replace('_', '-')}", *pair))


def _texts(form: str, **values: Value) -> tuple[Move, ...]:
    """The text fields of a form: "vax", "vitals"."""
    rows = values.items()
    return tuple(fill(f"#{form}-{what.replace('_', '-')}", *pair) for what, pair in rows)


def vaccinated(name: str, other: str, *moves: Move) -> Part:
    """A patient gets a record on the list of vaccinations."""
    save = saved("vaccination")
    found_chart = found(name, tab="vaccinations")
    return Part(
        *chart(name, other, "vaccinations"), *moves, save, other=(*found_chart, *moves, save)
    )


def measured(name: str, other: str, *moves: Move) -> Part:
    """A patient gets a row of vital signs."""
    form = (click("[data-action=add-vitals]"), *moves, saved("vitals"))
    return Part(*chart(name, other, "vitals"), *form)


def signs(**values: Value) -> tuple[Move, ...]:
    """Blood pressure (sys, dia), pulse (hr), breaths (rr), temp, spo2, pain, weight, height."""
    return _texts("vitals", **values)


def _unit(what: str, unit: str, wrong: str) -> tuple[Move, Move]:
    return listed(f"vitals-{what}-unit", unit, wrong)


_IM = ("Intramuscular", "Subcutaneous")
_LEFT = ("Left Deltoid", "Right Deltoid")

PLANS: Plans = {
    "function/task_15": Plan(
        vaccinated(
            "Nakamura",
            "Sharma",
            *vaccine(
                "Influenza", "Influenza (IIV4) Preservative Free", "Influenza (IIV4) Standard"
            ),
            *lists(manufacturer=("Sanofi Pasteur", "Seqirus"), method=_IM, site=_LEFT),
        )
    ),
    "function/task_16": Plan(
        vaccinated(
            "Fitzgerald",
            "Johnson",
            *vaccine("Hepatitis B", "Hepatitis B (Engerix-B)", "Hepatitis B (Recombivax HB)"),
            *lists(record_type=("Historical", "Declined")),
        )
    ),
    "function/task_17": Plan(
        vaccinated(
            "Kowalski",
            "Fitzgerald",
            *vaccine("IIV4", "Influenza (IIV4) Standard", "Influenza (IIV4) Preservative Free"),
            *lists(record_type=("Declined", "Historical")),
            *_texts("vax", reason=("Patient prefers not to vaccinate this season", "Allergic")),
        )
    ),
    "function/task_18": Plan(
        vaccinated(
            "Rodriguez-Martinez",
            "Zhao",
            *vaccine("ada", "Tdap (Adacel)"),
            *_texts("vax", lot=("TDP-5590", "TDP-5509"), expiration=("2027-06-30", "2026-06-30")),
        )
    ),
    "function/task_19": Plan(
        vaccinated(
            "Johnson",
            "Henderson",
            *vaccine("Toradol", "Ketorolac (Toradol)"),
            *lists(method=_IM, site=("Left Gluteal", "Right Gluteal")),
            _INJECTED,
            _UNREGISTERED,
        )
    ),
    "function/task_21": Plan(
        vaccinated(
            "Bergstrom",
            "O'Brien",
            *vaccine("COVID-19", "COVID-19 Moderna", "COVID-19 Pfizer-BioNTech"),
            *lists(recall=("3 weeks", "3 months")),
        )
    ),
    "real/task_h4": Plan(
        vaccinated(
            "Henderson",
            "Zhao",
            *vaccine("zoster", "Shingrix (Zoster Recombinant)"),
            *lists(
                manufacturer=("GlaxoSmithKline", "Merck"),
                method=_IM,
                site=_LEFT,
                recall=("5 years", "2-6 months"),
            ),
            *_texts("vax", series=("2", "1")),
        )
    ),
    "real/task_h20": Plan(
        vaccinated(
            "Sharma",
            "Zhao",
            *vaccine("Hepatitis A", "Hepatitis A (Vaqta)"),
            *lists(
                manufacturer=("Merck", "GlaxoSmithKline"),
                method=("Subcutaneous", "Intramuscular"),
                site=("Left Upper Arm", "Right Upper Arm"),
                recall=("6 months", "1 year"),
                funded_by=("Insurance", "Medicaid"),
            ),
            *_texts("vax", lot=("HA-7721", "HA-7712"), series=("1", "2")),
        )
    ),
    "real/task_h48": Plan(
        vaccinated(
            "O'Brien",
            "Henderson",
            *vaccine(
                "Pneumococcal", "Pneumococcal 20-valent (PCV20)", "Pneumococcal 23-valent (PPSV23)"
            ),
            *lists(
                manufacturer=("Pfizer", "Merck"),
                method=_IM,
                site=_LEFT,
                recall=("5 years", "10 years"),
                funded_by=("Medicare", "Medicaid"),
            ),
            *_texts("vax", series=("1", "2")),
        )
    ),
    "function/task_22": Plan(
        measured(
            "Nakamura",
            "Sharma",
            *signs(sys=("120", "102"), dia=("74", "47"), hr=("70", "74"), rr=("16", "61")),
        )
    ),
    "function/task_24": Plan(
        measured(
            "Zhao",
            "Wu",
            *_unit("weight", "kg", "lbs"),
            *_unit("height", "cm", "in"),
            *signs(weight=("58", "85"), height=("157", "175")),
        )
    ),
    "function/task_25": Plan(measured("Kowalski", "Johnson", *signs(pain=("6", "9")))),
    "function/task_26": Plan(
        measured(
            "Rodriguez-Martinez",
            "Nakamura",
            *signs(sys=("110", "101"), dia=("68", "86"), spo2=("98", "89")),
        )
    ),
    "real/task_m4": Plan(
        measured(
            "Henderson",
            "Johnson",
            *signs(sys=("126", "136"), dia=("78", "87"), hr=("72", "78")),
        )
    ),
    "real/task_m13": Plan(
        measured("Johnson", "Kowalski", *_unit("temp", "C", "F"), *signs(temp=("37.2", "32.7")))
    ),
    "real/task_h6": Plan(
        measured(
            "O'Brien",
            "Bergstrom",
            *signs(
                sys=("138", "128"),
                dia=("86", "88"),
                hr=("68", "86"),
                rr=("18", "16"),
                spo2=("93", "95"),
                temp=("97.6", "96.7"),
                weight=("190", "192"),
                pain=("4", "3"),
            ),
        )
    ),
    "real/task_h18": Plan(
        measured(
            "Wu",
            "Washington",
            *signs(
                sys=("108", "118"),
                dia=("68", "86"),
                hr=("76", "67"),
                temp=("98.6", "96.8"),
                weight=("115", "151"),
                height=("63", "36"),
                pain=("0", "1"),
            ),
        )
    ),
}
