"""Plans for tasks of several parts, and for patients who are known by what is told of them."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Plan, Plans

from .chart import invite_all, level, tag
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
}
