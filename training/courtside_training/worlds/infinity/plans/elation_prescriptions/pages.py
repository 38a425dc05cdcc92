"""Where things are in the app for prescriptions, and what is often done there."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import (
    Move,
    Part,
    choose,
    click,
    fill,
    operate,
    pick,
    submit,
)

CHART = click("[data-route=chart]", note="To the patient's chart.")
HISTORY = click("[data-route=med-history]", note="To the history of medications.")
REQUESTS = click("[data-route=rx-requests]", note="To the requests of pharmacies.")
SETTINGS = click("[data-route=settings]", note="To the settings.")
CANCEL = "#modalFooter [data-action=close-modal-overlay]"
Value = tuple[str, str]
"""A value with what is nearly right in its place."""


def settings_tab(name: str) -> tuple[Move, Move]:
    """A page of the settings: "templates", "sigs", "drug-support", "preferences"."""
    return SETTINGS, click(f".settings-tab[data-tab={name}]")


def sent(button: str) -> Move:
    """Commits the small window that is open, by its button's id."""
    return submit(f"#{button}", cancel=CANCEL)


def listed(menu: str, label: str, wrong: str = "") -> tuple[Move, Move]:
    """Chooses in one of the app's own lists."""
    entry = f'#{menu}-menu .dropdown-item:has-text("{{}}")'
    way = click(f"[data-dropdown={menu}]")
    return way, click(entry.format(label), entry.format(wrong) if wrong else "")


def medicine(name: str) -> str:
    """A medicine on the chart."""
    return f'.med-item:has(.med-item-name:has-text("{name}"))'


def done_with(name: str, other: str, action: str, wrong: str = "") -> tuple[Move, ...]:
    """Opens a medicine's menu on the chart and takes an entry; nearly right is another of both."""
    menu = "{} [data-dropdown^=med-actions]"
    entry = ".dropdown-menu.open [data-action={}]"
    opened = menu.format(medicine(other)) if other else ""
    return (
        CHART,
        pick(menu.format(medicine(name)), opened),
        operate(entry.format(action), entry.format(wrong) if wrong else ""),
    )


def classed(name: str, other: str, as_what: str) -> Part:
    """A medicine counts as "temporary" or "permanent-rx" from then on."""
    way = done_with(name, other, f"set-{as_what}", "discontinue-med")
    back = {"temporary": "permanent-rx", "permanent-rx": "temporary"}[as_what]
    return Part(*way, undo=done_with(name, "", f"set-{back}"))


def stopped(
    name: str,
    other: str,
    reason: Value = ("I want to discontinue this medication", ""),
    details: Value = ("", ""),
    cancels: bool = False,
) -> Part:
    """A medicine is discontinued; nearly right is the medicine `other`, reason or details."""
    form = (
        *listed("discReason", *reason),
        *((fill("#discDetails", *details),) if details[0] else ()),
        *((click("[data-testid=discSendCancel]", "#discDetails"),) if cancels else ()),
        submit("[data-action=submit-discontinue]", cancel=".btn[data-action=close-discontinue]"),
    )
    item = f'.mh-item:has(.mh-item-name:has-text("{name}")) [data-action=discontinue-med]'
    way = done_with(name, other, "discontinue-med", "refill-med")
    return Part(*way, *form, other=(HISTORY, click(item), *form))


def _allergy(name: str) -> str:
    return f'.allergy-item:has-text("{name}") [data-action=remove-allergy]'


def allergy_gone(name: str, other: str) -> Part:
    """An allergy is taken off the chart; nearly right is another one."""
    return Part(CHART, pick(_allergy(name), _allergy(other)))


def allergic(
    to: Value, reaction: Value, severity: Value, kind: Value = ("Drug", "Environmental")
) -> Part:
    """A new allergy on the chart."""
    return Part(
        CHART,
        click("[data-action=add-allergy]"),
        fill("#newAllergen", *to),
        fill("#newAllergyReaction", *reaction),
        choose("#newAllergySeverity", *severity),
        choose("#newAllergyType", *kind),
        sent("submitAllergy"),
    )


def documented(name: str, wrong: str, sig: Value) -> Part:
    """A medicine that the patient buys without a prescription is put on the chart."""
    kind = "[data-testid=docMedType-{}]"
    return Part(
        click("[data-action=open-document-med]"),
        click(kind.format("otc"), kind.format("rx")),
        fill("#docMedSearch", name, wrong),
        fill("#docMedSig", *sig),
        submit(
            "[data-action=submit-document-med]",
            cancel=".btn[data-action=close-document-med]",
        ),
    )


def reconciled(*names: str, other: str = "") -> Part:
    """The list of medicines is gone through, and some are marked as not taken."""
    box = 'tr:has(.reconcile-med-name:has-text("{}")) .reconcile-dc'
    *first, last = names
    less = "[data-action=complete-reconcile-no-changes]"
    return Part(
        CHART,
        click("[data-action=reconcile-meds]"),
        *(pick(box.format(name)) for name in first),
        pick(box.format(last), box.format(other)),
        submit(
            "[data-action=complete-reconcile]",
            less=less,
            cancel=".btn[data-action=close-reconcile]",
        ),
    )
