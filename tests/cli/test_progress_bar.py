"""A long command reports its progress, also where its output is no terminal."""

from __future__ import annotations

import pytest

from courtside.output.progress_bar import progress_bar


def test_into_a_file_it_writes_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("courtside.output.progress_bar.time.monotonic", lambda: now[0])
    with progress_bar() as bar:
        work = bar.add_task("stored runs", total=12)
        for _ in range(4):
            now[0] += 20
            bar.advance(work)
        now[0] += 20
        bar.update(work, completed=9, description="checking")
    err = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in err] == ["stored runs: 2 of 12", "stored runs: 4 of 12"]
    assert all(line.endswith(" min left") for line in err)


def test_what_is_done_soon_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as bar:
        work = bar.add_task("stored runs", total=None)
        bar.advance(work)
    captured = capsys.readouterr()
    assert captured.err == "" and captured.out == ""
