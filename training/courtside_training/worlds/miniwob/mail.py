"""Plans for the inbox: find the mail, then reply, forward, delete or star it."""

from __future__ import annotations

from typing import Any, NamedTuple

from courtside.demo.moves import Move, Solver, click, fill

_STATE = """() => {
  const {emails, expectedDetails: asked} =
    $._data(document.querySelector("#main .email-thread"), "events").click[0].data;
  const shown = (where) => $(where).is(":visible");
  const at = ["#reply", "#forward", "#email", "#search", "#main"].find(shown);
  const open = document.querySelector("#email");
  const text = (where) => open?.querySelector(where).textContent;
  const right = open && text(".email-sender") === asked.email.name
    && text(".email-subject") === asked.email.subject && text(".email-body") === asked.email.body;
  const place = emails.indexOf(asked.email);
  const other = emails.findIndex((mail) => mail.name !== asked.email.name);
  const names = emails.map((mail) => mail.name);
  const {action, reply = "", forward = ""} = asked;
  return {at, action, place, other, right, reply, forward, names};
}"""


class _Mail(NamedTuple):
    at: str
    """Selector of the view that is shown."""
    action: str
    place: int
    other: int
    """Place of a mail of somebody else; -1 where there is none."""
    right: bool
    """Whether the open mail, if any, is the one that was asked for."""
    reply: str
    forward: str
    names: list[str]


async def mail(page: Any, task: str) -> list[Move]:
    seen = _Mail(**await page.evaluate(_STATE))
    back, at_list = _back(seen)
    match seen.action:
        case "delete" | "important":
            icon = "trash" if seen.action == "delete" else "star"
            if not at_list:
                return [*back, Move("click", f"#email .{icon}", note="I do it here.")]
            return [*back, _thread(seen, f" .{icon}")]
        case "reply":
            filled = fill("#reply-text", seen.reply)
            send = "#send-reply"
        case _:
            spare = next((n for n in seen.names if n != seen.forward), None)
            filled = fill("#forward .forward-sender", seen.forward, spare)
            send = "#send-forward"
    opened = [_thread(seen, " .email-subject")] if at_list else []
    form = "#reply" if seen.action == "reply" else "#forward"
    if seen.at != form or back:
        opened.append(Move("click", f"#email .email-{form[1:]}", note="I answer it."))
    ends = Move("click", send, submits=True, note="I send it.")
    return [*back, *opened, filled, ends]


def _thread(seen: _Mail, part: str) -> Move:
    where = "#main .email-thread[data-index='{}']" + part
    return click(where.format(seen.place), where.format(seen.other) if seen.other >= 0 else "")


def _back(seen: _Mail) -> tuple[list[Move], bool]:
    """The way out of where one should not be, and whether it ends at the list."""
    form = {"reply": "#reply", "forward": "#forward"}.get(seen.action, "")
    moves = []
    if seen.at in ("#reply", "#forward") and not (seen.at == form and seen.right):
        moves.append(Move("click", f"#close-{seen.at[1:]}", note="Not this."))
    if seen.at == "#search":
        moves.append(Move("click", "#search-cancel", note="Back to the list."))
    elif seen.at != "#main" and not seen.right:
        moves.append(Move("click", "#close-email", note="Not this one."))
    return moves, seen.at in ("#main", "#search") or not seen.right


MAIL: dict[str, Solver] = dict.fromkeys(
    (
        "email-inbox",
        "email-inbox-delete",
        "email-inbox-forward",
        "email-inbox-forward-nl",
        "email-inbox-forward-nl-turk",
        "email-inbox-important",
        "email-inbox-nl-turk",
        "email-inbox-noscroll",
        "email-inbox-reply",
        "email-inbox-star-reply",
    ),
    mail,
)
