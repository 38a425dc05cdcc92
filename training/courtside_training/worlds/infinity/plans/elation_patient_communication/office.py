"""Plans for the practice's settings: alerts, sharing, video visits, places, billing codes."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Move, Part, Plan, Plans, click, fill, submit

from .pages import CONFIRMED, listed, settings

DO_NOT = "none"
_ELSEWHERE = "[data-testid=tab-routing]"
_USER = submit("[data-testid=save-user-settings]", cancel=_ELSEWHERE)
_ADMIN = submit(
    "[data-testid=save-admin-settings]", cancel="[data-testid=save-provider-notifications]"
)
_ALERTS = submit(
    "[data-testid=save-provider-notifications]", cancel="[data-testid=save-admin-settings]"
)
VIDEO = submit("[data-testid=save-telehealth]", cancel=_ELSEWHERE)
_CANCEL = "#modalBody >> text=Cancel"


def flipped(name: str, wrong: str) -> Move:
    """A switch, and the one beside it."""
    slider = "[data-testid={}] .toggle-slider"
    return click(slider.format(name), slider.format(wrong))


def switched(tab: str, name: str, wrong: str) -> Part:
    return Part(*settings(tab), flipped(name, wrong), _ADMIN if tab == "admin" else VIDEO)


def chat(value: str, wrong: str) -> Part:
    return Part(*settings("telehealth"), *listed("chatMode", value, wrong), VIDEO)


def shared(value: int, wrong: int) -> Part:
    """How much new patients of one's own see."""
    return Part(*settings("user"), *listed("sharingDefault", value, wrong), _USER)


def notified(provider: int, value: str, wrong: str = "") -> Part:
    """When a provider hears of letters that nobody reads: the app saves it for the first alone."""
    way = (*settings("admin"), *listed(f"providerNotif_prov_{provider}", value, wrong), _ALERTS)
    own = (*settings("user"), *listed("notificationTimeframe", value, wrong), _USER)
    return Part(*way, other=own if provider == 1 else ())


def _instructions(provider: int, wrong: int, button: str, text: str) -> Part:
    where = f"[data-testid={button}-prov_{{}}]"
    return Part(
        *settings("telehealth"),
        click(where.format(provider), where.format(wrong)),
        fill("#telehealthInstructions", text, text.replace("https://", "https://www.")),
        submit("[data-testid=save-instructions-btn]", cancel=_CANCEL),
    )


def started(provider: int, wrong: int, text: str) -> Part:
    """Lets a provider see patients on video."""
    return _instructions(provider, wrong, "activate", text)


def stopped(provider: int, wrong: int) -> Part:
    off = "[data-testid=deactivate-prov_{}]"
    return Part(*settings("telehealth"), click(off.format(provider), off.format(wrong)), CONFIRMED)


Value = tuple[str, str]
"""What is typed, and nearly that."""


def _located(way: Move, *fields: tuple[str, str, str]) -> Part:
    filled = [fill(f"#{name}", *value) for name, *value in fields]
    saved = submit("[data-testid=save-location-btn]", cancel=_CANCEL)
    return Part(*settings("locations"), way, *filled, saved)


def location(name: Value, address: Value, code: Value, description: Value = ("", "")) -> Part:
    """A new place of the practice."""
    described = [("locPosDesc", *description)] if description[0] else []
    return _located(
        click("[data-testid=add-location-btn]"),
        ("locName", *name),
        ("locAddress", *address),
        ("locPosCode", *code),
        *described,
    )


def place_changed(number: int, wrong: int, *fields: tuple[str, str, str]) -> Part:
    edit = "[data-testid=loc-loc_{}] [data-action=edit-location]"
    return _located(click(edit.format(number), edit.format(wrong)), *fields)


def closed(number: int, wrong: int) -> Part:
    """A place of the practice goes away."""
    remove = "[data-testid=loc-loc_{}] [data-action=remove-location]"
    way = click(remove.format(number), remove.format(wrong))
    return Part(*settings("locations"), way, CONFIRMED)


def coded(code: str, wrong: str, text: str, other: str) -> Part:
    """A new billing code."""
    return Part(
        *settings("billing"),
        click("[data-testid=add-cpt-btn]"),
        fill("#cptCode", code, wrong),
        fill("#cptDescription", text, other),
        submit("[data-testid=save-cpt-btn]", cancel=_CANCEL),
        undo=(click(f"[data-testid=cpt-{code}] [data-action=remove-cpt]"), CONFIRMED),
    )


def uncoded(code: str, wrong: str) -> Part:
    remove = "[data-testid=cpt-{}] [data-action=remove-cpt]"
    way = click(remove.format(code), remove.format(wrong))
    return Part(*settings("billing"), way, CONFIRMED)


_NEW_CODE = coded(
    "99205",
    "99204",
    "Office visit, new patient, high complexity",
    "Office visit, established patient, high complexity",
)
_SOUTH_BAY = location(
    ("South Bay Clinic", "South Bay Office"),
    ("789 Stevens Creek Blvd, San Jose, CA 95128", "798 Stevens Creek Blvd, San Jose, CA 95128"),
    ("11", "02"),
    ("Office", "Clinic"),
)

PLANS: Plans = {
    "real/task_e4": Plan(switched("admin", "allowPatientMessaging", "bookingSiteAutoInvite")),
    "real/task_e10": Plan(switched("admin", "bookingSiteAutoInvite", "allowPatientMessaging")),
    "real/task_e7": Plan(stopped(2, 4)),
    "real/task_e9": Plan(notified(1, "72_hours", "1_week")),
    "real/task_e12": Plan(closed(3, 1)),
    "real/task_e13": Plan(uncoded("99201", "99211")),
    "real/task_e14": Plan(
        switched("telehealth", "screenSharingPatients", "waitingRoomAudioNotification")
    ),
    "real/task_e19": Plan(
        switched("telehealth", "waitingRoomAudioNotification", "screenSharingPatients")
    ),
    "real/task_e16": Plan(chat("host_only", "everyone_in_waiting_room")),
    "real/task_e20": Plan(shared(3, 4)),
    "real/task_m3": Plan(_SOUTH_BAY),
    "real/task_m8": Plan(_NEW_CODE),
    "real/task_m11": Plan(place_changed(1, 3, ("locName", "SF Main Office", "SF Office"))),
    "real/task_m7": Plan(started(3, 5, "https://zoom.us/j/1234567890")),
    "function/task_49": Plan(
        _instructions(
            4,
            2,
            "edit-instructions",
            "Please join via https://zoom.us/j/9999999999. Test your camera before the visit.",
        )
    ),
    "real/task_h20": Plan(
        uncoded("99441", "99421"),
        uncoded("99442", "99422"),
        uncoded("99443", "99423"),
        _NEW_CODE,
    ),
    "function/task_41": Plan(notified(2, DO_NOT), impossible=True),
    "real/task_h40": Plan(notified(2, "1_week"), notified(5, "1_week"), impossible=True),
    "real/task_h51": Plan(
        chat("everyone_in_waiting_room", "host_only"),
        started(5, 3, "Please join at https://meet.bayareafamilymed.com/wright"),
    ),
}
