"""Tasks in our own words: questions, wishes that no list has, and what the app cannot do."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Answer, Part, Plan, Plans, pick

from .chart import refilled
from .pages import (
    CHART,
    HISTORY,
    REQUESTS,
    allergic,
    allergy_gone,
    documented,
    done_with,
    listed,
    medicine,
    reconciled,
    settings_tab,
    stopped,
)
from .prescribing import PRESCRIBED, searched
from .requests import changed, unchanged
from .settings import alerts, by_default, new_sig, template_changed

_QUESTIONS: Plans = {
    "own/none-left": Plan(
        Part(CHART),
        task="Apart from the one that is controlled by law, which of his permanent prescriptions "
        "has been used up to the last refill?",
        answer=Answer("Gabapentin 300mg capsule", "Omeprazole 20mg capsule"),
    ),
    "own/where-losartan": Plan(
        Part(*done_with("Losartan", "Lisinopril", "view-med-detail")),
        task="Where does the patient pick up his Losartan?",
        answer=Answer("Walgreens #7892", "CVS Pharmacy #4521"),
    ),
    "own/call-his-pharmacy": Plan(
        Part(CHART),
        task="I have to call the drugstore that he likes best. What is its number?",
        answer=Answer("(415) 555-0101", "(415) 555-0187"),
    ),
    "own/how-many-wait": Plan(
        Part(REQUESTS),
        task="How many things do pharmacies still wait for me to decide, all in all?",
        answer=Answer("8", "6"),
    ),
    "own/who-gave-cipro": Plan(
        Part(HISTORY),
        task="Which doctor put him on the drug against his bladder infection?",
        answer=Answer("Dr. Lisa Park", "Dr. Michael Chen"),
    ),
    "own/price-of-pregabalin": Plan(
        Part(*searched("Pregabalin", "Pregabalin 75mg capsule", "Pregabalin 50mg capsule")),
        task="What would the patient pay himself for Pregabalin in capsules of 75mg? Do not "
        "prescribe it.",
        answer=Answer("$60", "$35"),
    ),
    "own/worst-allergy": Plan(
        Part(CHART),
        task="What happens to him when he gets the substance that he reacts to most severely?",
        answer=Answer("Anaphylaxis", "Rash, hives"),
    ),
    "own/tablets-of-z-pack": Plan(
        Part(*settings_tab("templates")),
        task="How many tablets do I hand out with the ready-made Z-Pack?",
        answer=Answer("6 tablets", "21 tablets"),
    ),
    "own/ended-by-colleague": Plan(
        Part(HISTORY, *listed("medHistoryFilter", "Discontinued", "Canceled Scripts")),
        task="Which of his former medicines did another doctor put an end to?",
        answer=Answer("Glipizide 5mg tablet", "Naproxen 500mg tablet"),
    ),
}
_WISHES: Plans = {
    "own/penicillin-is-fine": Plan(
        allergy_gone("Penicillin", "Sulfonamides"),
        task="The skin test was clean: he can have penicillin after all. Correct his chart.",
    ),
    "own/peanuts": Plan(
        allergic(
            ("Peanuts", "Walnuts"),
            ("Throat swelling", "Itching"),
            ("Severe", "Moderate"),
            ("Food", "Environmental"),
        ),
        task='Eating peanuts is dangerous for him. Note it as "Peanuts" with "Throat swelling", as '
        "bad as it gets.",
    ),
    "own/no-fish-oil": Plan(
        stopped(
            "Fish Oil",
            "Vitamin D3 2000",
            ("Patient stopped taking medication", "Discontinued by another prescriber"),
        ),
        task="He tells me that he threw out his fish oil on his own. It should not be on the list "
        "any more.",
    ),
    "own/hay-fever": Plan(
        documented(
            "Cetirizine 10mg tablet",
            "Cetirizine 5mg tablet",
            ("Take 1 tablet by mouth once daily", "Take 1 tablet by mouth twice daily"),
        ),
        task='He bought Cetirizine 10mg tablet himself at the supermarket ("Take 1 tablet by mouth '
        'once daily"). It should be on his list.',
    ),
    "own/by-mail": Plan(
        by_default("Amazon Pharmacy", "Alto Pharmacy"),
        task="Unless I say otherwise, what I prescribe should go to Amazon from now on.",
    ),
    "own/less-noise": Plan(
        alerts("Major and Moderate only", "Major only"),
        task="Stop bothering me with trifles when medicines do not go together; I still want to "
        "hear of everything that is more than minor.",
    ),
    "own/cheaper-statin": Plan(
        changed("Atorvastatin", "Gabapentin"),
        task="The drugstore proposes a cholesterol pill that his insurance likes better. Fine.",
    ),
    "own/three-times": Plan(
        unchanged("Gabapentin", "One capsule three times a day", "Two capsules twice a day"),
        task="They ask how often he takes the capsules for his back. It stays as it is: tell them "
        '"One capsule three times a day".',
    ),
    "own/all-blood-pressure": Plan(
        refilled("Lisinopril", "Amlodipine", "Metoprolol", "Losartan", other="Sertraline"),
        task="Write everything that he takes for his blood pressure once more, unchanged.",
    ),
    "own/losartan-again": Plan(
        Part(
            *done_with("Losartan", "Lisinopril", "refill-med", "discontinue-med"),
            PRESCRIBED,
        ),
        task="He needs the prescription that my colleague Chen wrote once more, just like that.",
    ),
    "own/sleeps-without": Plan(
        reconciled("Melatonin", other="Vitamin D3 2000"),
        task="We have gone through his whole list together. All of it is right but what he took to "
        "fall asleep, he does not use that. Record it.",
    ),
    "own/for-three-months": Plan(
        template_changed(
            "Sertraline 50mg tablet",
            "Amlodipine 5mg tablet",
            qty=("90", "60"),
            days=("90", "60"),
        ),
        task="My ready-made prescription for Sertraline should last for three months, 90 tablets "
        "for 90 days, everything else as it is.",
    ),
    "own/eye-drops": Plan(
        new_sig(
            "Instill 2 drops in left eye at bedtime",
            "Instill 2 drops in right eye at bedtime",
            "Ophthalmic",
            "Topical",
        ),
        task='Keep "Instill 2 drops in left eye at bedtime" among the directions for eyes, I need '
        "it often.",
    ),
}
_IMPOSSIBLE: Plans = {
    "own/tramadol-again": Plan(
        Part(HISTORY, pick('.mh-item:has-text("Tramadol") .mh-item-name')),
        task="Put Tramadol back among his current medicines, as the entry that was ended in 2023.",
        impossible=True,
    ),
    "own/take-back-refusal": Plan(
        Part(REQUESTS, pick('.rr-item:has-text("Tramadol") .rr-item-med')),
        task="I should not have refused the request for Tramadol. Allow it after all.",
        impossible=True,
    ),
    "own/weight": Plan(
        Part(CHART, pick('.cp-field:has-text("Weight")')),
        task="He weighs 80 kg now. Change it in his data.",
        impossible=True,
    ),
    "own/likes-walgreens": Plan(
        by_default("Walgreens #7892", "Walgreens #7901"),
        task="The patient himself prefers the Walgreens in Mission Street now. Change that on his "
        "chart, not in my own settings.",
        impossible=True,
    ),
    "own/migraine": Plan(
        Part(CHART, pick('.problem-item:has-text("low back")')),
        task="Add migraine to the list of his problems.",
        impossible=True,
    ),
    "own/evening-pill": Plan(
        Part(CHART, pick(f"{medicine('Amlodipine')} .med-item-sig")),
        task="Reword the directions of the Amlodipine that he has already: in the evening. No new "
        "prescription, and nothing is to be ended.",
        impossible=True,
    ),
}
PLANS: Plans = {**_QUESTIONS, **_WISHES, **_IMPOSSIBLE}
