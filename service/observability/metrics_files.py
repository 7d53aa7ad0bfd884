"""The files in which workers share their metrics, and the folder that holds them.

prometheus_client maps these files into memory. On a full file system, the first access to a page
that is not allocated ends the process with SIGBUS. Each file is therefore written in full size
before it is used; if there is no room for it, the worker keeps its metrics to itself.

Files belong to slots, not to processes: a new worker continues the files of the one it replaces, so
there are only as many as workers that live at the same time.

A server holds a shared lock on its folder, which its workers inherit. Whoever gets the exclusive
lock knows that the folder is not in use, without relying on process ids.
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

from service.config import (
    METRICS_FOLDER,
    metrics_folder,
    share_metrics,
    shared_metrics,
    temporary_folders,
    unshare_metrics,
)

PREFIX = "belote-metrics-"
KIB = 1024
SIZES = {"counter": 1024 * KIB, "histogram": 256 * KIB}
"""Bytes of each kind of file, more than all combinations of labels need."""

_FILE = re.compile(r"(counter|histogram|summary|gauge_[a-z]+)_[0-9-]+\.db", re.ASCII)

log = logging.getLogger("service")


def open_folder(slots: int) -> None:
    """Choose a folder with room for `slots` workers and put it in the environment.

    Called in the master, before the workers are forked.
    """
    given = metrics_folder()
    unshare_metrics()
    candidates = [given] if given else [Path(one) for one in temporary_folders()]
    for candidate in candidates:
        with suppress(OSError):
            folder = _claim(candidate) if given else _make(candidate)
            for number in range(slots):
                _allocate(folder, _name(number))
            share_metrics(str(folder))
            return
    log.warning("no room for files of metrics: each worker reports its own")


def free_slot(taken: Iterable[int]) -> int:
    """Return the lowest number that no living worker has."""
    used = set(taken)
    return next(number for number in range(len(used) + 1) if number not in used)


def enter_slot(number: int) -> None:
    """Make sure that a worker's files exist. Called in the worker, before its first metric."""
    folder, _ = shared_metrics()
    if folder is None:
        return
    name = _name(number, os.getppid())
    try:
        _allocate(Path(folder), name)
    except OSError:
        unshare_metrics()
        log.warning("no room for files of metrics: this worker reports its own")
    else:
        share_metrics(folder, name)


def _name(number: int, master: int | None = None) -> str:
    """Return the name of a slot. It contains the master's pid, since servers may share a folder."""
    return f"{master or os.getpid()}-{number}"


def _allocate(folder: Path, name: str) -> None:
    """Extend each file of a slot to its full size. Raises: OSError."""
    for kind, size in SIZES.items():
        path = folder / f"{kind}_{name}.db"
        try:
            with path.open("ab") as file:
                file.write(bytes(max(0, size - file.tell())))
        except OSError:
            path.unlink(missing_ok=True)
            raise


def _make(parent: Path) -> Path:
    """Create a folder that is removed when this process exits. Raises: OSError."""
    _sweep(parent)
    for _ in range(5):
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        # Until it is locked, another server's `_sweep` may remove the folder; then try again.
        if _lock(folder, fcntl.LOCK_SH) is not None and folder.is_dir():
            atexit.register(_remove, folder, os.getpid())
            return folder
    raise OSError(f"cannot lock a folder in {parent}")


def _claim(folder: Path) -> Path:
    """Lock a folder and, unless another server uses it, remove old metrics. Raises: OSError."""
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
    """Remove the folders that crashed servers of this user have left."""
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
                continue
            lock = _lock(folder, fcntl.LOCK_EX)
            if lock is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)


def _lock(folder: Path, kind: int) -> int | None:
    """Return a descriptor that holds the lock, None if others hold a conflicting one."""
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
    """Remove the folder when `owner` exits. Workers inherit this exit handler, so check the pid."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
