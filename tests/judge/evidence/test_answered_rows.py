"""An answer names the row of a table with the most or the least, or another one, or counts them."""

from __future__ import annotations

import time

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Case, Ending
from courtside_store.geometry import Box
from courtside_store.records import Element, PageState, RunVerdict

ROOMS = """Room      | Seats | Price per hour | Opened
           Oak       | 12    | £18.00         | 2019-03-04
           Oak Hall  | 40    | £135.50        | 2021-11-20
           Elm       | 25    | £9.00          | 1 July 2016
           Total     | 77    |                |"""
PLANTS = """Plant  | Room    | Water
            Basil  | Kitchen | every day
            Cactus | Study   | monthly"""
WEIGHED = """Plant  | Room    | Weight
             Basil  | Kitchen | 200 g
             Cactus | Study   | 350 g"""
LOANS = """Reader | Book   | State
           Ada    | Emma   | open
           Tom    | Ulysses| back
           Kim    | Dune   | open"""


def cells(table: str) -> list[Element]:
    return [
        an_element(
            10 * y + x,
            text.strip(),
            tag="td",
            role="cell" if y else "columnheader",
            box=Box(100.0 * x, 30.0 * y, 90.0, 24.0),
        )
        for y, line in enumerate(table.splitlines())
        for x, text in enumerate(line.split("|"))
    ]


def found(
    task: str, answer: str, table: str = ROOMS, heading: str = "", more: str = ""
) -> dict[str, Finding]:
    control = [an_element(99, more, interactable=True)] if more else []
    return found_on([*cells(table), *control], task, answer, PageState(heading=heading))


def found_on(
    elements: list[Element], task: str, answer: str, page: PageState | None = None
) -> dict[str, Finding]:
    screen = a_screen(*elements, page=page)
    run = Tracker(read_goal(task))
    run.follow(a_step(1, an_action("scroll", ""), before=screen, after=screen))
    ending = Ending(ended_by="finish", answer=answer, claims_success=True)
    return {one.kind: one for one in end_findings(run, ending)}


@pytest.mark.parametrize(
    ("task", "right", "wrong"),
    [
        ("Which room has the most seats?", "Oak Hall", "Oak"),
        ("Which room has the fewest seats?", "It is Oak.", "It is Elm, with 25 seats."),
        ("What is the cheapest room?", "Elm", "Oak Hall"),
        ("Which room costs the most?", "oak hall", "oak"),
        ("Which room was opened first?", "Elm", "Oak"),
        ("What is the newest room?", "Oak Hall", "Elm"),
        ("How many seats does the biggest room have?", "40", "There are 25."),
    ],
)
def test_the_row_with_the_most_or_the_least(task: str, right: str, wrong: str) -> None:
    assert "extreme-right" in found(task, right)
    other = found(task, wrong)
    assert other["extreme-wrong"].wanted == found(task, right)["extreme-right"].what
    assert not other.keys() & {"answer-at-end", "answer-shown", "answer-beside-asked"}


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        ("Which room has the most seats?", "Beech"),
        ("Which room has the most seats?", "Oak and Elm"),
        ("Which upstairs room has the most seats?", "Oak"),
        ("Which room for under £20 has the most seats?", "Elm"),
        ("Which room has the most windows?", "Elm"),
        ("Which open room has the most seats?", "Elm"),
        ("Which is the largest room?", "Elm"),
        ("Which is the last room?", "Elm"),
        ("Which two rooms have the most seats?", "Elm"),
        ("Which room has the most seats, and which the fewest?", "Elm"),
        ("Which room but Oak Hall has the most seats?", "Elm"),
        ("Book the room with the most seats.", "Elm"),
    ],
)
def test_what_the_table_does_not_tell(task: str, answer: str) -> None:
    assert not found(task, answer).keys() & {"extreme-right", "extreme-wrong"}


def test_another_page_may_have_a_better_row_and_cannot_make_a_lesser_one_the_best() -> None:
    task = "Which room has the most seats?"
    assert "extreme-right" not in found(task, "Oak Hall", more="Next ›")
    assert "extreme-wrong" in found(task, "Elm", more="Next ›")


def test_rows_are_counted_where_the_question_only_counts() -> None:
    rooms = found("How many rooms are there?", "There are three.")
    assert rooms["answer-at-end"].variant == "counted"
    assert found("How many rooms are there?", "4")["answer-not-at-end"].what == "4"
    assert "answer-at-end" in found("How many loans are open?", "2", LOANS, "Loans")
    assert "answer-not-at-end" in found("How many loans are open?", "3", LOANS, "Loans")


@pytest.mark.parametrize(
    ("task", "more"),
    [
        ("How many rooms are there?", "Next"),
        ("How many rooms have a window?", ""),
        ("How many seats are there?", ""),
        ("How many people fit into the rooms that were opened since 2017?", ""),
    ],
)
def test_what_is_not_counted(task: str, more: str) -> None:
    kinds = found(task, "9", more=more)
    assert all(one.variant != "counted" for one in kinds.values())


def test_an_answer_of_thousands_of_digits_counts_nothing() -> None:
    kinds = found("How many rooms are there?", "9" * 5000)
    assert all(one.variant != "counted" for one in kinds.values())


STOCK = """Plant    | In stock | Price
           Lavender | 112      | 4.20
           Sage     | 64       | 3.40
           Oak      | 7        | 90.00
           Oak Hall | 9        | 80.00"""


@pytest.mark.parametrize(
    ("task", "answer", "row", "wanted"),
    [
        ("How many Lavender plants are in stock?", "There are 64 Lavender plants.", "Sage", "112"),
        ("What does the sage cost?", "4.20", "Lavender", "3.40"),
        ("What is the price of Oak Hall?", "It costs 90.00.", "Oak", "80.00"),
    ],
)
def test_an_answer_from_another_row(task: str, answer: str, row: str, wanted: str) -> None:
    other = found(task, answer, STOCK)["answer-of-other-row"]
    assert (other.where, other.wanted) == (row, wanted)


@pytest.mark.parametrize(
    ("task", "answer", "head", "wanted"),
    [
        ("How many plays does Paper Boats have?", "It has 2004 plays.", "Year", "540"),
        ("What is the year of Glass Stairs?", "33", "Plays", "1979"),
    ],
)
def test_an_answer_from_another_column(task: str, answer: str, head: str, wanted: str) -> None:
    other = found(task, answer, SONGS)["answer-of-other-row"]
    assert (other.where, other.wanted, other.variant) == (head, wanted, "column")


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        ("How many plays does Paper Boats have?", "540"),
        ("How many plays does Paper Boats have?", "540, and it is of 2004"),
        ("Who sings Paper Boats?", "Mira Sollen"),
        ("Who is the artist of Paper Boats, and of which year?", "Mira Sollen"),
        ("Which artist has the plays of Paper Boats?", "Mira Sollen"),
    ],
)
def test_an_answer_that_may_be_of_the_right_column(task: str, answer: str) -> None:
    assert "answer-of-other-row" not in found(task, answer, SONGS)


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        ("How many Lavender plants are in stock?", "112"),
        ("How many Lavender plants are in stock?", "112, and 64 of Sage."),
        ("How many Lavender plants are in stock?", "640"),
        ("How many plants are in stock?", "64"),
        ("How many Lavender and Sage plants are in stock?", "9"),
        ("Which plant costs more than Lavender?", "Oak, 90.00"),
    ],
)
def test_an_answer_that_may_be_of_the_right_row(task: str, answer: str) -> None:
    assert "answer-of-other-row" not in found(task, answer, STOCK)


def test_an_answer_of_thousands_of_numbers_is_looked_for_in_a_moment() -> None:
    run = Tracker(read_goal("What is the price of oak?"))
    cells = (an_element(n, f"{n}" * 30, role="cell") for n in range(1, 600))
    run.follow(a_step(1, an_action("click", "Oak"), before=a_screen(), after=a_screen(*cells)))
    answer = " ".join(f"64 Oak {n}" for n in range(2000))
    began = time.thread_time()
    end_findings(run, Ending(ended_by="finish", answer=answer, claims_success=True))
    assert time.thread_time() - began < 1.0  # it was more than 10


def judged(task: str, answer: str, table: str) -> RunVerdict:
    link = an_element(99, "Plants", tag="a", role="link", interactable=True)
    start, end = a_screen(link), a_screen(link, *cells(table))
    one = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    one.step(a_step(1, an_action("click", "Plants", tag="a", role="link"), before=start, after=end))
    return one.finish(Ending(ended_by="finish", answer=answer, claims_success=True))


SONGS = """Title          | Artist       | Year | Length | Plays
           Harbour Lights | The Low Tide | 1987 | 3:42   | 212
           Paper Boats    | Mira Sollen  | 2004 | 2:58   | 540
           Glass Stairs   | Odd Numbers  | 1979 | 6:31   | 33"""


@pytest.mark.parametrize(
    ("task", "right", "wrong"),
    [
        ("Which song is the oldest?", "Glass Stairs", "Paper Boats"),
        ("What is the name of the newest song?", "Paper Boats", "Glass Stairs"),
        ("Which song is the longest?", "Glass Stairs", "Harbour Lights"),
        ("What is the shortest song?", "Paper Boats", "Glass Stairs"),
        ("Which song has the fewest plays?", "Glass Stairs", "Paper Boats"),
    ],
)
def test_years_and_lengths_are_compared(task: str, right: str, wrong: str) -> None:
    assert "extreme-right" in found(task, right, SONGS, heading="Songs")
    assert found(task, wrong, SONGS, heading="Songs")["extreme-wrong"].wanted == right


def linked(table: str) -> list[Element]:
    """As a browser has it where names and a head are links: those cells have no text."""
    inner = [e for e in cells(table) if e.box and (e.id % 10 == 0 or e.id == 2) and e.id]
    links = [
        replace(e, tag="a", role="link", box=e.box and e.box._replace(height=16)) for e in inner
    ]
    return [*(e for e in cells(table) if e not in inner), *links]


def test_the_second_by_order_is_not_compared() -> None:
    for answer in ("Harbour Lights", "Paper Boats"):
        kinds = found("Which is the song with the second most plays?", answer, SONGS)
        assert "extreme-untold" in kinds and not {"extreme-right", "extreme-wrong"} & {*kinds}


def test_a_head_that_is_a_link_decides_before_another_column() -> None:
    task = "Which is my oldest song?"
    page = PageState(heading="Songs")
    assert "extreme-right" in found_on(linked(SONGS), task, "Glass Stairs", page)
    assert "extreme-wrong" in found_on(linked(SONGS), task, "Paper Boats", page)
    without = SONGS.replace("Year", "Born in").replace("1987", "a").replace("2004", "b")
    assert "extreme-untold" in found_on(linked(without), task, "Glass Stairs", page)


def test_names_of_a_table_that_are_links_are_read_too() -> None:
    task = "Which plant has the highest weight?"
    for answer, kind in (("Cactus", "extreme-right"), ("Basil, 200 g", "extreme-wrong")):
        one = found_on(linked(WEIGHED), task, answer)[kind]
        assert one.what == answer.split(",")[0] and one.wanted in ("", "Cactus")


def test_an_answer_that_nothing_compares_is_unknown_whichever_it_is() -> None:
    for answer in ("Basil", "Cactus"):
        verdict = judged("Which plant gets water least often?", answer, PLANTS)
        assert verdict.label == "unknown" and verdict.least_false_success is None
        assert 'but the task wants the "least" of several, and the judge cannot' in (
            verdict.explanation
        )


def test_where_a_table_compares_them_the_right_one_is_a_success() -> None:
    task = "Which plant has the highest weight?"
    right, wrong = (judged(task, answer, WEIGHED) for answer in ("Cactus", "Basil"))
    assert (right.label, wrong.label) == ("success", "failure")
    assert not [one for one in right.evidence if one.kind == "extreme-untold"]
