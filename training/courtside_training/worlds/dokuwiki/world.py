"""DokuWiki as a place to train in: its folder from the kitchen, its server, who is signed in."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

from courtside_training.worlds.app_server import free_port, serving
from courtside_training.worlds.errand import Fact, Facts, Kind, Leg
from courtside_training.worlds.folder_world import FolderWorld

from .facts import LASTING, read_facts
from .folder import CONF, write_settings, write_wiki
from .kitchen import PASSWORD, RUNNER
from .pages import set_back
from .start_pages import pages

PROGRAM = Path("/usr/share/dokuwiki")
_PREPEND = Path(__file__).with_name("prepend.php")
_SIGNED_IN = "DW"


class DokuWiki(FolderWorld):
    name = "dokuwiki"
    idle = "#dokuwiki__header p.claim"
    starts = (
        "/doku.php?id=start",
        "/doku.php?id=recipes:start",
        "/doku.php?id=rota:start",
        "/doku.php?id=start&do=recent",
        "/doku.php?id=machines:start",
    )
    lasting = LASTING

    def __init__(
        self,
        url: str,
        base: Path,
        live: Path,
        kinds: Mapping[str, Kind],
        session: Mapping[str, str],
    ) -> None:
        super().__init__(url, base, live, kinds)
        self._session = session

    def read(self, store: Path) -> Facts:
        return read_facts(store)

    def cookies(self, account: str) -> Mapping[str, str]:
        return self._session

    def mend(self, fact: Fact, now: str | None, right: str | None) -> Leg | None:
        """What was changed and should not have been is set back; what is wanted has its leg."""
        return set_back(fact, right) if self._before.get(fact) == right else None


@contextmanager
def dokuwiki_served(kinds: Mapping[str, Kind]) -> Iterator[DokuWiki]:
    """The world, its server running. Raises FileNotFoundError where DokuWiki is not installed."""
    php = shutil.which("php")
    if php is None or not (PROGRAM / "doku.php").is_file() or not CONF.is_dir():
        raise FileNotFoundError(
            "dokuwiki or php is missing; run training/courtside_training/setup_apps.sh"
        )
    with tempfile.TemporaryDirectory() as folder:
        base, live = Path(folder) / "base", Path(folder) / "live"
        write_wiki(live, hashlib.md5(PASSWORD.encode()).hexdigest())
        write_settings(live, live)
        environ = {**os.environ, "WIKI_CONF": f"{live / 'conf'}/"}
        command = [php, "-d", f"auto_prepend_file={_PREPEND}", "-d", f"session.save_path={folder}"]
        index = [*command, str(PROGRAM / "bin" / "indexer.php"), "-q"]
        subprocess.run(index, env=environ, check=True, capture_output=True)
        port = free_port()
        command += ["-d", "opcache.enable_cli=1", "-S", f"127.0.0.1:{port}", "-t", str(PROGRAM)]
        with serving(command, port, Path(folder) / "log", environ) as url:
            session = _signed_in(f"{url}/doku.php")
            for page in pages():  # what DokuWiki makes at a first look is there from the start
                with urlopen(f"{url}/doku.php?id={page}", timeout=30) as answer:
                    answer.read()
            shutil.copytree(live, base)
            yield DokuWiki(url, base, live, kinds, session)


def _signed_in(url: str) -> dict[str, str]:
    """The cookie that lasts, of the one who runs the wiki."""
    cookies = HTTPCookieProcessor()
    form = {"do": "login", "id": "start", "u": RUNNER, "p": PASSWORD, "r": "1"}
    opener = build_opener(cookies)
    with opener.open(url, timeout=30) as answer:
        token = answer.read().decode().partition('name="sectok" value="')[2].partition('"')[0]
    with opener.open(url, urlencode({**form, "sectok": token}).encode(), timeout=30) as answer:
        answer.read()
    found = {c.name: str(c.value) for c in cookies.cookiejar if c.name.startswith(_SIGNED_IN)}
    if not found:
        raise RuntimeError(f"{url} signs nobody in as {RUNNER}; expected DokuWiki of Debian 12")
    return found
