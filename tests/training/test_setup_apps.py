"""The script that installs the worlds' apps names groups of pyproject.toml that are there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_each_group_that_it_installs_is_one_line_by_which_it_sees_a_change() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    script = (ROOT / "training/courtside_training/setup_apps.sh").read_text()
    names = re.findall(r"--group ([\w-]+)", script)
    assert names and {*names} <= tomllib.loads(text)["dependency-groups"].keys()
    for name in names:
        assert f"grep '^{name} = ' pyproject.toml" in script
        assert len(re.findall(rf"^{name} = ", text, re.M)) == 1
