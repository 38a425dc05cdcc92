"""`courtside config` says the current settings, and a wrong one is refused by its name."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from courtside.main import cli
from courtside_judge.registry import OURS, check_judges
from courtside_store.config import MAX_PATH_BYTES, OTHER_VARIABLES, Config, load_config
from courtside_store.database import Store

DOCUMENT = Path(__file__).parents[2] / "docs/reference/settings.md"


def test_the_current_configuration_is_printed_with_where_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("phone_lessons = true\n")
    environ = {"COURTSIDE_CONFIG": str(file), "COURTSIDE_PORT": "4999"}
    words = ["--data-dir", str(tmp_path / "data"), "config"]
    result = CliRunner().invoke(cli, words, env=environ, catch_exceptions=False)
    assert "phone_lessons = true" in result.stdout and "port = 4999" in result.stdout
    assert f"{file}, COURTSIDE_PORT" in result.stderr
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"], env=environ).stdout)
    assert list(found) == list(Config.__struct_fields__)
    assert tomllib.loads(result.stdout) == {k: v for k, v in found.items() if v is not None}
    assert "# max_false_success =\n" in result.stdout
    assert found["data_dir"] == str(tmp_path / "data") and found["max_false_success"] is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('ocr = "x"', "ocr is 'x'; expected one of auto, rapidocr, easyocr, tesseract, off"),
        ("prot = 1", "prot is no setting, perhaps port is meant; docs/reference/settings.md"),
        ('port = "many"', "port is 'many'; expected a whole number"),
        ("port = 70000", "port is 70000; expected a whole number <= 65535"),
        ("idle_s = 0", "idle_s is 0; expected a number > 0.0"),
        ("idle_s = inf", "idle_s is inf; expected a number <= 1000000.0"),
        ("judge_timeout_s = nan", "judge_timeout_s is nan; expected a number > 0.0"),
        ("measured_run_timeout_s = 1e300", "expected a number <= 1000000.0"),
        ('idle_s = "1e400"', "idle_s is '1e400'; expected a smaller number"),
        (f"budget_bytes = {2**64}", "expected a whole number <= 9007199254740992"),
        ('autostart = "perhaps"', "autostart is 'perhaps'; expected true or false"),
        ("retry = true", "retry is no setting any more, it is called phone_lessons now"),
        ('synchronous = "full"', "any more, it is called survive_power_loss now"),
        ("mask = 3", "mask is 3; expected a list"),
        ("mask = [1]", "mask is [1]; expected a text"),
        ("data_dir = 3", "data_dir is 3; expected a folder"),
        (r'data_dir = "\u0000"', r"data_dir is '\x00'; expected a folder"),
        ('data_dir = "~nobody9/x"', "expected a folder; there is no user of that name"),
        (f'data_dir = "/{"d" * 480}"', "expected a shorter path, of at most 480 bytes"),
        ("max_false_success = 2", "max_false_success is 2; expected a number < 1.0"),
        ("port = ", "Invalid value"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, line: str, why: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(line)
    with pytest.raises(ValueError, match=r"config\.toml") as refused:
        load_config(environ={"COURTSIDE_CONFIG": str(file)})
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (
            "COURTSIDE_BOGUS",
            "1",
            "COURTSIDE_BOGUS is no setting; docs/reference/settings.md has them all",
        ),
        ("COURTSIDE_JUGDE", "vlm", "COURTSIDE_JUGDE is no setting, perhaps COURTSIDE_JUDGE is"),
        (
            "COURTSIDE_RUN_TIMEOUT_S",
            "9",
            "COURTSIDE_RUN_TIMEOUT_S is no setting any more, it is called "
            "COURTSIDE_MEASURED_RUN_TIMEOUT_S now",
        ),
        ("COURTSIDE_PORT", "abc", "COURTSIDE_PORT: port is 'abc'; expected a whole number"),
    ],
)
def test_a_variable_that_cannot_be_is_refused_by_its_name(
    tmp_path: Path, name: str, value: str, why: str
) -> None:
    with pytest.raises(ValueError, match="COURTSIDE") as refused:
        load_config(environ={"COURTSIDE_CONFIG": os.devnull, name: value})
    assert str(refused.value).startswith(why)


def test_a_configuration_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    file = tmp_path / "courtside.toml"
    with pytest.raises(ValueError, match=r"COURTSIDE_CONFIG names .*, and there is no such file"):
        load_config(environ={"COURTSIDE_CONFIG": str(file)})
    with pytest.raises(IsADirectoryError):
        load_config(environ={"COURTSIDE_CONFIG": str(tmp_path)})


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("JUDGE", "evidnce", "judge names 'evidnce', which is no judge; expected one of auto, "),
        ("JUDGE", "evidnce", "vlm:marks; did you mean 'evidence'?"),
        ("PANEL", "evidence,nobody", "panel names 'nobody', which is no judge; expected one of"),
        ("PANEL", "evidence", r"panel is \['evidence'\]; a panel has two members or more"),
        ("PANEL", "text,panel", "a panel cannot be a member of a panel"),
        ("ELEMENT_ORDER", "rasta", "element_order is 'rasta'; expected .* document, raster"),
        ("ELEMENT_ORDER", "nobody=raster", "element_order names 'nobody', which is no judge"),
    ],
)
def test_a_judge_that_there_is_not_is_refused_by_every_command(
    name: str, value: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"COURTSIDE_{name}", value)
    asked = CliRunner().invoke(cli, ["config"])
    assert asked.exit_code == 1 and re.search(why, str(asked.exception)), asked.exception


def test_every_judge_of_ours_can_be_named_and_so_can_its_kind() -> None:
    for name in OURS:
        check_judges(Config(judge=name, element_order=(f"{name}=tsne", "text=raster", "random")))


def test_each_variable_that_is_no_setting_stands_in_the_document() -> None:
    assert [name for name in OTHER_VARIABLES if f"`{name}`" not in DOCUMENT.read_text()] == []


def test_a_data_folder_is_a_place_of_its_own_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    environ = {"COURTSIDE_CONFIG": os.devnull}
    assert load_config({"data_dir": "mine"}, environ).data_dir == tmp_path / "mine"
    with pytest.raises(
        ValueError, match=r"^COURTSIDE_DATA_DIR: data_dir is \'\'; expected a folder$"
    ):
        load_config(environ=environ | {"COURTSIDE_DATA_DIR": ""})


def test_the_longest_path_that_is_taken_holds_a_database(tmp_path: Path) -> None:
    folder = f"{tmp_path}/{'folder/' * MAX_PATH_BYTES}"[: MAX_PATH_BYTES - 1] + "d"
    config = load_config({"data_dir": folder}, {"COURTSIDE_CONFIG": os.devnull})
    Store.open(msgspec.structs.replace(config, data_dir=config.demo_dir)).close()
