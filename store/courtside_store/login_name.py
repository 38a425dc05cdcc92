"""The login name, which stands for an annotator who gives no name. Knows no label."""

from __future__ import annotations

import getpass


def login_name() -> str:
    """The login name; "me" where the user has none, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "me"
