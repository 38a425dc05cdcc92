"""Tasks on the command line: one that is given must be one."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from courtside.main import cli


@pytest.mark.parametrize("task", ["", " ", "\t\n"])
@pytest.mark.parametrize(
    "words",
    [
        ["retry", "--cmd", "true", "--task"],
        ["watch", "--cdp", "9222", "--task"],
        ["android", "--task"],
        ["ios", "--task"],
        ["desktop", "--task"],
        ["operate"],
    ],
)
def test_a_blank_task_is_refused(words: list[str], task: str) -> None:
    result = CliRunner().invoke(cli, [*words, task])
    assert result.exit_code == 2 and "the task is empty" in result.output
