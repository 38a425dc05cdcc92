"""`courtside config` says what is in force, and a wrong one is refused by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from courtside.main import cli
from courtside_store.config import OTHER_VARIABLES, Config, load_config

DOCUMENT = Path(__file__).parents[2] / "docs/reference/settings.md"


def test_the_configuration_in_force_is_printed_with_where_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("retry = true\n")
    environ = {"COURTSIDE_CONFIG": str(file), "COURTSIDE_PORT": "4999"}
    words = ["--data-dir", str(tmp_path / "data"), "config"]
    said = CliRunner().invoke(cli, words, env=environ, catch_exceptions=False)
    assert "retry = true" in said.stdout and "port = 4999" in said.stdout
    assert f"{file}, COURTSIDE_PORT" in said.stderr
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"], env=environ).stdout)
    assert list(found) == list(Config.__struct_fields__)
    assert found["data_dir"] == str(tmp_path / "data") and found["max_false_success"] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('ocr = "x"', "ocr is 'x'; expected one of auto, rapidocr, easyocr, tesseract, off"),
        ("prot = 1", "prot is no setting, perhaps port is meant; docs/reference/settings.md"),
        ('port = "many"', "port is 'many'; expected a whole number"),
        ("port = 70000", "port is 70000; expected a whole number <= 65535"),
        ("idle_s = 0", "idle_s is 0; expected a number > 0.0"),
        ('retry = "perhaps"', "retry is 'perhaps'; expected true or false"),
        ("mask = 3", "mask is 3; expected a list"),
        ("max_false_success = 2", "max_false_success is 2; expected a number < 1.0"),
        ("port = ", "Invalid value"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(line)
    with pytest.raises(ValueError, match=r"config\.toml") as refused:
        load_config(environ={"COURTSIDE_CONFIG": str(file)})
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "COURTSIDE_BOGUS",
            "1",
            "COURTSIDE_BOGUS is no setting; docs/reference/settings.md has them all",
        ),
        ("COURTSIDE_JUGDE", "vlm", "COURTSIDE_JUGDE is no setting, perhaps COURTSIDE_JUDGE is"),
        ("COURTSIDE_PORT", "abc", "COURTSIDE_PORT: port is 'abc'; expected a whole number"),
    ],
)
def test_a_variable_that_cannot_be_is_refused_by_its_name(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    with pytest.raises(ValueError, match="COURTSIDE") as refused:
        load_config(environ={"COURTSIDE_CONFIG": str(tmp_path / "none"), name: value})
    assert str(refused.value).startswith(said)


def test_each_variable_that_is_no_setting_stands_in_the_document() -> None:
    assert [name for name in OTHER_VARIABLES if f"`{name}`" not in DOCUMENT.read_text()] == []
