"""Who may do what: tokens, kept as hashes in one private file. Knows nothing of HTTP."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Literal

import msgspec

from courtside_store import wire
from courtside_store.private_files import write_private
from courtside_store.records import Record, Short, Source, new_id, now_ms

CredentialScope = Literal["view", "ingest", "control"]
_VIEW_MS = 30 * 24 * 3600 * 1000


class Credential(Record, frozen=True, kw_only=True):
    """One token that was given out; only its hash is kept."""

    id: str
    scope: CredentialScope
    name: Short = ""
    source: Source | None = None
    hash: str
    created_at_ms: int


class Credentials:
    """Keeps every valid token."""

    def __init__(self, data_dir: Path) -> None:
        """Raises ValueError where the file with the tokens cannot be read."""
        self._file = data_dir / "credentials.json"
        self._known: dict[str, Credential] = {}
        if self._file.is_file():
            known = _read(self._file)
            self._known = {c.hash: c for c in known if not _expired(c)}
        self._control = _hash(_control_token(data_dir / "control.token"))

    def issue(
        self, scope: CredentialScope, name: str = "", source: Source | None = None
    ) -> tuple[str, str]:
        """A new token of 256 bits: (its id, the token, which is not kept)."""
        token = secrets.token_urlsafe(32)
        made = Credential(
            id=new_id("src"),
            scope=scope,
            name=name,
            source=source,
            hash=_hash(token),
            created_at_ms=now_ms(),
        )
        self._known[made.hash] = made
        self._save()
        return made.id, token

    def revoke(self, id: str) -> bool:
        """Takes a token back; False where there is none of that id."""
        kept = {h: c for h, c in self._known.items() if c.id != id}
        was_known = len(kept) < len(self._known)
        self._known = kept
        self._save()
        return was_known

    def sources(self) -> list[Credential]:
        """Those that may send."""
        return [c for c in self._known.values() if c.scope == "ingest"]

    def find(self, token: str) -> Credential | None:
        """Whose token it is. Compared by hash, in constant time."""
        digest = _hash(token)
        if hmac.compare_digest(digest, self._control):
            return Credential(id="control", scope="control", hash="", created_at_ms=0)
        credential = self._known.get(digest)
        return credential if credential and self.is_valid(credential) else None

    def prove(self, asked: wire.Prove, address: str) -> str | None:
        """What shows that we know the token that a question is about; None where we do not."""
        for source in self.sources():
            if hmac.compare_digest(_key_of(source.hash), asked.key):
                text = wire.proof_text(asked.nonce, address)
                return hmac.digest(bytes.fromhex(source.hash), text, "sha256").hex()
        return None

    def is_valid(self, credential: Credential) -> bool:
        """Whether it is neither revoked nor expired."""
        if credential.scope == "control":
            return True
        return credential.hash in self._known and not _expired(credential)

    def _save(self) -> None:
        self._known = {h: c for h, c in self._known.items() if not _expired(c)}
        write_private(self._file, msgspec.json.encode(list(self._known.values())))


def _read(file: Path) -> list[Credential]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Credential])
    except (msgspec.MsgspecError, ValueError) as error:
        raise ValueError(
            f"{file} is damaged ({error}); move it away, then pair the extension again"
        ) from error


def _control_token(file: Path) -> str:
    """What the file holds, or a new one where it is missing or empty."""
    try:
        known = file.read_text("ascii").strip() if file.is_file() else ""
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} is damaged; delete it, then start again") from error
    if known:
        return known
    write_private(file, secrets.token_urlsafe(32).encode())
    return file.read_text("ascii").strip()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _key_of(digest: str) -> str:
    return hashlib.sha256(bytes.fromhex(digest)).hexdigest()


def _expired(credential: Credential) -> bool:
    return credential.scope == "view" and credential.created_at_ms + _VIEW_MS < now_ms()
