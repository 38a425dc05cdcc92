"""The public face: `import courtside` and the `courtside` command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from courtside_bridges import Outcome, watch
    from courtside_bridges.android.acting import Phone as android
    from courtside_bridges.desktop.desk import desktop
    from courtside_bridges.ios.phone import ios

__all__ = ["Outcome", "__version__", "android", "desktop", "ios", "watch"]


def __getattr__(name: str) -> Any:
    """Loads on first use, so that `import courtside` costs nothing."""
    if name == "__version__":
        from importlib.metadata import version

        return version("courtside")
    if name == "desktop":
        from courtside_bridges.desktop.desk import desktop

        return desktop
    if name in ("watch", "Outcome"):
        import courtside_bridges

        return getattr(courtside_bridges, name)
    if name == "android":
        from courtside_bridges.android.acting import Phone

        return Phone
    if name == "ios":
        from courtside_bridges.ios.phone import ios

        return ios
    raise AttributeError(f"module 'courtside' has no attribute {name!r}")
