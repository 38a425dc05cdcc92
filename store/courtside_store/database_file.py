"""The database as a file: whether it is there. Reads nothing in it."""

from __future__ import annotations

from .config import Config


def is_recorded(config: Config) -> bool:
    """Whether there is a database. Raises ValueError where something else is in its place."""
    path = config.database
    if not path.is_file() and path.exists():
        what = "a folder" if path.is_dir() else "no file"
        raise ValueError(
            f"{path} is {what}, and should be the database: move it away, "
            "or name another data folder by --data-dir"
        )
    return path.is_file()
