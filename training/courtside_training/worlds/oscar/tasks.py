"""Every kind of task in the shop, by name."""

from __future__ import annotations

from collections.abc import Mapping

from courtside_training.worlds.errand import Kind

from .account import ACCOUNT
from .browsing import BROWSING
from .dashboard import DASHBOARD
from .products import PRODUCTS
from .reading import READING
from .shopping import SHOPPING

OSCAR_KINDS: Mapping[str, Kind] = {
    **READING,
    **BROWSING,
    **SHOPPING,
    **ACCOUNT,
    **PRODUCTS,
    **DASHBOARD,
}
