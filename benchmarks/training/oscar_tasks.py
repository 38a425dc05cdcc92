"""Every kind of task in the shop, by name."""

from __future__ import annotations

from collections.abc import Mapping

from .errand import Kind
from .oscar_account import ACCOUNT
from .oscar_browsing import BROWSING
from .oscar_dashboard import DASHBOARD
from .oscar_products import PRODUCTS
from .oscar_reading import READING
from .oscar_shopping import SHOPPING

OSCAR_KINDS: Mapping[str, Kind] = {
    **READING,
    **BROWSING,
    **SHOPPING,
    **ACCOUNT,
    **PRODUCTS,
    **DASHBOARD,
}
