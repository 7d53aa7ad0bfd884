"""What happens once, before the workers: limits, a look at the addresses, and the greeting."""

from __future__ import annotations

import os
import resource
import socket
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

Address: TypeAlias = tuple[str | int, ...] | str | int
"""As gunicorn has it: host and port, the path of a Unix socket, or a descriptor."""

OPEN_FILES = 2**16
"""Connections of all kinds that a process may want; a limit of a thousand million helps nobody."""

LONGEST_PATH = 107
"""Bytes of the path of a Unix socket on Linux."""

EXAMPLE = "/v1/hands/french/JS,JH,JD,JC,8H,9H,10H,AC"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def open_closed_descriptors() -> None:
    """Lead standard input, output and error to nowhere where the parent has closed them.

    The next socket would get the free number, and a client what is written to the log.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free


def raise_open_files_limit() -> None:
    """Allow this process and its workers as many open files as the system lets them have.

    The usual soft limit, 1024, is less than the connections that a worker accepts.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def needs_one_listener(addresses: Iterable[Address]) -> bool:
    """Whether the workers must share a socket: a path and a port of chance can be bound once."""
    return any(
        isinstance(one, str) or (isinstance(one, tuple) and one[1] == 0) for one in addresses
    )


def check_addresses(addresses: Iterable[Address]) -> None:
    """Workers share a port so readily that two servers would not notice each other on it.

    Raises: OSError for the first address where this server cannot listen.
    """
    for address in addresses:
        try:
            if isinstance(address, str):
                _try_path(address)
            elif isinstance(address, tuple):
                _try_port(str(address[0]), int(address[1]))
        except OSError as error:
            remedy = "HOST" if isinstance(address, str) else "PORT"
            named = f"unix:{address}" if isinstance(address, str) else _netloc(address)
            why = error.strerror or str(error)
            raise OSError(f"cannot listen on {named} ({why}); set {remedy}") from None


def _try_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _try_path(path: str) -> None:
    """gunicorn replaces a socket whether or not somebody listens there."""
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise OSError(f"a path may have {LONGEST_PATH} bytes")
    if not os.access(Path(path).parent, os.W_OK | os.X_OK):
        raise OSError("no folder that can be written to")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise OSError("something else is there")
    with socket.socket(socket.AF_UNIX) as probe:
        if probe.connect_ex(path) == 0:
            raise OSError("Address already in use")


def greeting(addresses: Iterable[Address], scheme: str) -> str:
    """Return what to tell whoever started the server: where it listens, and a command to try."""
    places, curl = [], ""
    for address in addresses:
        if isinstance(address, int):
            places.append(f"descriptor {address}")
            continue
        if isinstance(address, str):
            places.append(f"unix:{address}")
            url = f"--unix-socket {address} {scheme}://localhost"
        else:
            url = f"{scheme}://{_netloc(address, reachable=True)}"
            places.append(f"{url} (API: {url}/docs)")
        curl = curl or f" Try:\n  curl -s {url}{EXAMPLE}"
    return f"Belote arbiter listens on {' and '.join(places)}.{curl}\n"


def _netloc(address: Address, *, reachable: bool = False) -> str:
    """Return host and port as a URL writes them; `reachable`: one host for every interface."""
    assert isinstance(address, tuple)
    host, port = str(address[0]), address[1]
    if reachable:
        host = _EVERYWHERE.get(host, host)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
