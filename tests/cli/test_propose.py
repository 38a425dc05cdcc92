"""`courtside propose` as a person runs it."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner
from small_site import small_site

from courtside.commands import propose
from courtside.main import cli
from courtside_refine.proposing.crawled_site import CrawledSite
from courtside_refine.proposing.proposal import read_proposals


@pytest.mark.chrome
def test_a_site_becomes_a_file_of_tasks_that_tasks_reads_too(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    out = tmp_path / "tasks.jsonl"
    with small_site() as site:
        words = [
            "propose",
            site.url,
            "--out",
            str(out),
            "--tasks",
            "6",
            "--name",
            "small",
            "--json",
        ]
        run = CliRunner().invoke(cli, words)
        again = CliRunner().invoke(cli, words)
    report = json.loads(run.stdout)
    assert report["tasks"] == 6 and sum(report["kinds"].values()) == 6
    first = json.loads(out.read_text().splitlines()[0])
    assert list(first)[:4] == ["web_name", "id", "ques", "web"]
    assert len(read_proposals(out)) == 6
    assert isinstance(again.exception, FileExistsError)
    listed = CliRunner().invoke(cli, ["tasks", str(out), "--json"])
    assert len(json.loads(listed.stdout)["tasks"]) == 6 and listed.exit_code == 0


@pytest.mark.chrome
def test_a_walk_that_saw_one_screen_alone_asks_for_a_login(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    (tmp_path / "index.html").write_text(
        "<h1>Log in</h1><form><label>User name <input name=u></label><button>Go</button></form>"
        "<label>Language <select><option>English</option><option>German</option></select></label>"
    )
    serve = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        words = ["propose", f"http://127.0.0.1:{server.server_port}/"]
        alone = CliRunner().invoke(cli, [*words, "--out", str(tmp_path / "1.jsonl")])
        words += ["--max-screens", "1"]
        asked = CliRunner().invoke(cli, [*words, "--out", str(tmp_path / "2.jsonl")])
        server.shutdown()
    assert "  1 screen was seen; if the site has more, does it need a login?" in alone.output
    assert "  1 screen was seen\n" in asked.output


def test_what_is_no_address_is_refused(tmp_path: Path) -> None:
    run = CliRunner().invoke(cli, ["propose", "shop.test", "--out", str(tmp_path / "t.jsonl")])
    assert isinstance(run.exception, ValueError) and "expected the address" in str(run.exception)


def test_runs_without_a_model_are_refused(tmp_path: Path) -> None:
    words = ["propose", "http://shop.test/", "--runs", "x", "--out", str(tmp_path / "t.jsonl")]
    run = CliRunner().invoke(cli, words)
    assert run.exit_code == 2 and "add --model" in run.output


def test_a_site_without_tasks_is_one_line_that_says_what_to_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def walk(url: str, name: str, most: int) -> CrawledSite:
        return CrawledSite(name=name, url=url)

    monkeypatch.setattr(propose, "walk", walk)
    run = CliRunner().invoke(cli, ["propose", "http://shop.test/", "--out", str(tmp_path / "t")])
    assert str(run.exception).startswith("no task could be made from 0 screens of http://shop.test")
    assert "need a login? With --model, a model writes tasks" in str(run.exception)
