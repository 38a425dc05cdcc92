"""A request that reads changes nothing; any other may."""

import pytest

from courtside_store.safe_methods import is_safe


@pytest.mark.parametrize("method", ["GET", "head", "OPTIONS", "TRACE"])
def test_reading_changes_nothing(method: str) -> None:
    assert is_safe(method)


@pytest.mark.parametrize("method", ["POST", "put", "PATCH", "DELETE", "PURGE", ""])
def test_every_other_method_may_change_something(method: str) -> None:
    assert not is_safe(method)
