"""Configuration, read from environment variables.

No other module reads or writes the environment. An empty variable counts as not set, except
`CORS_ORIGINS`: an empty list allows no origin. docs/operating.md lists the variables.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from ipaddress import IPv6Address
from pathlib import Path
from urllib.parse import urlsplit

BODY_TIMEOUT = 5.0
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
MOST_WORKERS = 1024
MOST_SECONDS = 3600

ANY_HOST = "0.0.0.0"  # noqa: S104 - docs/operating.md says so; in a container there is no other choice
"""The address that stands for all IPv4 interfaces."""

MEMORY = "/dev/shm"  # noqa: S108 - the files in it have random names, see metrics_files
"""The file system in memory of Linux."""

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable in which prometheus_client looks for the folder that workers share."""

METRICS_SLOT = "BELOTE_METRICS_SLOT"
"""The variable that holds the name of a worker's slot; set by the service, not by a user."""

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?", re.A)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The configuration of the application and of its server.

    `cors_origins`: the origins that browsers may call from; None for any.
    `access_log`: whether to log a line for each request.
    `body_timeout`: the seconds within which a body must arrive.
    `workers`: the number of worker processes.
    `log_level`: the lowest level of messages that are logged.
    `bind`: the address to listen on: `host:port`, `[IPv6]:port` or `unix:path`.
    """

    cors_origins: frozenset[str] | None = None
    access_log: bool = False
    body_timeout: float = BODY_TIMEOUT
    workers: int = 1
    log_level: str = "warning"
    bind: str = f"{ANY_HOST}:8000"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Config:
        """Read the configuration.

        Raises: ValueError naming the first variable that is not valid.
        """
        return cls(
            cors_origins=_origins(environment.get("CORS_ORIGINS", "*")),
            access_log=_switch(environment, "ACCESS_LOG", default=True),
            body_timeout=_seconds(environment, "BODY_TIMEOUT", BODY_TIMEOUT),
            workers=_workers(environment),
            log_level=_log_level(environment),
            bind=_bind(environment),
        )


def prepare_environment(environment: MutableMapping[str, str] = os.environ) -> None:
    """Check all variables before gunicorn reads them, and remove one on which it fails.

    Raises: ValueError naming the first variable that is not valid; OSError if there is no folder
    for temporary files.
    """
    Config.from_environment(environment)
    metrics_folder(environment)
    if environment.get("SCRIPT_NAME"):  # gunicorn would remove it from every path
        raise ValueError(
            "SCRIPT_NAME must not be set: to serve below a path, let the proxy in front strip it"
        )
    temporary_folders()
    if not environment.get("WEB_CONCURRENCY"):
        environment.pop("WEB_CONCURRENCY", None)  # gunicorn fails on an empty one


def metrics_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder that the user has set for the files of metrics, None if not set.

    Call this before `share_metrics`. Raises: ValueError if the folder cannot be written to.
    """
    name = environment.get(METRICS_FOLDER)
    if not name:
        return None
    if not (os.path.isdir(name) and os.access(name, os.W_OK | os.X_OK)):
        raise ValueError(
            f"{METRICS_FOLDER} must be a folder that can be written to, not {name!r}; create it, "
            "or leave the variable out"
        )
    return Path(name)


# The environment carries these two from the master to its workers, and to prometheus_client.


def shared_metrics() -> tuple[str | None, str | None]:
    """Return the folder in which workers share metrics and this worker's slot, None if not set."""
    return os.environ.get(METRICS_FOLDER) or None, os.environ.get(METRICS_SLOT) or None


def share_metrics(folder: str, slot: str | None = None) -> None:
    """Make prometheus_client keep the metrics of this process in a file of `folder`."""
    os.environ[METRICS_FOLDER] = folder
    if slot is not None:
        os.environ[METRICS_SLOT] = slot


def unshare_metrics() -> None:
    """Make prometheus_client keep the metrics of this process in memory."""
    for name in (METRICS_FOLDER, METRICS_FOLDER.lower(), METRICS_SLOT):
        os.environ.pop(name, None)


def memory_folder() -> str | None:
    """Return a writable folder in memory, None if there is none."""
    return MEMORY if os.access(MEMORY, os.W_OK | os.X_OK) else None


def temporary_folders() -> list[str]:
    """Return the folders for temporary files, the preferred one first.

    Raises: OSError if there is none.
    """
    memory = memory_folder()
    try:
        found = [memory, tempfile.gettempdir()]
    except FileNotFoundError:
        found = [memory]
    folders = [folder for folder in found if folder]
    if not folders:
        raise OSError("no folder for temporary files can be written to; set TMPDIR to one")
    return folders


def _workers(environment: Mapping[str, str]) -> int:
    """Return the number of workers, by default one for each core that this process may use."""
    if not environment.get("WEB_CONCURRENCY"):
        return _cores()
    return _whole(environment, "WEB_CONCURRENCY", 1, MOST_WORKERS)


def _log_level(environment: Mapping[str, str]) -> str:
    """Return the level of the log. Raises: ValueError."""
    level = environment.get("LOG_LEVEL") or "warning"
    if level not in LOG_LEVELS:
        raise ValueError(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {level!r}")
    return level


def _bind(environment: Mapping[str, str]) -> str:
    """Return the address to listen on. Raises: ValueError."""
    host = environment.get("HOST") or ANY_HOST
    port = _whole(environment, "PORT", 0, 2**16 - 1) if environment.get("PORT") else 8000
    if host.startswith("unix:"):
        if not host.removeprefix("unix:").strip("/"):
            raise ValueError(f"HOST must be unix: and the path of a socket, not {host!r}")
        return host
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if _is_ipv6(bare):
        return f"[{bare}]:{port}"
    if not _HOST.fullmatch(host):
        raise ValueError(
            "HOST must be a host name, an IPv4 or IPv6 address without port or zone, or unix: and "
            f"the path of a socket, not {host!r}"
        )
    return f"{host}:{port}"


def _origins(text: str) -> frozenset[str] | None:
    """Return the origins in `text`; None for `*`, which allows any. Raises: ValueError."""
    origins = text.replace(",", " ").split()
    if origins == ["*"]:
        return None
    for origin in origins:
        _check_origin(origin)
    return frozenset(origins)


def _check_origin(origin: str) -> None:
    """Check that an origin is written as browsers send it. Raises: ValueError."""
    if origin == "*":
        raise ValueError("CORS_ORIGINS must be * alone or a list of origins, not both")
    form = _ORIGIN.fullmatch(origin)
    if form and _as_sent(origin) == origin:
        return
    meant = _as_sent(origin)
    remedy = f"; write {meant}" if meant and _ORIGIN.fullmatch(meant) else ""
    raise ValueError(
        "CORS_ORIGINS must be origins as browsers send them, such as http://localhost:3000, "
        f"not {origin!r}{remedy}"
    )


def _as_sent(text: str) -> str | None:
    """Return the origin of a URL as browsers send it, None if it has none."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host:
        return None
    named = f"[{host}]" if ":" in host else host
    default = port is None or port == _DEFAULT_PORTS.get(parts.scheme)
    return f"{parts.scheme}://{named}" + ("" if default else f":{port}")


def _is_ipv6(host: str) -> bool:
    """Return whether a host is an IPv6 address without a zone, which gunicorn does not support."""
    try:
        return IPv6Address(host).scope_id is None
    except ValueError:
        return False


def _cores() -> int:
    """Return the cores that this process may use; those of the machine if that is unknown."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _switch(environment: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Return whether a variable is `on`. Raises: ValueError unless it is `on` or `off`."""
    text = environment.get(name) or ("on" if default else "off")
    if text not in ("on", "off"):
        raise ValueError(f"{name} must be on or off, not {text!r}")
    return text == "on"


def _whole(environment: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Return a variable that is set as an integer. Raises: ValueError if it is out of range."""
    text = environment[name]
    if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {text!r}")
    return int(text)


def _seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    """Return a variable as seconds, above 0 and below `MOST_SECONDS`. Raises: ValueError."""
    text = environment.get(name)
    if not text:
        return default
    try:
        seconds = float(text)
    except ValueError:
        raise ValueError(f"{name} must be a number of seconds, not {text!r}") from None
    if not 0 < seconds < MOST_SECONDS:
        raise ValueError(
            f"{name} must be more than 0 and less than {MOST_SECONDS} seconds, not {text!r}"
        )
    return seconds
