"""What `--cdp` takes for a browser's address."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from courtside.options.debug_port import debug_address


@click.command()
@click.option("--cdp", callback=debug_address)
def command(cdp: str | None) -> None:
    click.echo(str(cdp))


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("9333", "http://127.0.0.1:9333"),
        ("localhost:9333", "http://localhost:9333"),
        ("http://127.0.0.1:9222", "http://127.0.0.1:9222"),
        ("ws://127.0.0.1:9222/devtools/browser/x", "ws://127.0.0.1:9222/devtools/browser/x"),
    ],
)
def test_a_port_is_enough(given: str, address: str) -> None:
    assert CliRunner().invoke(command, ["--cdp", given]).output.strip() == address


@pytest.mark.parametrize("given", ["0", "65536", "999999999999"])
def test_a_number_that_is_no_port_is_refused(given: str) -> None:
    done = CliRunner().invoke(command, ["--cdp", given])
    assert done.exit_code == 2 and f"{given} is no port" in done.output


def test_without_it_there_is_none() -> None:
    assert CliRunner().invoke(command, []).output.strip() == "None"
