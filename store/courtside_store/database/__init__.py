"""The single writer of the SQLite file and the blob folder. Knows nothing of sockets or judges."""

from __future__ import annotations

import sqlite3

from courtside_store.config import Config
from courtside_store.database_file import is_recorded
from courtside_store.migrations import migrate, version_of
from courtside_store.private_files import close_to_others, make_private
from courtside_store.spare_file import keep_spare

from .lessons import LessonWriter
from .message_checks import Rejected as Rejected
from .messages import Item as Item
from .messages import MessageWriter
from .overrides import OverrideWriter
from .retention import Retention


class Store(MessageWriter, LessonWriter, OverrideWriter, Retention):
    """The one writer. Every method is to be called from one thread; readers are elsewhere."""

    @classmethod
    def open(cls, config: Config) -> Store:
        """Creates what is missing, brings the schema up to date, sweeps orphaned files.

        Raises ValueError where something else is in the database's place.
        """
        is_recorded(config)
        make_private(config.data_dir)
        make_private(config.blobs)
        for file in config.private_files:
            close_to_others(file)
        connection = sqlite3.connect(
            config.database, isolation_level=None, check_same_thread=False, timeout=10
        )
        try:
            config.database.chmod(0o600)
            for pragma in (
                "auto_vacuum=incremental",
                "journal_mode=wal",
                f"synchronous={'full' if config.survive_power_loss else 'normal'}",
                "foreign_keys=on",
                "secure_delete=on",
                "cache_size=-16000",
            ):
                connection.execute(f"pragma {pragma}")
            is_new = version_of(connection) == 0
            migrate(connection)
            store = cls(config, connection)
            if not is_new:  # what lies beside a new one belongs to one that was moved away
                store._sweep()
        except BaseException:
            connection.close()
            raise
        keep_spare(config)
        return store
