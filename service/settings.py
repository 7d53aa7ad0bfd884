"""What the environment may set, read once and checked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

BODY_TIMEOUT = 5.0


@dataclass(frozen=True, slots=True)
class Settings:
    """`cors_origins`: the origins that browsers may call from; empty means any.

    `access_log`: a line a request.
    """

    cors_origins: frozenset[str] = frozenset()
    access_log: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Raises: ValueError naming the variable that makes no sense."""
        origins = environment.get("CORS_ORIGINS", "*").replace(",", " ").split()
        return cls(
            cors_origins=frozenset() if "*" in origins else frozenset(origins),
            access_log=_switch(environment, "ACCESS_LOG", default=True),
        )


def _switch(environment: Mapping[str, str], name: str, *, default: bool) -> bool:
    text = environment.get(name, "on" if default else "off")
    if text not in ("on", "off"):
        raise ValueError(f"{name} must be on or off, not {text!r}")
    return text == "on"


def body_timeout(environment: Mapping[str, str] = os.environ) -> float:
    """Seconds that a body may take to arrive, for the server to keep. Raises: ValueError."""
    return _seconds(environment, "BODY_TIMEOUT", BODY_TIMEOUT)


def worker_count(environment: Mapping[str, str] = os.environ) -> int | None:
    """Workers to start, None where nobody says. Raises: ValueError."""
    text = environment.get("WEB_CONCURRENCY")
    if not text:
        return None
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"WEB_CONCURRENCY must be a number of workers, not {text!r}")
    return int(text)


def _seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name)
    if text is None:
        return default
    try:
        seconds = float(text)
    except ValueError:
        raise ValueError(f"{name} must be a number of seconds, not {text!r}") from None
    if not 0 < seconds < 3600:
        raise ValueError(f"{name} must be between 0 and 3600 seconds, not {text!r}")
    return seconds
