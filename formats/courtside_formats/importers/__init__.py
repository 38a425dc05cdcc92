"""Other people's recorded runs, read as ours: `load_runs(path)`. Writes nothing."""

from courtside_store.blobs import ReadFrame

from .imported import Broken, Format, Imported
from .registry import AUTO, FORMATS, NAMES, find_units, load_runs, read_runs, read_unit

__all__ = [
    "AUTO",
    "FORMATS",
    "NAMES",
    "Broken",
    "Format",
    "Imported",
    "ReadFrame",
    "find_units",
    "load_runs",
    "read_runs",
    "read_unit",
]
