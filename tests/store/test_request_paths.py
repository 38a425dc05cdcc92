"""What is told of a request's address: enough to know it again, and nobody's id or token."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_store.request_paths import mask_path, request_path

PATHS = json.loads((Path(__file__).parent / "request_paths.json").read_text())["paths"]


@pytest.mark.parametrize(("url", "page", "path"), PATHS)
def test_a_path_is_told_without_its_values(url: str, page: str, path: str) -> None:
    assert request_path(url, page) == path


@given(st.text(max_size=300))
def test_a_path_that_is_masked_stays_as_it_is(text: str) -> None:
    assert mask_path(mask_path(text)) == mask_path(text)


def test_a_user_before_the_host_is_cut_from_every_source() -> None:
    assert mask_path("ann:hunter2@shop.test/orders") == "shop.test/orders"


@given(
    st.text("0123456789abcdef", min_size=16, max_size=64).filter(
        lambda id: re.search("[0-9]{3}", id)
    )
)
def test_no_hexadecimal_id_is_told(id: str) -> None:
    assert mask_path(f"/orders/{id}/edit") == "/orders/*/edit"
