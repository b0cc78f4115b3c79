"""The keys and the port of a tournament's page, kept in the user's own state folder."""

import hashlib
import hmac
import json
import os
import secrets
import sys
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

from kscan.errors import OutputError, shown, system

_BYTES = 16  # 128 bits


class Role(Enum):
    """Who sends a request, by the key it carries."""

    JUDGE = "judge"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Keys:
    """Both keys of one folder's page, and the port it was last served on (0: none yet)."""

    judge: str
    guests: str
    port: int = 0

    def role(self, key: str) -> Role | None:
        """Return a key's role, in constant time."""
        sent = key.encode("utf-8", "replace")
        judge = hmac.compare_digest(sent, self.judge.encode())
        guest = hmac.compare_digest(sent, self.guests.encode())
        return Role.JUDGE if judge else Role.GUEST if guest else None


def new_keys(port: int = 0) -> Keys:
    """Return two fresh random keys."""
    return Keys(secrets.token_urlsafe(_BYTES), secrets.token_urlsafe(_BYTES), port)


def recall(folder: Path, *, renew: bool = False) -> Keys:
    """Return a folder's kept keys, or fresh ones.

    `renew` retires the old.
    """
    try:
        kept = json.loads(_file(folder).read_text(encoding="utf-8"))
        keys = Keys(str(kept["judge"]), str(kept["guests"]), int(kept["port"]))
    except (OSError, ValueError, KeyError, TypeError):
        return new_keys()
    return new_keys(keys.port) if renew else keys


def keep(folder: Path, keys: Keys) -> None:
    """Write the keys, readable by this user only."""
    file = _file(folder)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}.part")
        unfinished.unlink(missing_ok=True)
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump({"folder": shown(folder.resolve()), **asdict(keys)}, out)
        os.replace(unfinished, file)
    except OSError as error:
        raise OutputError(
            "cannot_write",
            "{file}: the keys cannot be kept ({reason})",
            file=shown(file),
            reason=system(error),
        ) from None


def _file(folder: Path) -> Path:
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:24]
    return _state_folder() / "kscan" / f"serve-{name}.json"


def _state_folder() -> Path:
    """Return the user's state folder, by system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
