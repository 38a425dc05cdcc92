"""WebArena: pages as the harness renders them, and the log with the results."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from recordings import a_png, write

from courtside_formats.importers import Broken, load_runs, read_runs

TREE = """Tab 0 (current): Shop
[1] RootWebArea 'Shop' focused: True
\t[164] textbox 'Search' required: False
\t[1335] link '12 Reviews'
\t\tStaticText 'It isn't cheap'"""


def a_page(action: str, thought: str = "", seed: int = 0) -> str:
    """One page of a rendered run."""
    image = base64.b64encode(a_png(seed)).decode()
    return (
        "<h2>New Page</h2>\n<h3 class='url'><a href=http://x/?a=1&amp;b=2>"
        f"URL: http://x/?a=1&amp;b=2</a></h3>\n<div class='state_obv'><pre>{TREE}</pre><div>\n"
        f"<img src='data:image/png;base64,{image}' style='width:50vw; height:auto;'/>\n"
        "<div class='prev_action' style='background-color:pink'>None</div>\n"
        "<div class='predict_action'><div class='raw_parsed_prediction' style='background:grey'>"
        f"<pre>{thought}</pre></div><div class='action_object' style='background-color:grey'>"
        "<pre>{'action_type': 6}</pre></div><div class='parsed_action' "
        f"style='background-color:yellow'><pre>{action}</pre></div></div>\n"
    )


def a_folder(tmp_path: Path, id: int, *pages: str) -> Path:
    """A results folder with one run in it."""
    settings = (
        f"sites: ['shopping']\ntask_id: {id}\nstart_url: http://x/\nintent: How many reviews?"
    )
    config = f"<pre>{settings}\n</pre>\n"
    write(
        tmp_path / f"render_{id}.html", f"<html>\n    <body>\n     {config}{''.join(pages)}</body>"
    )
    return tmp_path


def test_ids_are_resolved_to_what_they_named(tmp_path: Path) -> None:
    a_folder(
        tmp_path,
        7,
        a_page("type [164] [tea [green]] [1]", "Let me think. ```type [164] [tea] [1]```", 1),
        a_page("click [1335] where [1335] is link '12 Reviews'", "next", 2),
        a_page("click [99] where [99] is button 'Gone'", "", 3),
        a_page("scroll [down]", "", 4),
        a_page("stop [12 reviews]", "done", 5),
    )
    write(
        tmp_path / "merged_log.txt",
        "2023 - INFO - [Result] (FAIL) /tmp/7.json\n2023 - INFO - [Result] (PASS) /tmp/7.json\n",
    )
    [run] = load_runs(tmp_path)
    assert (run.task, run.start_url, run.domain) == ("How many reviews?", "http://x/", "shopping")
    actions = [step.actions[0] for step in run.steps]
    assert [(a.kind, a.text) for a in actions] == [
        ("type", "tea [green]"),
        ("click", ""),
        ("click", ""),
        ("scroll", ""),
        ("answer", "12 reviews"),
    ]
    assert [a.target.text if a.target else "" for a in actions[:3]] == [
        "Search",
        "12 Reviews",
        "Gone",
    ]
    assert run.steps[0].thought == "Let me think."
    first = run.steps[0].before
    assert first and first.url == "http://x/?a=1&b=2" and first.title == "Shop" and first.frame
    assert [e.text for e in first.elements] == ["Search", "12 Reviews", "It isn't cheap"]
    assert (run.oracle, run.reward, run.answer) == (True, 1.0, "12 reviews")


@pytest.mark.parametrize(("answer", "claims"), [("N/A", False), ("", True)])
def test_without_a_log_there_is_no_label(tmp_path: Path, answer: str, claims: bool) -> None:
    [run] = load_runs(a_folder(tmp_path, 3, a_page(f"stop [{answer}]")))
    assert run.oracle is None and run.claims_success is claims


@pytest.mark.parametrize("why", ["Early stop: Reach max steps 30", "ERROR: no action in it"])
def test_the_harness_that_cuts_an_agent_off_is_not_the_agent_that_answers(
    tmp_path: Path, why: str
) -> None:
    pages = (a_page("click [1335] where [1335] is link '12 Reviews'"), a_page(f"stop [{why}]"))
    [run] = load_runs(a_folder(tmp_path, 3, *pages))
    assert (run.ended_by, run.answer, run.claims_success) == ("truncated", "", None)
    assert [action.kind for step in run.steps for action in step.actions] == ["click"]


def test_a_page_without_a_task_is_named(tmp_path: Path) -> None:
    a_folder(tmp_path, 1, a_page("stop []"))
    file = write(tmp_path / "render_2.html", "<html><body></body></html>")
    found = list(read_runs(tmp_path))
    [broken] = [one for one in found if isinstance(one, Broken)]
    assert len(found) == 2 and broken.path == str(file) and "intent" in broken.reason
