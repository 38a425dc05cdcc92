"""Plans for tasks of several parts, and for patients who are known by what is told of them."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Plan, Plans, fill

from .chart import contact, invite_again, invite_all, level, tag
from .letters import reply
from .office import switched

_OF_KIM = ("Brian Murphy", "Victor Santos", "Craig Bennet")

PLANS: Plans = {
    "real/task_h1": Plan(
        tag("James Rodriguez", "High Risk", "Inactive", instead="Tyler Robinson"),
        tag("Patricia O'Brien", "High Risk", "Inactive", instead="Michelle O'Connor"),
        tag("Janet Okonkwo", "High Risk", "VIP", instead="Maria Gonzalez"),
    ),
    "real/task_h18": Plan(
        invite_all(_OF_KIM, "Jason Liu"),
        switched("admin", "bookingSiteAutoInvite", "allowPatientMessaging"),
    ),
    "real/task_h19": Plan(
        tag("Megan Burke", "Insurance Pending", "Inactive", instead="Emily Thompson"),
        tag("Craig Bennet", "Insurance Pending", "Inactive", instead="Victor Santos"),
        invite_all(("Megan Burke", "Craig Bennet"), "Victor Santos"),
    ),
    "real/task_h21": Plan(
        reply(
            46,
            20,
            "Dear Raymond, please come in for an A1C test this week.",
            "Dear Raymond, please drink more water and wait a few weeks.",
        ),
        tag("Raymond Copeland", "High Risk", "Chronic Care", instead="Kevin Adebayo"),
    ),
    "real/task_h22": Plan(level("Kevin Adebayo", 3, 4, 2), level("Raymond Copeland", 3, 1, 2)),
    "real/task_h33": Plan(
        contact(
            "Howard Blackwell",
            ("phone", "(415) 555-9999", "(415) 555-9990"),
            instead="Deborah Takahashi",
            visit=(9, 15),
        )
    ),
    "real/task_h56": Plan(
        invite_again(
            "William Chang",
            "Andrew McIntyre",
            fill("#passportEmail", "william.chang.new@gmail.com", "william.chang@gmail.com"),
        )
    ),
    "real/task_h75": Plan(
        level("Priya Sharma", 3, 4, 2),
        tag("Priya Sharma", "High Risk", "Chronic Care", instead="Olivia Chen"),
    ),
    "real/task_h76": Plan(
        level("Aisha Patel", 3, 4, 2, visit=(5, 10)),
        level("Sophia Nguyen", 3, 4, 2, visit=(2, 13)),
    ),
}
