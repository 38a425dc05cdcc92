"""Tasks in our own words: questions, wishes that no list has, and what the app cannot do."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Answer, Part, Plan, Plans, click, fill, pick

from .chart import status
from .notes import block, drafted
from .office import mips, set_up
from .pages import (
    CATEGORIES,
    CLOSED,
    CONFIRMED,
    PATIENTS,
    SETTINGS,
    TEMPLATES,
    category,
    chart,
    saved,
    tagged,
    template,
    untagged,
)
from .records import lists, measured, signs, vaccinated, vaccine

_QUESTIONS: Plans = {
    "own/sugar": Plan(
        Part(*chart("Bergstrom", "Henderson")),
        task="How high was Thomas Bergstrom's long-term blood sugar when it was last checked?",
        answer=Answer("6.4%", "7.2%"),
    ),
    "own/heart": Plan(
        Part(*chart("O'Brien", "Bergstrom")),
        task="How many percent of its blood does William O'Brien's heart still pump out?",
        answer=Answer("35%", "52%"),
    ),
    "own/who-has-cigna": Plan(
        Part(PATIENTS, fill("#patient-search", "Cigna", "Premera")),
        task="Which of our patients is insured with Cigna?",
        answer=Answer("Sharma, Priya", "Bergstrom, Thomas"),
    ),
    "own/weight": Plan(
        Part(*chart("O'Brien", "Bergstrom", "vitals")),
        task="How heavy was William O'Brien when he stood on our scales in January?",
        answer=Answer("192 lbs", "198 lbs"),
    ),
    "own/flu-lot": Plan(
        Part(*chart("Henderson", "Nakamura", "vaccinations")),
        task="Flu shots are being called back. From which lot was the one that Robert Henderson "
        "got?",
        answer=Answer("UJ421AA", "AA1234"),
    ),
    "own/check-up-takes": Plan(
        Part(SETTINGS),
        task="How much time do we plan for somebody's yearly check-up?",
        answer=Answer("60 min", "45 min"),
    ),
    "own/maiden-name": Plan(
        Part(*chart("Bergstrom", "Fitzgerald")),
        task="To make sure that it is Thomas Bergstrom on the phone: what was his mother called "
        "before she married?",
        answer=Answer("Lindgren", "Kelly"),
    ),
    "own/faster-heart": Plan(
        Part(*chart("Johnson", "Henderson", "vitals")),
        Part(*chart("Washington", "Wu", "vitals")),
        task="Whose heart beat faster the last time it was counted, Marcus Johnson's or Aaliyah "
        "Washington's?",
        answer=Answer("Aaliyah Washington", "Marcus Johnson"),
    ),
    "own/bill-for-injection": Plan(
        Part(TEMPLATES),
        task="Which code do we bill for injecting something, going by the ready-made note for it?",
        answer=Answer("96372", "90471"),
    ),
    "own/new-dose": Plan(
        Part(
            *chart("Nakamura", "Rodriguez-Martinez", "notes"),
            click(".note-card:has-text('Anxiety and Anemia')"),
        ),
        task="To how many milligrams a day was Emily Nakamura's sertraline raised in January?",
        answer=Answer("75mg", "50mg"),
    ),
}
_WISHES: Plans = {
    "own/quit-smoking": Plan(
        untagged("Johnson", "Smoker", "Hypertension-Monitoring"),
        status("Johnson", "Tobacco Use", "Resolved", "Controlled"),
        task="Marcus Johnson does not smoke any more. He should not be labelled for it, and the "
        "matter is closed.",
    ),
    "own/sports-done": Plan(
        untagged("Wu", "Sports-Physical", "Pediatric"),
        task="Our teenager from Issaquah has had her check-up for sports; that reminder can go.",
    ),
    "own/blood-fine": Plan(
        status("Nakamura", "Iron Deficiency Anemia", "Resolved", "Controlled"),
        task="Emily Nakamura's iron is back to normal for good. Close that problem.",
    ),
    "own/sleeps-again": Plan(
        status("Kowalski", "Insomnia", "Controlled", other="Chronic Low Back"),
        task="David Kowalski sleeps well as long as he takes his melatonin. Show that this is in "
        "hand.",
    ),
    "own/home-visits": Plan(
        tagged("O'Brien", "Home-Visit", "Home-Visits", "Zhao"),
        task="The oldest person on our list cannot come here any more. Label the chart Home-Visit.",
    ),
    "own/had-their-check-up": Plan(
        untagged("Henderson", "Annual-Due", "Diabetes-Management"),
        untagged("Zhao", "Annual-Due", "Osteoporosis"),
        task="Everyone who is marked as due for the yearly check-up has been here by now. Take "
        "those marks off.",
    ),
    "own/video-from-scratch": Plan(
        set_up("Telehealth Visit", "Office Visit", template=("None", "E* Problem-Focused Visit")),
        task="Notes of video calls should start empty from now on, with no ready-made text.",
    ),
    "own/no-toddlers": Plan(
        Part(
            TEMPLATES,
            pick(
                template("Well Child Visit (2-5 years)", "delete"),
                template("E* Annual Wellness Visit", "delete"),
            ),
            CONFIRMED,
        ),
        task="We do not see toddlers any more. Throw away what was prepared for their visits.",
    ),
    "own/hurt-at-work": Plan(
        mips("Workers Comp", "Vaccination Only"),
        task="Visits of people who were hurt at work should count for our quality payments too.",
    ),
    "own/walk-in": Plan(
        Part(
            CATEGORIES,
            pick(category("Urgent Visit", "edit"), category("Office Visit", "edit")),
            fill("#category-name", "Walk-In", "Walk-Ins"),
            saved("edit-category"),
        ),
        task="We call urgent visits Walk-In now. Change it in our list of kinds of visits.",
    ),
    "own/no-hpv": Plan(
        vaccinated(
            "Sharma",
            "Wu",
            *vaccine("HPV", "HPV (Gardasil 9)"),
            *lists(record_type=("Declined", "Historical")),
        ),
        task="Priya Sharma does not want the Gardasil shot. Put that on her record.",
    ),
    "own/blood-pressure-at-home": Plan(
        measured("Zhao", "Henderson", *signs(sys=("118", "128"), dia=("72", "82"))),
        task="Helen Zhao has just read 118 over 72 from her cuff at home. Keep it with her values.",
    ),
    "own/what-he-eats": Plan(
        drafted(*block("diet", "exercise")),
        task="The visit that is not signed yet needs a section for what the patient eats.",
    ),
}
_IMPOSSIBLE: Plans = {
    "own/new-phone": Plan(
        tagged("Nakamura", "Phone (206) 555-7788", other="Zhao"),
        task="Emily Nakamura has a new phone number, (206) 555-7788. Correct it in her data.",
        impossible=True,
    ),
    "own/unsign": Plan(
        Part(*chart("Zhao", tab="notes"), click(".note-card:has-text('Annual Exam')"), CLOSED),
        task="Take my signature off Helen Zhao's check-up of February, I have to correct it.",
        impossible=True,
    ),
    "own/flu-after-all": Plan(
        Part(*chart("Johnson", tab="vaccinations")),
        task="Marcus Johnson did not refuse the flu shot, that was a mistake. Delete the entry.",
        impossible=True,
    ),
    "own/new-patient": Plan(
        Part(PATIENTS, fill("#patient-search", "Ada Lee", "Lee")),
        task="Register Ada Lee, born on 4 May 1990, as a new patient of Dr. Patel.",
        impossible=True,
    ),
    "own/first-category": Plan(
        Part(CATEGORIES, click(".category-row:has-text('Telehealth') .category-drag")),
        task="Most visits are by video these days: make that the kind a new note begins with.",
        impossible=True,
    ),
    "own/end-care-plan": Plan(
        Part(*chart("O'Brien", "Johnson", "careplans"), click("[data-action=export-careplan]")),
        task="William O'Brien's care plan is out of date. Set it to ended.",
        impossible=True,
    ),
}
PLANS: Plans = {**_QUESTIONS, **_WISHES, **_IMPOSSIBLE}
