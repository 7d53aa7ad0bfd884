"""The files through which workers add up their metrics, in a folder that the server looks after.

prometheus_client maps such files into memory. Where the file system is full, touching a page that
it has not yet given out ends the process with SIGBUS. So each file gets its full size before it is
used, and without room for that a worker counts for itself.

The files belong to slots, not to processes: a new worker goes on in the files of the one that it
replaces. Their number is bounded by that of the workers that live at the same time.

A server holds a shared lock on its folder, and its workers inherit it. Whoever gets the exclusive
lock knows that nobody uses the folder, whatever has become of process ids.
"""

from __future__ import annotations

import atexit
import fcntl
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from service.settings import METRICS_FOLDER, metrics_folder, temporary_folders

SLOT = "BELOTE_METRICS_SLOT"
"""The variable that tells a worker the name of its slot."""

PREFIX = "belote-metrics-"
KIB = 1024
SIZES = {"counter": 512 * KIB, "histogram": 256 * KIB}
"""Bytes for each kind of metric, more than all their labels together can take."""

_FILE = re.compile(r"(counter|histogram|summary|gauge_[a-z]+)_[0-9-]+\.db", re.ASCII)

log = logging.getLogger("service")


def open_folder(slots: int) -> None:
    """In the master: choose a folder with room for `slots` workers, and tell it to the workers."""
    given = metrics_folder()
    forget()
    candidates = [given] if given else [Path(one) for one in temporary_folders()]
    for candidate in candidates:
        with suppress(OSError):
            folder = _claim(candidate) if given else _make(candidate)
            for number in range(slots):
                _allocate(folder, _name(number))
            os.environ[METRICS_FOLDER] = str(folder)
            return
    log.warning("no room for files of metrics: each worker reports its own")


def forget() -> None:
    """Let prometheus_client count in this process alone."""
    for name in (METRICS_FOLDER, METRICS_FOLDER.lower(), SLOT):
        os.environ.pop(name, None)


def free_slot(taken: Iterable[int]) -> int:
    """Return the lowest number that no living worker has."""
    used = set(taken)
    return next(number for number in range(len(used) + 1) if number not in used)


def enter_slot(number: int) -> None:
    """In a worker, before it counts: make sure of its files."""
    folder = os.environ.get(METRICS_FOLDER)
    if folder is None:
        return
    name = _name(number, os.getppid())
    try:
        _allocate(Path(folder), name)
    except OSError:
        forget()
        log.warning("no room for files of metrics: this worker reports its own")
    else:
        os.environ[SLOT] = name


def _name(number: int, master: int | None = None) -> str:
    """Return the name of a slot; with the master's id, since servers may share a folder."""
    return f"{master or os.getpid()}-{number}"


def _allocate(folder: Path, name: str) -> None:
    """Give each file of a slot its full size, keeping what it holds. Raises: OSError."""
    for kind, size in SIZES.items():
        path = folder / f"{kind}_{name}.db"
        try:
            with path.open("ab") as file:
                file.write(bytes(max(0, size - file.tell())))
        except OSError:
            path.unlink(missing_ok=True)
            raise


def _make(parent: Path) -> Path:
    """Make a folder of our own, which is removed in the end. Raises: OSError."""
    _sweep(parent)
    for _ in range(5):
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        # Between these two lines a server that sweeps may take the folder for an abandoned one.
        if _lock(folder, fcntl.LOCK_SH) is not None and folder.is_dir():
            atexit.register(_remove, folder, os.getpid())
            return folder
    raise OSError(f"cannot lock a folder in {parent}")


def _claim(folder: Path) -> Path:
    """Empty a folder that the environment names of earlier metrics. Raises: OSError."""
    alone = _lock(folder, fcntl.LOCK_EX)
    if alone is None:
        log.warning("another server uses %s too: the metrics of both add up", METRICS_FOLDER)
    else:
        for file in folder.iterdir():
            if _FILE.fullmatch(file.name):
                file.unlink()
        os.close(alone)
    _lock(folder, fcntl.LOCK_SH)
    return folder


def _sweep(parent: Path) -> None:
    """Remove the folders of this user's servers that did not come to remove them."""
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
                continue
            lock = _lock(folder, fcntl.LOCK_EX)
            if lock is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)


def _lock(folder: Path, kind: int) -> int | None:
    """Return the descriptor that holds the lock, None where others hold one against it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _remove(folder: Path, owner: int) -> None:
    """At the end of the process that made the folder, not at that of its workers."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
