"""What the doctor says of the reader of frames."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from courtside.commands import doctor
from courtside.doctor.playwright_browser import missing_browsers
from courtside.main import cli
from courtside_judge.evidence.language import reader
from courtside_judge.evidence.language.card import read_card
from courtside_judge.perception import registry
from courtside_judge.perception.detector import WEIGHTS, Detector

READS = "reads frames that come without elements"


@pytest.mark.parametrize(
    ("ocr", "installed", "ok", "detail"),
    [
        ("off", ["rapidocr"], True, "off"),
        ("auto", ["rapidocr", "tesseract"], True, f"rapidocr {READS}"),
        ("auto", ["tesseract"], True, f"tesseract {READS}"),
        ("auto", [], False, "pip install 'courtside[ocr]'"),
        ("tesseract", [], False, "apt-get install tesseract-ocr"),
        ("easyocr", ["easyocr"], False, "easyocr has no craft_mlt_25k.pth and no english_g2.pth"),
    ],
)
def test_the_doctor_says_what_reads_frames_or_what_is_missing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ocr: str,
    installed: list[str],
    ok: bool,
    detail: str,
) -> None:
    monkeypatch.setattr(registry, "is_installed", installed.__contains__)
    words = ["--data-dir", str(tmp_path), "doctor", "--json"]
    done = CliRunner().invoke(cli, words, env={"COURTSIDE_OCR": ocr}, catch_exceptions=False)
    (check,) = [one for one in json.loads(done.stdout) if one["what"] == "ocr"]
    assert check["ok"] is ok and detail in check["detail"]


@pytest.mark.parametrize("installed", [True, False])
def test_the_doctor_says_whether_a_language_model_reads_the_end_of_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    if installed:
        pytest.importorskip("onnxruntime", reason="pip install 'courtside[language]'")
    monkeypatch.setattr(reader, "find_spec", lambda _: installed or None)
    words = ["--data-dir", str(tmp_path), "doctor", "--json"]
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    (check,) = [one for one in json.loads(done.stdout) if one["what"] == "language"]
    assert check["ok"] is installed and check["optional"]
    assert ("pip install 'courtside[language]'" in check["detail"]) is not installed
    assert (f"version {read_card().version}, " in check["detail"]) is installed


def test_a_language_model_that_does_not_load_is_no_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cut.onnx").write_bytes(b"no model")
    cut = reader.LanguageReader(tmp_path / "cut.onnx")
    monkeypatch.setattr(doctor, "language_reader", lambda: cut)
    words = ["--data-dir", str(tmp_path), "doctor", "--json"]
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    (check,) = [one for one in json.loads(done.stdout) if one["what"] == "language"]
    assert not check["ok"] and check["detail"].startswith("off, it does not work here: ")


def test_a_data_folder_that_cannot_be_written_to_says_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path)
    words = ["--data-dir", str(tmp_path / "not" / "made"), "doctor", "--json"]
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    (check,) = [one for one in json.loads(done.stdout) if one["what"] == "data"]
    assert not check["ok"] and "set COURTSIDE_DATA_DIR" in check["detail"]


def listed(package: Path, *kinds: str) -> None:
    package.mkdir(parents=True)
    browsers = [{"name": kind, "revision": "7"} for kind in ("firefox", *kinds)]
    (package / "browsers.json").write_text(json.dumps({"browsers": browsers}))


def test_a_chromium_that_playwright_has_not_downloaded_is_named(tmp_path: Path) -> None:
    package, cache = tmp_path / "package", tmp_path / "cache"
    listed(package, "chromium", "chromium-headless-shell")
    environ = {"PLAYWRIGHT_BROWSERS_PATH": str(cache)}
    both = [cache / "chromium-7", cache / "chromium_headless_shell-7"]
    assert missing_browsers(package, environ) == both
    both[0].mkdir(parents=True)
    assert missing_browsers(package, environ) == both[1:]
    both[1].mkdir()
    assert missing_browsers(package, environ) == []


def test_of_a_playwright_that_lists_no_browsers_nothing_is_said(tmp_path: Path) -> None:
    assert missing_browsers(tmp_path, {}) == []


def test_a_browser_that_is_not_there_is_none(tmp_path: Path) -> None:
    words = ["--data-dir", str(tmp_path), "doctor"]
    env = {"COURTSIDE_BROWSER": str(tmp_path / "chromium")}
    done = CliRunner().invoke(cli, words, env=env, catch_exceptions=False)
    assert "miss     browser: " in done.output and "correct or unset it" in done.output


def test_the_doctor_says_how_to_get_playwrights_own_chromium(tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="playwright is not installed")
    words = ["--data-dir", str(tmp_path), "doctor"]
    env = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none")}
    done = CliRunner().invoke(cli, words, env=env, catch_exceptions=False)
    assert "miss     playwright's browser: " in done.stdout
    assert "`playwright install chromium` brings it" in done.stdout


def test_the_doctor_tries_the_detector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime")

    def asked(**env: str) -> dict[str, object]:
        words = ["--data-dir", str(tmp_path), "doctor", "--json"]
        found = json.loads(CliRunner().invoke(cli, words, env=env, catch_exceptions=False).stdout)
        return next(one for one in found if one["what"] == "detector")

    found = asked()
    assert found["ok"] and "finds controls in pictures" in str(found["detail"])
    assert 'ocr_screens = "with-gaps"' in str(found["detail"])
    assert "for the page" in str(asked(COURTSIDE_OCR_SCREENS="with-gaps")["detail"])
    assert "unused, since `ocr` is off" in str(asked(COURTSIDE_OCR="off")["detail"])
    broken = tmp_path / "detector.onnx"
    broken.write_bytes(b"no network")
    broken.with_suffix(".json").write_bytes(WEIGHTS.with_suffix(".json").read_bytes())
    loading = Detector.load
    monkeypatch.setattr(Detector, "load", lambda: loading(broken))
    found = asked()
    detail = str(found["detail"])
    assert not found["ok"] and found["optional"]
    assert "detector.onnx" in detail and "install Courtside again" in detail


def test_what_nobody_asked_for_is_optional_and_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "is_installed", lambda _: False)
    no_screen = [("desktop", False, "no screen")]
    monkeypatch.setattr("courtside.commands.doctor.check_desktop", lambda: no_screen)
    words = ["--data-dir", str(tmp_path), "doctor"]
    env = {"COURTSIDE_OCR": "auto"}
    shown = CliRunner().invoke(cli, words, env=env, catch_exceptions=False).stdout
    assert "optional ocr: " in shown and "optional desktop: " in shown
    assert "miss     daemon: not running" in shown
    asked = CliRunner().invoke(cli, words, env={"COURTSIDE_OCR": "tesseract"}).stdout
    assert "miss     ocr: " in asked
    found = json.loads(CliRunner().invoke(cli, [*words, "--json"], env=env).stdout)
    optional = {one["what"] for one in found if one["optional"]}
    assert {"ocr", "android", "ios", "desktop"} <= optional and "daemon" not in optional


@pytest.mark.parametrize("folder", [False, True])
def test_the_doctor_says_why_what_was_learned_does_not_count(tmp_path: Path, folder: bool) -> None:
    file = tmp_path / "learned.json"
    file.mkdir() if folder else file.write_text("{")
    words = ["--data-dir", str(tmp_path), "doctor", "--json"]
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    (check,) = [one for one in json.loads(done.stdout) if one["what"] == "learned"]
    assert not check["ok"] and str(file) in check["detail"] and "move it away" in check["detail"]
