"""The one configuration record, and where it comes from: defaults < file < environment < flags."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta, Struct

from .records import Source
from .setting_refusals import describe_refusal, name_meant

PREFIX = "COURTSIDE_"
OTHER_VARIABLES = (
    "COURTSIDE_CONFIG",
    "COURTSIDE_BROWSER",
    "COURTSIDE_MODEL_KEY",
    "COURTSIDE_ATTEMPT",
    "COURTSIDE_LESSONS",
    "COURTSIDE_DATASETS",
)
"""Read from the environment, and no settings; docs/reference/settings.md says what they are."""
MAX_PATH_BYTES = 480
"""SQLite opens no database whose path has more than 511 bytes."""
Seconds = Annotated[float, Meta(gt=0, le=1e6)]
"""A limit that every clock and socket can hold: at most 11 days."""
Ocr = Literal["auto", "rapidocr", "easyocr", "tesseract", "off"]


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a person may set. `courtside config` prints it."""

    data_dir: Path = platformdirs.user_data_path("courtside", appauthor=False)
    """Database, screenshots, credentials and logs; created with mode 0700."""
    host: str = "127.0.0.1"
    """Where the daemon listens. "127.0.0.1" means both loopback addresses."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 4780
    """0 takes a free one."""
    unsafe_bind: bool = False
    """Allow a host beyond loopback. Only a container needs it."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names that a request's Host header may carry (with unsafe_bind)."""
    mask: tuple[str, ...] = ()
    """CSS selectors of what else must not be seen: painted over in frames, left out of texts."""
    extension_ids: tuple[str, ...] = ()
    """Further Chrome extension ids that may pair, e.g. the one a store gave."""
    budget_bytes: Annotated[int, Meta(ge=0, le=2**53)] = 5_000_000_000
    """Disk budget for screenshots and database; the oldest successes go first."""
    survive_power_loss: bool = False
    """Flush each step to the disk before it counts as stored, which is slower. A daemon that is
    killed loses nothing either way.
    """
    judge: str = "auto"
    """Name of the judge that judges live; "auto": cascade once a model is in use, else evidence."""
    caption_screens: Literal["without-elements", "all"] = "without-elements"
    """Which screens a captioner describes; "all": also those whose elements are known."""
    caption_max_tokens: Annotated[int, Meta(ge=1, le=2048)] = 2048
    """The longest description of a screen. It also ends after 0.35 of judge_timeout_s."""
    caption_temperature: Annotated[float, Meta(ge=0, le=2)] = 1.0
    """0: a description is made of the likeliest words alone."""
    caption_top_p: Annotated[float, Meta(gt=0, le=1)] = 0.3
    """A description's words are drawn from the likeliest that together reach this probability."""
    caption_repetition_penalty: Annotated[float, Meta(ge=1, le=2)] = 1.2
    """By how much a word that the description has already becomes less likely; 1: not at all."""
    panel: tuple[str, ...] = ("reasoner", "reasoner:doubting", "reasoner:counting")
    """The judges that `panel` asks: two or more, none of them a panel. Calibrating chooses some."""
    element_order: tuple[str, ...] = ()
    """How judges that read text list a screen's elements: document, raster, xy-cut, tsne or random,
    of one judge alone as JUDGE=ORDER. Unset: document, or xy-cut where OCR or a detector made them.
    """
    judge_timeout_s: Seconds = 60.0
    """A judge that takes longer is killed; its verdict says so."""
    measured_run_timeout_s: Seconds = 600.0
    """Where judges are measured (`courtside agreement`, `ablate`): one that takes longer over a run
    has no verdict on it.
    """
    max_false_success: Annotated[float, Meta(gt=0, lt=1)] | None = None
    """The share of runs called success that may be failures, e.g. 0.15; a run that is not sure
    enough is unknown. By your labels after `courtside agreement --calibrate`; until then by limits
    of the evidence judge, measured on families of apps left out: strangers' apps do not keep them
    (docs/lab/exams.md), and other judges call nothing a success.
    """
    ocr: Ocr = "auto"
    """What reads the text of frames that come without elements; "auto": whatever is installed."""
    ocr_screens: Literal["without-elements", "with-gaps"] = "without-elements"
    """Which screens are read; "with-gaps": also those whose elements leave out a drawing, such as a
    canvas, a remote screen or a game, or nearly everything. There the detector finds controls too,
    and in screens that are pictures alone for the page and the judge `vlm:marks`.
    """
    idle_s: Seconds = 600.0
    """A run without a step for this long ends by itself."""
    phone_lessons: bool = False
    """Hand the lessons of failed runs to every agent behind a phone proxy; else only to those that
    ask for them.
    """
    reflector: Literal["findings", "model"] = "findings"
    """Who writes the lessons of failed runs; "model": the chosen reasoner, within judge_timeout_s,
    and the findings where it cannot.
    """
    autostart: bool = True
    """Let `courtside.watch()` start the daemon when it is not running."""

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data_dir / "courtside.db"

    @property
    def blobs(self) -> Path:
        """Folder of content-addressed files: screenshots, prompts, raw outputs."""
        return self.data_dir / "blobs"

    @property
    def ocr_weights(self) -> Path:
        """Folder where a person puts EasyOCR's weights; nothing is downloaded."""
        return self.data_dir / "easyocr"

    @property
    def credentials_file(self) -> Path:
        """What lets sources and pages in, as hashes."""
        return self.data_dir / "credentials.json"

    @property
    def control_token_file(self) -> Path:
        """The control credential, mode 0600: a program that can read it controls the daemon."""
        return self.data_dir / "control.token"

    @property
    def mark_key_file(self) -> Path:
        """What the marks round text that is quoted to a model are made from, mode 0600."""
        return self.data_dir / "mark.key"

    def own_token_file(self, source: Source) -> Path:
        """What this user's own sources of a kind send with, mode 0600."""
        return self.data_dir / f"{source}.token"

    @property
    def thresholds_file(self) -> Path:
        """Which scores count as success and failure, where that was calibrated."""
        return self.data_dir / "thresholds.json"

    @property
    def learned_file(self) -> Path:
        """What `courtside learn` has learned from labels."""
        return self.data_dir / "learned.json"

    @property
    def models_file(self) -> Path:
        """Which models `courtside model use` has put to use."""
        return self.data_dir / "models.json"

    @property
    def spare_file(self) -> Path:
        """Deleted by a purge, which needs room even on a full disk."""
        return self.data_dir / "spare"

    @property
    def daemon_log(self) -> Path:
        """What the daemon reports while it runs."""
        return self.data_dir / "daemon.log"

    @property
    def judge_log(self) -> Path:
        """What the judge and its libraries print."""
        return self.data_dir / "judge.log"

    @property
    def demo_dir(self) -> Path:
        """The data folder of `courtside demo`; each demo empties it first."""
        return self.data_dir / "demo"

    @property
    def outbox(self) -> Path:
        """What agents could not send before they ended; the next daemon gets it."""
        return self.data_dir / "outbox"

    @property
    def running_file(self) -> Path:
        """Written while the daemon runs: its address and process id."""
        return self.data_dir / "running.json"

    @property
    def private_files(self) -> tuple[Path, ...]:
        """Files that an older version may have left open to others."""
        database = (
            self.database.with_name(self.database.name + end) for end in ("", "-wal", "-shm")
        )
        logs = (self.daemon_log, self.judge_log)
        secrets = (self.credentials_file, self.control_token_file, self.mark_key_file)
        chosen = (self.models_file, self.thresholds_file, self.learned_file)
        return (*database, *logs, *secrets, *chosen, self.lock_file)

    @property
    def lock_file(self) -> Path:
        """Held by the one daemon of this data folder for as long as it lives."""
        return self.data_dir / "daemon.lock"


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The place of the configuration file."""
    named = environ.get(PREFIX + "CONFIG")
    return (
        Path(named)
        if named
        else platformdirs.user_config_path("courtside", appauthor=False) / "config.toml"
    )


def load_config(
    flags: Mapping[str, object] | None = None, environ: Mapping[str, str] = os.environ
) -> Config:
    """The current configuration.

    Raises ValueError, in one line that names the place and the value, on anything unreadable, and
    OSError where the file is none or may not be read.
    """
    values: dict[str, object] = {}
    path = config_file(environ)
    if environ.get(PREFIX + "CONFIG") and not path.exists():
        raise ValueError(f"{PREFIX}CONFIG names {path}, and there is no such file; unset it")
    if path.exists():
        try:
            values = tomllib.loads(path.read_text("utf-8"))
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}: it is not UTF-8; save it as UTF-8") from error
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise ValueError(f"{path}: {error}") from error
        _convert(values, f"{path}: ")
    _check_names(environ)
    for field, default in zip(Config.__struct_fields__, Config.__struct_defaults__, strict=True):
        name = PREFIX + field.upper()
        if name in environ:
            word = environ[name]
            is_list = isinstance(default, tuple)
            values[field] = [w for w in word.split(",") if w] if is_list else word
            _convert({field: values[field]}, f"{name}: ")
    values |= {k: v for k, v in (flags or {}).items() if v is not None}
    return _convert(values, "")


def _path(kind: type, value: object) -> Path:
    """Raises ValueError with what is expected."""
    if kind is not Path:
        raise NotImplementedError(f"a setting of type {kind.__name__}")
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value):
        raise ValueError("a folder")
    try:
        path = Path(value).expanduser().absolute()
    except RuntimeError as error:
        raise ValueError("a folder; there is no user of that name") from error
    if len(os.fsencode(path)) > MAX_PATH_BYTES:
        raise ValueError(f"a shorter path, of at most {MAX_PATH_BYTES} bytes")
    return path


def _convert(values: Mapping[str, object], place: str) -> Config:
    try:
        return msgspec.convert(values, Config, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise ValueError(place + describe_refusal(str(error), values, Config)) from error


def _check_names(environ: Mapping[str, str]) -> None:
    """Raises ValueError for a variable of ours that nobody reads: most likely a slip."""
    known = {PREFIX + name.upper() for name in Config.__struct_fields__} | set(OTHER_VARIABLES)
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known:
            raise ValueError(f"{name} is no setting{name_meant(name, known, PREFIX)}")
