"""Plans for single contacts."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Answer,
    Part,
    Plan,
    Plans,
    click,
    fill,
    operate,
    pick,
    submit,
)

from .pages import (
    CANCEL,
    CONTACTS,
    card,
    deleted,
    dropped,
    edited,
    found,
    labelled,
    moved,
    opened,
    starred,
    view,
)

_SARAH = found("Chen", 1, 29)


def _created(first: str, last: str, email: str, wrong: str, **more: tuple[str, str]) -> Part:
    fields = [fill(f"#new-contact-{name}", right, bad) for name, (right, bad) in more.items()]
    return Part(
        click("[data-action=open-create-contact]"),
        fill("#new-contact-first", first),
        fill("#new-contact-last", last),
        fill("#new-contact-email", email, wrong),
        *fields,
        submit("[data-action=save-new-contact]", cancel=CANCEL),
    )


def _merge(number: int, action: str) -> Part:
    there = f"[data-action={action}][data-merge-id=merge_{{}}]"
    return Part(view("merge-suggestions"), pick(there.format(number), there.format(3 - number)))


PLANS: Plans = {
    "real/task_e1": Plan(starred(opened(4, 30))),
    "function/task_10": Plan(starred(opened(6, 20))),
    "real/task_e10": Plan(starred(opened(3, 37))),
    "function/task_9": Plan(starred(_SARAH)),
    "real/task_e6": Plan(deleted(opened(35, 6))),
    "function/task_6": Plan(deleted(found("To", 8, 38))),
    "real/task_e7": Plan(_merge(1, "dismiss-merge")),
    "function/task_29": Plan(_merge(2, "dismiss-merge")),
    "real/task_m10": Plan(_merge(2, "merge-contacts")),
    "function/task_28": Plan(_merge(1, "merge-contacts")),
    "real/task_e12": Plan(dropped(2, 5)),
    "real/task_e19": Plan(dropped(5, 19)),
    "function/task_25": Plan(dropped(1, 14)),
    "real/task_m5": Plan(moved(4, 11)),
    "function/task_26": Plan(moved(6, 13)),
    "real/task_m18": Plan(moved(6, 13), dropped(16, 18)),
    "real/task_m2": Plan(
        _created(
            "Jordan",
            "Wells",
            "jordan.wells@wellsfargo.com",
            "jordan.wells@wellfargo.com",
            company=("Wells Fargo", "Wells"),
        )
    ),
    "function/task_1": Plan(
        _created("Alice", "Wonderland", "alice@wonderland.com", "alice@wonderland.org")
    ),
    "function/task_2": Plan(
        _created(
            "Bob",
            "Builder",
            "bob@builder.io",
            "bob@builder.com",
            phone=("+1 (555) 123-4567", "+1 (555) 123-4576"),
            company=("BuildCo", "Buildco Inc."),
            job=("Foreman", "Foreperson"),
        )
    ),
    "real/task_m9": Plan(
        edited(
            found("To", 8, 38),
            email=("tom@newrealty.com", "tom@realtyhome.com"),
            job=("Senior Agent", "Senior Realtor"),
        )
    ),
    "real/task_m16": Plan(
        edited(
            _SARAH,
            company=("TechCorp Global", "TechCorp"),
            job=("SVP of Product", "VP of Products"),
        )
    ),
    "function/task_3": Plan(
        edited(_SARAH, job=("Chief Product Officer", "Chief Operating Officer"))
    ),
    "function/task_4": Plan(
        edited(opened(2, 25), company=("DesignHub International", "DesignHub Intl"))
    ),
    "function/task_5": Plan(
        edited(opened(30, 4), phone=("+1 (415) 999-8888", "+1 (415) 999-8880"))
    ),
    "function/task_12": Plan(
        edited(
            found("CloudNine", 5, 36),
            secondary_email=("priya.personal@outlook.com", "priya.personal@gmail.com"),
        )
    ),
    "function/task_64": Plan(
        edited(found("Lee", 31), birthday=("1993-05-20", "1993-02-14")),
    ),
    "real/task_m14": Plan(deleted(opened(28, 12)), deleted(opened(29, 11))),
    "real/task_m15": Plan(starred(opened(34, 23)), starred(found("To", 38, 8))),
    "real/task_h31": Plan(
        deleted(opened(29, 11)),
        edited(found("Chen", 1), job=("Chief Product Officer", "Chief Producer")),
    ),
    "real/task_h30": Plan(deleted(opened(37, 3)), starred(found("Laurent", 15))),
    "real/task_h43": Plan(
        edited(
            found("Patel", 16, 21),
            job=("Senior Infrastructure Lead", "Infrastructure Lead II"),
        ),
        labelled(found("Patel", 21, 16), ("VIP Clients", "Vendors")),
    ),
    "real/task_h44": Plan(
        starred(opened(40, 7)),
        labelled(opened(40, 7), ("Friends", "Family")),
    ),
    "own/greg-moved": Plan(
        edited(opened(32, 20), company=("Fidelity", "Wells Fargo Bank")),
        task="The man who looks after my investments now works for Fidelity.",
    ),
    "own/chef": Plan(
        starred(found("Chef", 38)),
        task="Mark the retired cook as one of my favourites.",
    ),
    "own/kovalenko": Plan(
        moved(20, 18),
        task="The person from Figma that was saved by itself belongs to my proper contacts.",
    ),
    "own/lee-birthday": Plan(
        Part(CONTACTS, fill("#contact-search-input", "Lee", "Leo"), pick(card(31))),
        task="When is Samantha's birthday?",
        answer=Answer("February 14, 1993", "July 22, 1989"),
    ),
    "own/yoga": Plan(
        Part(*opened(35, 17)),
        task="Under which second address can I reach my yoga teacher?",
        answer=Answer("diana@zenflowstudio.com", "diana.castillo@gmail.com"),
    ),
    "own/key": Plan(
        Part(CONTACTS, pick(card(34), card(23))),
        task="Who has a key to our flat for emergencies?",
        answer=Answer("Ben Walker", "Samantha Lee"),
    ),
    "own/techcorp-people": Plan(
        Part(CONTACTS, fill("#contact-search-input", "techcorp", "tech")),
        task="How many people at TechCorp are in my address book?",
        answer=Answer("3", "4"),
    ),
    "own/call-mum": Plan(
        Part(*opened(25, 2), operate(".detail-panel [title=Edit]"), click(CANCEL)),
        task="Ring Mum and tell her that we come on Sunday.",
        impossible=True,
    ),
    "own/miguel": Plan(
        edited(opened(40, 27), first=("Miguel", "Michael")),
        task="Send Miguel Ortega's details to my sister; he is in the address book.",
        impossible=True,
    ),
}
