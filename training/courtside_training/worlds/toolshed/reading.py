"""The tool library's tasks that ask something."""

from __future__ import annotations

from courtside_training.world import Answer
from courtside_training.worlds.errand import Draw, Errand, Leg

from .pages import (
    at_filtered,
    at_found,
    at_list,
    filtered,
    found,
    number_of,
    spoken,
    to_list,
    tool_of,
    who_of,
)
from .shed.stock import BRANCHES, SORTS, Loan, Tool, loans, members, tools

OUT = "returned__isempty=1"


def out() -> list[Loan]:
    return [loan for loan in loans() if loan.is_out]


def _about(draw: Draw, tool: Tool, text: str, right: str, near: str) -> Errand:
    """What the row of a tool says."""
    word = tool.name.split(",")[0].split()[-1]
    if draw.random() < 0.5:
        leg = Leg((to_list("tool"),))
        return Errand(text, (leg,), reads_at=at_list("tool"), answer=Answer(right, near))
    leg = Leg(found("tool", word))
    return Errand(text, (leg,), reads_at=at_found("tool", word), answer=Answer(right, near))


def _other_tool(draw: Draw, tool: Tool) -> Tool:
    others = [each for each in tools() if each.sort == tool.sort and each != tool]
    return draw.choice(others)


def deposit(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    text = draw.choice(
        (
            f"How much money must I leave here to take {tool.about} home?",
            f"What do we keep as a security for {tool.about}?",
        )
    )
    return _about(draw, tool, text, tool.deposit, _other_tool(draw, tool).deposit)


def weight(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    text = draw.choice(
        (
            f"I carry {tool.about} up four floors. How much is that on my back?",
            f"How heavy is {tool.about}?",
        )
    )
    return _about(draw, tool, text, tool.weight, _other_tool(draw, tool).weight)


def place(draw: Draw) -> Errand:
    tool = draw.choice(tools())
    near = draw.choice([each.name for each in BRANCHES if each.name != tool.branch])
    text = draw.choice(
        (
            f"Where do I have to go for {tool.about}?",
            f"In which of our houses is {tool.about} kept?",
        )
    )
    return _about(draw, tool, text, tool.branch, near)


def ring(draw: Draw) -> Errand:
    member = draw.choice(members())
    near = draw.choice([each for each in members() if each != member])
    text = draw.choice(
        (
            f"I have to call {member.name}. What do I dial?",
            f"Under which number can {member.name} be reached?",
        )
    )
    answer = Answer(member.telephone, near.telephone)
    return Errand(text, (Leg((to_list("member"),)),), reads_at=at_list("member"), answer=answer)


def since(draw: Draw) -> Errand:
    member = draw.choice(members())
    near = draw.choice([each for each in members() if each != member])
    text = draw.choice(
        (
            f"Since when has {member.name} been with us?",
            f"On which day did {member.name} sign up?",
        )
    )
    answer = Answer(spoken(str(member.joined)), spoken(str(near.joined)), shown=False)
    return Errand(text, (Leg((to_list("member"),)),), reads_at=at_list("member"), answer=answer)


def who_has(draw: Draw) -> Errand:
    loan = draw.choice(out())
    near = draw.choice([name for name in map(who_of, out()) if name != who_of(loan)])
    text = draw.choice(
        (
            f"Somebody still has {tool_of(loan).about}. Who?",
            f"Whom do I ask for {tool_of(loan).about}, which is not back?",
        )
    )
    answer = Answer(who_of(loan), near)
    leg = Leg(filtered("loan", OUT))
    return Errand(text, (leg,), reads_at=at_filtered("loan", OUT), answer=answer)


def due_back(draw: Draw) -> Errand:
    loan = draw.choice(out())
    near = draw.choice([each for each in out() if each != loan])
    text = f"By when should {who_of(loan)} bring back {tool_of(loan).about}?"
    answer = Answer(spoken(str(loan.due)), spoken(str(near.due)), shown=False)
    leg = Leg(filtered("loan", OUT))
    return Errand(text, (leg,), reads_at=at_filtered("loan", OUT), answer=answer)


def longest_overdue(draw: Draw) -> Errand:
    """Of what is kept in one house, or of everything."""
    branch = draw.choice(["", *(b.name for b in BRANCHES if len(_missing(b.name)) > 1)])
    first, second, *_ = sorted(_missing(branch), key=lambda loan: loan.due)
    where = f" of what belongs to {branch}" if branch else ""
    at_home = [f"tool__branch__id__exact={number_of('branch', branch)}"] if branch else []
    choices = (OUT, *at_home)
    text = f"What has been missing the longest{where}? Name what should have been back first."
    answer = Answer(tool_of(first).name, tool_of(second).name)
    leg = Leg(filtered("loan", *choices))
    return Errand(text, (leg,), reads_at=at_filtered("loan", *choices), answer=answer)


def _missing(branch: str) -> list[Loan]:
    return [loan for loan in out() if not branch or tool_of(loan).branch == branch]


def most_out(draw: Draw) -> Errand:
    counts = {name: [who_of(each) for each in out()].count(name) for name in map(who_of, out())}
    best = max(counts.values())
    first = [name for name, count in counts.items() if count == best]
    near = draw.choice([name for name in counts if name not in first])
    text = draw.choice(
        (
            "Who keeps more of our things at home than anybody else right now?",
            "Name a member who has as many things out at once as nobody else has.",
        )
    )
    leg = Leg(filtered("loan", OUT))
    answer = Answer(first[0], near)
    return Errand(text, (leg,), reads_at=at_filtered("loan", OUT), answer=answer)


def _of_sort(draw: Draw, text: str, ranked: list[Tool], sort: str) -> Errand:
    choice = f"sort__id__exact={number_of('sort', sort)}"
    return Errand(
        text,
        (Leg(filtered("tool", choice)),),
        reads_at=at_filtered("tool", choice),
        answer=Answer(ranked[0].name, ranked[1].name),
    )


def cheapest(draw: Draw) -> Errand:
    sort = draw.choice(SORTS)
    ranked = sorted((t for t in tools() if t.sort == sort), key=lambda t: float(t.deposit))
    text = draw.choice(
        (
            f"For which of the things for {sort.lower()} do we ask the least security?",
            f"I have little money on me: which tool for {sort.lower()} asks for the least of it?",
        )
    )
    return _of_sort(draw, text, ranked, sort)


def heaviest(draw: Draw) -> Errand:
    sort = draw.choice(SORTS)
    ranked = sorted((t for t in tools() if t.sort == sort), key=lambda t: -float(t.weight))
    return _of_sort(draw, f"Which of the tools for {sort.lower()} weighs most?", ranked, sort)


def in_condition(draw: Draw) -> Errand:
    branch = draw.choice(BRANCHES)
    state, asks = draw.choice(
        (
            ("broken", "How many things at {} cannot be used at all?"),
            ("worn", "How many things at {} have seen better days but still work?"),
            ("good", "How many things at {} are as they should be?"),
        )
    )
    count = len([t for t in tools() if t.branch == branch.name and t.condition == state])
    choices = (f"branch__id__exact={number_of('branch', branch.name)}", f"condition__exact={state}")
    return Errand(
        asks.format(branch.name),
        (Leg(filtered("tool", *choices)),),
        reads_at=at_filtered("tool", *choices),
        answer=Answer(str(count), str(count + 1)),
    )


def newest(draw: Draw) -> Errand:
    branch = draw.choice(
        [b for b in BRANCHES if len([m for m in members() if m.branch == b.name]) > 1]
    )
    ranked = sorted((m for m in members() if m.branch == branch.name), key=lambda m: m.joined)
    choice = f"branch__id__exact={number_of('branch', branch.name)}"
    return Errand(
        f"Of those who belong to {branch.name}, who joined last?",
        (Leg(filtered("member", choice)),),
        reads_at=at_filtered("member", choice),
        answer=Answer(ranked[-1].name, ranked[-2].name),
    )


def opens(draw: Draw) -> Errand:
    branch = draw.choice(BRANCHES)
    near = draw.choice([each.opens for each in BRANCHES if each != branch])
    text = draw.choice(
        (f"When can I go to {branch.name}?", f"At which times is somebody at {branch.name}?")
    )
    answer = Answer(branch.opens, near)
    return Errand(text, (Leg((to_list("branch"),)),), reads_at=at_list("branch"), answer=answer)


def not_mentioned(draw: Draw) -> Errand:
    """Impossible: the lists are there and do not say it."""
    tool = draw.choice(tools())
    asks, near = draw.choice(
        (
            ("Who made {}? Give the brand.", "Borgward"),
            ("What did {} cost when we bought it?", tool.deposit),
            ("How old is {}?", "Three years"),
        )
    )
    answer = Answer("That is not kept here.", near, shown=False)
    text = asks.format(tool.about)
    return Errand(text, (Leg((to_list("tool"),)),), reads_at=at_list("tool"), answer=answer)


def not_there(draw: Draw) -> Errand:
    """Impossible: there is no such thing, only others like it."""
    word, about, near = draw.choice(
        (
            ("saw", "the band saw", "Station Road"),
            ("drill", "the pillar drill", "Harbour Square"),
            ("level", "the water level with the hose", "Old Brewery"),
            ("trimmer", "the trimmer on a pole", "Harbour Square"),
            ("truck", "the pallet truck", "Old Brewery"),
        )
    )
    text = draw.choice((f"Where do I have to go for {about}?", f"How heavy is {about}?"))
    answer = Answer(f"We do not have {about}.", near, shown=False)
    return Errand(text, (Leg(found("tool", word)),), reads_at=at_found("tool", word), answer=answer)


READING = {
    "read-deposit": deposit,
    "read-weight": weight,
    "read-place": place,
    "read-telephone": ring,
    "read-joined": since,
    "who-has-it": who_has,
    "due-back": due_back,
    "longest-overdue": longest_overdue,
    "most-at-home": most_out,
    "cheapest-of-sort": cheapest,
    "heaviest-of-sort": heaviest,
    "count-in-condition": in_condition,
    "newest-member": newest,
    "read-hours": opens,
    "not-said": not_mentioned,
    "not-there": not_there,
}
