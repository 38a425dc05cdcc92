"""Where the command begins, as `courtside` and as `python -m courtside`: Ctrl-C is answered in one
line also while the rest of it is imported.
"""

from __future__ import annotations

import sys


def run() -> None:
    """The entry point."""
    try:
        from .main import main

        main()
    except KeyboardInterrupt:
        sys.stderr.write("courtside: cancelled\n")
        sys.exit(130)


if __name__ == "__main__":
    run()
