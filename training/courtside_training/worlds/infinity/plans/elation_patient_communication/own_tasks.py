"""Tasks in our own words: questions, wishes that no list has, and what the app cannot do."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Answer,
    Part,
    Plan,
    Plans,
    click,
    fill,
    pick,
    submit,
)

from .chart import contact, invite_again, no_texts, tag
from .letters import ended, letter, reply
from .office import VIDEO, flipped, place_changed, uncoded
from .pages import (
    APPOINTMENTS,
    BULK,
    INBOX,
    SENT,
    by_visit,
    cancelled,
    listed,
    patient,
    reminded,
    settings,
    tagged,
)

_QUESTIONS: Plans = {
    "own/not-to-be-given": Plan(
        Part(*patient("Howard Blackwell")),
        task="What is the man with the pacemaker allergic to?",
        answer=Answer("Penicillin, Aspirin, Iodine", "Aspirin, Ibuprofen"),
    ),
    "own/afternoon-of-the-third": Plan(
        Part(APPOINTMENTS),
        task="Who comes to see us tomorrow after lunch?",
        answer=Answer("Martha Reeves-Whitfield", "Aisha Patel"),
    ),
    "own/pressure-in-february": Plan(
        Part(*by_visit(8, 3), click("[data-testid=vs-vs_4]")),
        task="What was Thomas Nakamura's blood pressure when he was last here?",
        answer=Answer("132/80", "140/88"),
    ),
    "own/lost-code": Plan(
        Part(*patient("Stephanie Rivera")),
        task="Stephanie Rivera threw our mail away and now cannot sign up. Which code does she "
        "need?",
        answer=Answer("2648901", "4019283"),
    ),
    "own/long-calls": Plan(
        Part(*settings("billing")),
        task="A phone call took a quarter of an hour. Which number do I put on the bill?",
        answer=Answer("99442", "99422"),
    ),
    "own/christmas-letter": Plan(
        Part(BULK),
        task="How many people did Amanda tell when we would be closed at the end of the year?",
        answer=Answer("50", "42"),
    ),
    "own/husband-of-patricia": Plan(
        Part(*patient("Patricia O'Brien")),
        task="Patricia O'Brien fainted in the waiting room. Which number do I call to reach her "
        "husband?",
        answer=Answer("(415) 555-0816", "(415) 555-0815"),
    ),
    "own/last-to-write": Plan(
        Part(INBOX),
        task="Whose letter was the last to come in?",
        answer=Answer("Christine Lee", "Raymond Copeland"),
    ),
    "own/how-many-on-video": Plan(
        Part(APPOINTMENTS),
        task="How many of the visits that lie ahead take place in front of a screen?",
        answer=Answer("5", "6"),
    ),
    "own/bills-of-kim": Plan(
        Part(*settings("routing"), *listed("routingProvider", "prov_4")),
        task="When one of Robert Kim's patients has a problem with a bill, who gets the message?",
        answer=Answer("Front Desk", "Robert Kim"),
    ),
    "own/level-of-prostate-test": Plan(
        Part(SENT, pick("[data-testid=sent-page] [data-testid=sent-ltr_27]")),
        task="Which value did we report to Frank DeLuca?",
        answer=Answer("3.2 ng/mL", "4.2 mIU/L"),
    ),
}
_WISHES: Plans = {
    "own/eldest-vip": Plan(
        tag("Helen Matsumoto", "High Risk", "Inactive", instead="Deborah Takahashi"),
        task="Of the patients that we treat as very important, mark the eldest as being in danger.",
    ),
    "own/swollen-ankles": Plan(
        reply(
            31,
            15,
            "Some swelling is normal. Put your feet up.",
            "Some swelling is normal. Put your feed up.",
        ),
        task="A woman who is expecting asked about her ankles. Answer her: "
        '"Some swelling is normal. Put your feet up."',
    ),
    "own/uric-acid": Plan(
        letter(
            "Edward Kowalczyk",
            "George Kowalski",
            ("Gout check", "Gout"),
            ("Please come in for a uric acid test.", "Please come in for a uric acid tests."),
        ),
        task='Send the man on Colchicine a letter headed "Gout check": "Please come in for a uric '
        'acid test."',
    ),
    "own/nobody-on-the-sixth": Plan(
        cancelled(4, 6),
        task="I am away on the sixth. Whoever was to come to my office that day, strike it.",
    ),
    "own/waiting-since-february": Plan(
        invite_again("William Chang", "Marcus Johnson"),
        task="Somebody was asked to join the portal on the first of February and still has not. "
        "Ask once more.",
    ),
    "own/no-long-chats": Plan(
        uncoded("99423", "99443"),
        task="We do not bill online consultations of more than 21 minutes any more. Drop that one.",
    ),
    "own/oakland-moved": Plan(
        place_changed(
            3,
            1,
            ("locAddress", "500 Broadway, Oakland, CA 94607", "500 Broadway, Oakland, CA 94670"),
        ),
        task="Our clinic in Oakland moved down the street to 500 Broadway; the rest of the address "
        "is as before.",
    ),
    "own/sister-of-david": Plan(
        contact(
            "David Park", ("phone", "(650) 555-0799", "(650) 555-0797"), instead="Linda Garcia"
        ),
        task="David Park's sister has a new number, (650) 555-0799.",
    ),
    "own/quiet-waiting-room": Plan(
        Part(
            *settings("telehealth"),
            *listed("chatMode", "host_only", "everyone_in_waiting_room"),
            flipped("waitingRoomAudioNotification", "screenSharingPatients"),
            VIDEO,
        ),
        task="On video, nobody but the doctor should be able to chat, and it must not ring any "
        "more when a patient comes in.",
    ),
    "own/refill-done": Plan(
        ended(1, 7),
        task="James has all the pills he asked for. Close that thread so that he cannot add to it.",
    ),
    "own/never-signed-up": Plan(
        reminded(7, 4),
        reminded(8, 5),
        task="I know about the two who never signed up for the portal; I do not want to be told "
        "again.",
    ),
    "own/kowalczyk-no-texts": Plan(
        no_texts("Edward Kowalczyk", "George Kowalski"),
        task="Ed Kowalczyk is tired of our text messages, stop them.",
    ),
}
_OUT_OF_REACH: Plans = {
    "function/task_17": Plan(
        Part(*patient("Robert Washington"), click("[data-testid=request-optin-btn]")),
        impossible=True,
    ),
    "own/left-the-city": Plan(
        Part(*patient("Jason Liu"), *tagged("Inactive", "VIP")),
        task="Jason Liu moved to another city. Delete him from our patients.",
        impossible=True,
    ),
    "own/reopen-bones": Plan(
        Part(SENT, pick("[data-testid=sent-page] [data-testid=sent-ltr_32]")),
        task="Nancy Yamamoto has a question about her bone scan. Let her write in that conversation"
        " again.",
        impossible=True,
    ),
    "own/an-hour-earlier": Plan(
        Part(
            *by_visit(15, 11),
            click("[data-testid=compose-to-patient]"),
            fill("#composeSubject", "Your appointment"),
            fill("#composeBody", "Please come at nine instead of ten."),
            submit("[data-testid=send-letter-btn]"),
        ),
        task="Move Dennis Volkov's appointment on the 18th forward by an hour.",
        impossible=True,
    ),
    "own/new-word": Plan(
        Part(
            *patient("Susan Cho"),
            click("[data-testid=add-tag-btn]"),
            click("[data-testid=add-tag-form] >> text=Close"),
        ),
        task='Make a new tag "Dermatology" and put it on Susan Cho.',
        impossible=True,
    ),
}
PLANS: Plans = {**_QUESTIONS, **_WISHES, **_OUT_OF_REACH}
