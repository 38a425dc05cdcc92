"""`courtside config` says what is in force, and the document says what there is to set."""

from __future__ import annotations

import ast
import inspect
import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from courtside.main import cli
from courtside_store.config import Config, load_config

DOCUMENT = Path(__file__).parents[2] / "docs/settings.md"


def documented(field: str, meaning: str) -> str:
    """A row of the document's table, made from the record."""
    default = Config.__struct_defaults__[Config.__struct_fields__.index(field)]
    said = "the system's" if field == "data_dir" else f"`{msgspec.json.encode(default).decode()}`"
    return f"| `{field}` | {said} | `COURTSIDE_{field.upper()}` | {meaning} |"


def test_each_setting_stands_in_the_document_with_default_variable_and_meaning() -> None:
    body = ast.parse(inspect.getsource(Config)).body[0]
    assert isinstance(body, ast.ClassDef)
    rows = [
        documented(field.target.id, " ".join(meaning.value.value.split()))
        for field, meaning in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(meaning, ast.Expr)
        and isinstance(meaning.value, ast.Constant)
        and isinstance(meaning.value.value, str)
    ]
    assert len(rows) == len(Config.__struct_fields__), "a field without a docstring below it"
    written = DOCUMENT.read_text().splitlines()
    missing = [row for row in rows if row not in written]
    assert not missing, "put into docs/settings.md:\n" + "\n".join(missing)


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
        ('ocr = "x"', "ocr is one of auto, rapidocr, easyocr, tesseract, off"),
        ("prot = 1", "known settings: data_dir, host, port"),
        ('port = "many"', "$.port"),
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
