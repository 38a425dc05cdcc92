"""Writes rows as JSON lines, as a JSON file each, or as Parquet. Knows no export format."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Protocol, Self

import msgspec

from courtside_store.blobs import Blobs

from .export_format import Column, ColumnKind, ExportedRows, ExportFormat, ExportRow, value_at
from .layout import Layout, Split

if TYPE_CHECKING:
    import pyarrow

ROWS_AT_ONCE = 64
PARQUET = "data/{split}-00000-of-00001.parquet"
"""As the Hugging Face hub names them."""
_PICTURES = {"image", "images"}


class RowFiles(Protocol):
    """A place where rows are written: a file, a file for each, or a table."""

    def add(self, split: Split, exported: ExportedRows) -> int:
        """Writes them; how many pictures came with them that were not there yet."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: Any) -> None: ...


def row_files(folder: Path, format: ExportFormat, layout: Layout, blobs: Blobs) -> RowFiles:
    """Raises ValueError where the format is not written so, ModuleNotFoundError without pyarrow."""
    if layout.file == "parquet":
        if not format.columns:
            raise ValueError(f"{format.name} is not written as Parquet; leave --file out")
        return ParquetFiles(folder, format, layout, blobs)
    if format.is_own_file and layout.test_share:
        raise ValueError(f"{format.name} is a file for each run; leave --test-share out")
    return JsonFiles(folder, format, layout, blobs)


def file_name(format: ExportFormat, layout: Layout, split: Split) -> str:
    """Of the file of a split, below the export's folder."""
    if layout.file == "parquet":
        return PARQUET.format(split=split)
    if format.is_own_file:
        return "*.json"
    return f"{format.name}-{split}.jsonl" if layout.test_share else f"{format.name}.jsonl"


def drop_empty_splits(
    folder: Path, format: ExportFormat, layout: Layout, rows: Mapping[Split, int]
) -> tuple[Split, ...]:
    """Deletes the files of splits that got no row, which `datasets` refuses to read; which stay."""
    if not any(rows.values()):
        return layout.splits
    for split in layout.splits:
        if not rows[split]:
            (folder / file_name(format, layout, split)).unlink()
    return tuple(split for split in layout.splits if rows[split])


class JsonFiles:
    """JSON lines, or a file a row, and the pictures beside them."""

    def __init__(self, folder: Path, format: ExportFormat, layout: Layout, blobs: Blobs) -> None:
        """Makes the files of all splits; see `drop_empty_splits`."""
        self._folder = folder
        self._format = format
        self._layout = layout
        self._blobs = blobs
        self._files: dict[Split, IO[bytes]] = {}
        if not format.is_own_file:
            for split in layout.splits:
                self._files[split] = (folder / file_name(format, layout, split)).open("xb")

    def add(self, split: Split, exported: ExportedRows) -> int:
        """The pictures lie in `images/`."""
        for row in exported.rows:
            line = msgspec.json.encode(_without_pictures(row, self._layout))
            if self._format.is_own_file:
                (self._folder / f"{exported.run}.json").write_bytes(line)
            else:
                self._files[split].write(line + b"\n")
        return sum(self._add_image(name, sha) for name, sha in exported.images.items())

    def _add_image(self, name: str, sha: str) -> bool:
        images = self._folder / "images"
        data = None if (images / name).exists() else self._blobs.read(sha)
        if data is None:
            return False
        images.mkdir(exist_ok=True)
        (images / name).write_bytes(data)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()


class ParquetFiles:
    """A Parquet file a split, with the pictures in it, as `datasets` reads them."""

    def __init__(self, folder: Path, format: ExportFormat, layout: Layout, blobs: Blobs) -> None:
        """Raises ModuleNotFoundError without pyarrow."""
        try:
            import pyarrow.parquet as parquet
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(
                "Parquet needs pyarrow: pip install 'courtside[parquet]'"
            ) from error
        self._columns = {
            name: one
            for name, one in format.columns.items()
            if layout.images or one.kind not in _PICTURES
        }
        self._schema = _schema(self._columns)
        self._blobs = blobs
        self._known: set[str] = set()
        self._waiting: dict[Split, list[ExportRow]] = {split: [] for split in layout.splits}
        (folder / "data").mkdir()
        self._writers = {
            split: parquet.ParquetWriter(folder / PARQUET.format(split=split), self._schema)
            for split in layout.splits
        }

    def add(self, split: Split, exported: ExportedRows) -> int:
        """The pictures are in the rows."""
        shown = {f"images/{name}": sha for name, sha in exported.images.items()}
        for row in exported.rows:
            self._waiting[split].append(
                {n: self._value(value_at(row, n, c), c, shown) for n, c in self._columns.items()}
            )
            if len(self._waiting[split]) >= ROWS_AT_ONCE:
                self._write(split)
        fresh = set(exported.images.values()) - self._known if exported.rows else set()
        self._known |= fresh
        return len(fresh)

    def _value(self, value: Any, column: Column, shown: dict[str, str]) -> Any:
        match column.kind:
            case "json":
                return None if value is None else msgspec.json.encode(value).decode()
            case "image":
                return self._image(value, shown)
            case "images":
                return [self._image(name, shown) for name in value or ()]
            case _:
                return value

    def _image(self, name: str | None, shown: dict[str, str]) -> ExportRow | None:
        data = self._blobs.read(shown[name]) if name in shown else None
        return None if data is None else {"bytes": data, "path": name}

    def _write(self, split: Split) -> None:
        import pyarrow

        rows, self._waiting[split] = self._waiting[split], []
        self._writers[split].write_table(pyarrow.Table.from_pylist(rows, schema=self._schema))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            for split in self._waiting if error is None else ():
                self._write(split)
        finally:
            for writer in self._writers.values():
                writer.close()


def _without_pictures(row: ExportRow, layout: Layout) -> ExportRow:
    """A text model's trainer takes no column of that name, not even an empty one."""
    return row if layout.images else {k: v for k, v in row.items() if k not in _PICTURES}


def _schema(columns: dict[str, Column]) -> pyarrow.Schema:
    """The columns' types, for Parquet and for `datasets`."""
    import pyarrow

    fields = [(name, _arrow(one.kind)) for name, one in columns.items()]
    features = {name: _FEATURES[one.kind] for name, one in columns.items()}
    about = json.dumps({"info": {"features": features}})
    return pyarrow.schema(fields).with_metadata({"huggingface": about})


def _arrow(kind: ColumnKind) -> pyarrow.DataType:
    import pyarrow

    text = pyarrow.string()
    image = pyarrow.struct([("bytes", pyarrow.binary()), ("path", text)])
    message = pyarrow.struct([("role", text), ("content", text)])
    types: dict[ColumnKind, Callable[[], pyarrow.DataType]] = {
        "text": lambda: text,
        "json": lambda: text,
        "int": pyarrow.int64,
        "float": pyarrow.float64,
        "texts": lambda: pyarrow.list_(text),
        "floats": lambda: pyarrow.list_(pyarrow.float64()),
        "messages": lambda: pyarrow.list_(message),
        "image": lambda: image,
        "images": lambda: pyarrow.list_(image),
    }
    return types[kind]()


def _feature(dtype: str) -> ExportRow:
    return {"dtype": dtype, "_type": "Value"}


_FEATURES: dict[ColumnKind, Any] = {
    "text": _feature("string"),
    "json": _feature("string"),
    "int": _feature("int64"),
    "float": _feature("float64"),
    "texts": [_feature("string")],
    "floats": [_feature("float64")],
    "messages": [{"role": _feature("string"), "content": _feature("string")}],
    "image": {"_type": "Image"},
    "images": [{"_type": "Image"}],
}
"""What `datasets` calls them."""
