"""What counts in Kanboard's database: cards and what hangs on them, projects, people."""

from __future__ import annotations

from .board.cards import COLUMNS, PEOPLE, PROJECTS, cards

OLD = len(cards())
_SUBTASKS = sum(len(card.subtasks) for card in cards())
_COMMENTS = sum(len(card.comments) for card in cards())
_COLUMNS = len(PROJECTS) * len(COLUMNS)
_LANES = sum(len(project.lanes) for project in PROJECTS)
_CATEGORIES = sum(len(project.categories) for project in PROJECTS)
LASTING = frozenset(
    {
        *("new card", "new subtask", "new comment", "new column", "new lane", "new category"),
        *("new project", "new user", "filter", "link"),
    }
)
_CARD = {
    "title": "t.title",
    "description": "coalesce(t.description, '')",
    "project": "p.name",
    "column": "c.title",
    "lane": "s.name",
    "to": "coalesce(u.username, '')",
    "category": "coalesce(k.name, '')",
    "priority": "t.priority",
    "colour": "t.color_id",
    "due": "iif(coalesce(t.date_due, 0) = 0, '', strftime('%Y-%m-%d', t.date_due, 'unixepoch'))",
    "started": "iif(coalesce(t.date_started, 0) = 0, '', date(t.date_started, 'unixepoch'))",
    "hours": "printf('%g', coalesce(t.time_estimated, 0))",
    "spent": "printf('%g', coalesce(t.time_spent, 0))",
    "points": "coalesce(t.score, 0)",
    "reference": "coalesce(t.reference, '')",
    "open": "t.is_active",
    "repeats": "t.recurrence_status",
}
CARD_FIELDS = tuple(_CARD)
_JOINED = (
    " from tasks t join projects p on p.id = t.project_id join columns c on c.id = t.column_id"
    " join swimlanes s on s.id = t.swimlane_id left join users u on u.id = t.owner_id"
    " left join project_has_categories k on k.id = t.category_id"
)
NEW_CARD = ("project", "title", "column", "lane", "to", "category", "priority", "due", "hours")
"""Of a card that is new: its fact's fields, in this order. Its value is the description."""
_OF_OLD = f" and project_id <= {len(PROJECTS)}"
"""A project that is new brings columns, a lane and a member."""
_OLD_ROWS = {
    "subtask": ("subtasks", _SUBTASKS, ("title", "status", "user_id")),
    "comment": ("comments", _COMMENTS, ("comment",)),
    "column": ("columns", _COLUMNS, ("title", "position", "task_limit", "description")),
    "lane": ("swimlanes", _LANES, ("name", "is_active", "description", "task_limit")),
    "category": ("project_has_categories", _CATEGORIES, ("name", "description", "color_id")),
    "project": (
        "projects",
        len(PROJECTS),
        (
            *("name", "description", "identifier", "is_active", "is_public", "owner_id", "email"),
            *("start_date", "end_date", "priority_default", "priority_start", "priority_end"),
            *("task_limit", "per_swimlane_task_limits"),
        ),
    ),
    "user": (
        "users",
        len(PEOPLE),
        ("username", "name", "email", "role", "is_active", "theme", "language", "filter"),
    ),
}
FACTS = (
    *(
        f"select 'card', t.id, '{field}', {value}{_JOINED} where t.id <= {OLD}"
        for field, value in _CARD.items()
    ),
    f"select 'new card', {', '.join(_CARD[name] for name in NEW_CARD)},"
    f" {_CARD['description']}{_JOINED} where t.id > {OLD}",
    *(
        f"select '{name}', id, '{column}', coalesce({column}, '') from {table} where id <= {old}"
        for name, (table, old, columns) in _OLD_ROWS.items()
        for column in columns
    ),
    "select 'new subtask', s.task_id, s.title, coalesce(u.username, ''), s.status from subtasks s"
    f" left join users u on u.id = s.user_id where s.id > {_SUBTASKS}",
    "select 'new comment', c.task_id, c.comment, u.username from comments c"
    f" join users u on u.id = c.user_id where c.id > {_COMMENTS}",
    "select 'new column', project_id, title, task_limit from columns"
    f" where id > {_COLUMNS}{_OF_OLD}",
    f"select 'new lane', project_id, name, is_active from swimlanes where id > {_LANES}{_OF_OLD}",
    "select 'new category', project_id, name, 1 from project_has_categories"
    f" where id > {_CATEGORIES}",
    f"select 'new project', name, is_private, 1 from projects where id > {len(PROJECTS)}",
    f"select 'new user', username, coalesce(name, ''), coalesce(email, ''), role from users"
    f" where id > {len(PEOPLE)}",
    "select 'tag', h.task_id, t.name, 1 from task_has_tags h join tags t on t.id = h.tag_id",
    "select 'tag of all', name, project_id, 1 from tags",
    "select 'link', h.task_id, l.label, h.opposite_task_id, 1 from task_has_links h"
    " join links l on l.id = h.link_id",
    "select 'outside link', task_id, url, title from task_has_external_links",
    "select 'file', task_id, name, 1 from task_has_files",
    "select 'member', m.project_id, u.username, m.role from project_has_users m"
    f" join users u on u.id = m.user_id where true{_OF_OLD}",
    "select 'filter', project_id, name, is_shared, filter from custom_filters",
    "select 'rule', project_id, event_name, action_name from actions",
    "select 'told', n.user_id, n.project_id, 1 from user_has_notifications n",
    "select 'setting', option, value from settings",
)
