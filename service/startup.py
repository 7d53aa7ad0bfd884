"""Start-up of the server process: descriptors, limits, addresses and the greeting."""

from __future__ import annotations

import os
import resource
import socket
import stat
from collections.abc import Iterable
from errno import EADDRNOTAVAIL
from pathlib import Path
from typing import TypeAlias

from service.config import ANY_HOST

Address: TypeAlias = tuple[str | int, ...] | str | int
"""In gunicorn's form: host and port, the path of a Unix socket, or a file descriptor."""

OPEN_FILES = 2**16
"""Highest limit on open files that is set; some systems would allow a thousand million."""

LONGEST_PATH = 107
"""Maximum bytes of a Unix socket's path on Linux."""

EXAMPLE = "/v1/hands/french/JS,JH,JD,JC,8H,9H,10H,AC"
OPEN = (
    "It answers on every network of this machine; set HOST=127.0.0.1 to answer this machine only.\n"
)
"""What the greeting adds where the server listens on all interfaces."""

_EVERYWHERE = {ANY_HOST: "127.0.0.1", "::": "::1"}
"""The loopback address for each host that stands for all interfaces."""


def open_closed_descriptors() -> None:
    """Open /dev/null for each of standard input, output and error that is closed.

    Otherwise a socket would get the free descriptor, and its client what is written to the log.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # returns the lowest free descriptor


def raise_open_files_limit() -> None:
    """Raise the soft limit on open files to the hard limit, up to `OPEN_FILES`.

    The usual soft limit, 1024, is less than the connections that a worker accepts.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def needs_one_listener(addresses: Iterable[Address]) -> bool:
    """Return whether the workers must share a listener: a path or port 0 can be bound only once."""
    return any(
        isinstance(one, str) or (isinstance(one, tuple) and one[1] == 0) for one in addresses
    )


def check_addresses(addresses: Iterable[Address]) -> None:
    """Check that this server can listen on its addresses.

    Workers bind with SO_REUSEPORT, so a second server would start on the same port unnoticed.

    Raises: OSError for the first address that is not available.
    """
    for address in addresses:
        try:
            if isinstance(address, str):
                _try_path(address)
            elif isinstance(address, tuple):
                _try_port(str(address[0]), int(address[1]))
        except OSError as error:
            remedy = "HOST" if isinstance(address, str) or _concerns_host(error) else "PORT"
            named = _netloc(address) if isinstance(address, tuple) else f"unix:{address}"
            why = error.strerror or str(error)
            raise OSError(f"cannot listen on {named} ({why}); set {remedy}") from None


def _concerns_host(error: OSError) -> bool:
    """Return whether another port would not help: the host is unknown or of another machine."""
    return isinstance(error, socket.gaierror) or error.errno == EADDRNOTAVAIL


def _try_port(host: str, port: int) -> None:
    """Bind the port for a moment. Raises: OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _try_path(path: str) -> None:
    """Check the path of a Unix socket: gunicorn would replace one that is in use.

    Raises: OSError.
    """
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise OSError(f"the path is longer than {LONGEST_PATH} bytes")
    folder = Path(path).parent
    if not folder.is_dir():
        raise OSError(f"there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(f"the folder {folder} cannot be written to")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise OSError("something else, not a socket, is at that path")
    with socket.socket(socket.AF_UNIX) as probe:
        if probe.connect_ex(path) == 0:
            raise OSError("Address already in use")


def greeting(addresses: Iterable[Address], scheme: str) -> str:
    """Return the message for whoever starts the server: its addresses, and a command to try."""
    places, curl, reach = [], "", ""
    for address in addresses:
        if isinstance(address, int):
            places.append(f"descriptor {address}")
            continue
        if isinstance(address, str):
            places.append(f"unix:{address}")
            url = f"--unix-socket {address} {scheme}://localhost"
        else:
            reach = OPEN if str(address[0]) in _EVERYWHERE else reach
            url = f"{scheme}://{_netloc(address, reachable=True)}"
            places.append(f"{url} (API: {url}/docs)")
        curl = curl or f" Try:\n  curl -s {url}{EXAMPLE}"
    return f"Belote arbiter listens on {' and '.join(places)}.{curl}\n{reach}"


def _netloc(address: tuple[str | int, ...], *, reachable: bool = False) -> str:
    """Return host and port as in a URL.

    `reachable`: write the loopback address for a host that stands for all interfaces.
    """
    host, port = str(address[0]), address[1]
    if reachable:
        host = _EVERYWHERE.get(host, host)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
