"""What counts in the budget's database: projects, members, bills, and whether a past was wiped."""

from __future__ import annotations

from .server.household import BILLS, MEMBERS, PROJECTS

_OWERS = (
    "(select group_concat(v, ',') from (select {0} as v from billowers join person p"
    " on p.id = person_id where bill_id = b.id order by v))"
)
_BILL = {
    "what": "what",
    "amount": "printf('%.2f', amount)",
    "day": "date",
    "payer": "payer_id",
    "type": "bill_type",
    "link": "coalesce(external_link, '')",
    "owers": f"coalesce({_OWERS.format('p.id')}, '')",
}
_MEMBER = {"name": "name", "weight": "printf('%g', weight)", "active": "activated"}
_PROJECT = {
    "name": "name",
    "email": "contact_email",
    "code": "password",
    "history": "logging_preference",
    "currency": "default_currency",
}
_OLD_PROJECTS = ", ".join(f"'{each.id}'" for each in PROJECTS)
QUERIES = (
    *(
        f"select 'bill', b.id, '{name}', {column} from bill b where b.id <= {len(BILLS)}"
        for name, column in _BILL.items()
    ),
    *(
        f"select 'member', id, '{name}', {column} from person where id <= {len(MEMBERS)}"
        for name, column in _MEMBER.items()
    ),
    *(
        f"select 'project', id, '{name}', {column} from project where id in ({_OLD_PROJECTS})"
        for name, column in _PROJECT.items()
    ),
    "select 'new bill', w.project_id, what, printf('%.2f', amount),"
    " case when date = creation_date then 'today' else date end, w.name,"
    f" coalesce({_OWERS.format('p.name')}, ''), bill_type, coalesce(external_link, ''), count(*)"
    f" from bill b join person w on w.id = payer_id where b.id > {len(BILLS)}"
    " group by 1, 2, 3, 4, 5, 6, 7, 8, 9",
    "select 'new member', project_id, name, printf('%g', weight) || case activated when 1 then ''"
    f" else ' (inactive)' end from person where id > {len(MEMBERS)}",
    f"select 'new project', id, name from project where id not in ({_OLD_PROJECTS})",
    "select 'past', id, min(transaction_id) from project_version group by id",
)
LASTING = frozenset({"past"})
