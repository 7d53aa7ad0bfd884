"""The folder of the workers' metrics: made, bounded, given up, and removed."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.app import create_app
from service.config import METRICS_FOLDER, METRICS_SLOT, Config, unshare_metrics
from service.observability import metrics_files
from service.observability.metrics_files import (
    PREFIX,
    SIZES,
    enter_slot,
    free_slot,
    open_folder,
)
from tests.support.server import Server, free_port, needs_proc, serving, until

ROOM = sum(SIZES.values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files that no other server knows."""
    for name in (METRICS_FOLDER, METRICS_FOLDER.lower(), METRICS_SLOT):
        monkeypatch.setenv(name, "")  # to be put back afterwards
    monkeypatch.setattr(metrics_files, "temporary_folders", lambda: [str(tmp_path)])
    return tmp_path


# Slots ------------------------------------------------------------------------------------------


def test_a_new_worker_takes_the_lowest_slot_that_is_free() -> None:
    assert free_slot([]) == 0
    assert free_slot([0, 1, 2]) == 3
    assert free_slot([2, 0]) == 1


def test_every_file_has_its_whole_size_before_it_is_used(folder: Path) -> None:
    open_folder(3)
    files = sorted(Path(os.environ[METRICS_FOLDER]).iterdir())
    assert len(files) == 3 * len(SIZES)
    for file in files:
        status = file.stat()
        assert status.st_size == SIZES[file.name.partition("_")[0]]
        assert status.st_blocks * 512 >= status.st_size  # no holes


def test_a_worker_finds_in_its_slot_what_the_one_before_it_left(folder: Path) -> None:
    made = folder / f"counter_{os.getppid()}-0.db"
    made.write_bytes(b"counted")
    os.environ[METRICS_FOLDER] = str(folder)
    enter_slot(0)
    assert os.environ[METRICS_SLOT] == f"{os.getppid()}-0"
    assert made.read_bytes() == b"counted".ljust(SIZES["counter"], b"\0")


FILLED = """
import struct, sys
from pathlib import Path
from service.app import create_app
from service.config import Config
from service.observability import metrics
from service.api.problems import STATUS_OF
from service.observability.metrics import METHODS, OTHER, UNMATCHED

rules = {rule.rule for rule in create_app(Config()).url_map.iter_rules()} | {UNMATCHED}
for rule in rules:
    metrics.seconds_of(rule)
    for method in {*METHODS, OTHER}:
        for status in {*map(str, STATUS_OF.values()), "200", "204", "206", "304"}:
            metrics.requests_of(method, rule, status)
for code in STATUS_OF:
    metrics.problems_of(code)
for file in Path(sys.argv[1]).iterdir():
    print(file.name.partition("_")[0], struct.unpack("i", file.read_bytes()[:4])[0])
"""


@pytest.mark.slow
def test_all_labels_there_can_be_fit_into_the_files(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILLED, str(tmp_path)],
        env=os.environ | {METRICS_FOLDER: str(tmp_path), METRICS_SLOT: "1-0"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    used = dict(line.split() for line in done.stdout.splitlines())
    assert used.keys() == SIZES.keys()
    for kind, size in used.items():
        assert int(size) <= SIZES[kind]


# A folder of the server's own -------------------------------------------------------------------


def test_folders_of_servers_that_are_gone_are_removed_and_no_others(folder: Path) -> None:
    dead, alive, foreign = (folder / f"{PREFIX}{name}" for name in ("dead", "alive", "foreign"))
    others = [folder / "belote-b0ti4v89", folder / "other"]
    for one in (dead, alive, foreign, *others):
        one.mkdir()
        (one / "counter_1-0.db").touch()
    link = folder / f"{PREFIX}link"
    link.symlink_to(others[1])
    if os.geteuid() == 0:
        os.chown(foreign, 12_345, -1)
    else:
        shutil.rmtree(foreign)
    lock = os.open(alive, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_SH)
    open_folder(1)
    os.close(lock)
    own = Path(os.environ[METRICS_FOLDER])
    kept = {alive, link, own, *others} | ({foreign} if os.geteuid() == 0 else set())
    assert set(folder.iterdir()) == kept
    assert (others[1] / "counter_1-0.db").exists()


def test_a_folder_that_another_server_has_swept_meanwhile_is_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = metrics_files._lock
    swept: list[Path] = []

    def slow(one: Path, kind: int) -> int | None:
        if not swept:
            swept.append(one)
            one.rmdir()
        return lock(one, kind)

    monkeypatch.setattr(metrics_files, "_lock", slow)
    open_folder(1)
    assert Path(os.environ[METRICS_FOLDER]).is_dir()
    assert os.environ[METRICS_FOLDER] != str(swept[0])


def test_the_next_folder_is_taken_where_the_first_has_no_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = str(folder / "missing")
    monkeypatch.setattr(metrics_files, "temporary_folders", lambda: [missing, str(folder)])
    open_folder(1)
    assert Path(os.environ[METRICS_FOLDER]).parent == folder


def test_without_room_anywhere_each_worker_counts_for_itself(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(metrics_files, "temporary_folders", lambda: [str(folder / "missing")])
    open_folder(1)
    assert METRICS_FOLDER not in os.environ
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    enter_slot(0)
    assert METRICS_SLOT not in os.environ


def test_a_worker_without_room_counts_for_itself(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    os.environ[METRICS_FOLDER] = str(folder / "missing")
    enter_slot(0)
    assert METRICS_FOLDER not in os.environ
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_nothing_is_left_for_prometheus_client_to_find() -> None:
    before = {name: os.environ.get(name) for name in (METRICS_FOLDER, METRICS_FOLDER.lower())}
    os.environ[METRICS_FOLDER.lower()] = "/somewhere"
    unshare_metrics()
    assert not {METRICS_FOLDER, METRICS_FOLDER.lower(), METRICS_SLOT} & {*os.environ}
    os.environ.update({name: value for name, value in before.items() if value is not None})


def test_metrics_are_told_though_their_folder_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(METRICS_FOLDER, "/nonexistent")
    answer = create_app(Config()).test_client().get("/metrics")
    assert answer.status_code == 200
    assert b"belote_log_lines_lost_total" in answer.data


# A folder that the environment names ------------------------------------------------------------


def test_a_named_folder_is_emptied_of_metrics_and_of_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = folder / "named"
    named.mkdir()
    for name in ("counter_7.db", "histogram_7-0.db", "gauge_all_7.db", "other.db", "counter.txt"):
        (named / name).touch()
    monkeypatch.setenv(METRICS_FOLDER, str(named))
    open_folder(1)
    assert os.environ[METRICS_FOLDER] == str(named)
    ours = {f"{kind}_{os.getpid()}-0.db" for kind in SIZES}
    assert {file.name for file in named.iterdir()} == {"other.db", "counter.txt"} | ours


def test_a_named_folder_that_a_server_uses_is_not_emptied(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    named = folder / "named"
    named.mkdir()
    (named / "counter_7-0.db").touch()
    lock = os.open(named, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_SH)
    monkeypatch.setenv(METRICS_FOLDER, str(named))
    open_folder(1)
    os.close(lock)
    assert (named / "counter_7-0.db").exists()
    assert "another server" in caplog.text


# Servers ----------------------------------------------------------------------------------------


def counted(server: Server) -> int:
    """How many times /livez has been answered, over all workers."""
    text = server.get("/metrics")[2].decode()
    labels = 'belote_http_requests_total{method="GET",route="/livez",status="200"}'
    found = [line for line in text.splitlines() if line.startswith(labels)]
    return sum(int(float(line.split()[1])) for line in found)


def until_replaced(server: Server, workers: list[int]) -> None:
    """Wait until there are as many other workers, and they answer."""
    until(lambda: len({*server.workers()} - {*workers}) == len(workers) and server.is_ready())


def folders_of(server: Server) -> list[Path]:
    """The folder that a server made."""
    parents = {Path("/dev/shm"), Path(os.environ.get("TMPDIR", "/tmp"))}
    name = f"{PREFIX}*/counter_{server.process.pid}-0.db"
    return [file.parent for parent in parents for file in parent.glob(name)]


@pytest.mark.slow
@needs_proc
def test_nothing_is_left_of_a_server_that_was_reloaded_and_stopped() -> None:
    with serving() as server:
        server.get("/livez")
        before = server.workers()
        server.process.send_signal(signal.SIGHUP)
        until(lambda: not set(before) & set(server.workers()) and server.is_ready())
        assert counted(server) == 1
        assert len(folders_of(server)) == 1
    assert folders_of(server) == []


@pytest.mark.slow
@needs_proc
def test_counts_outlive_a_worker_and_its_files_are_used_again() -> None:
    with serving() as server:
        [folder] = folders_of(server)
        for round_ in range(1, 4):
            server.get("/livez")
            [worker] = server.workers()
            os.kill(worker, signal.SIGKILL)
            until_replaced(server, [worker])
            assert counted(server) == round_
        assert len(list(folder.iterdir())) == len(SIZES)


@pytest.mark.slow
@needs_proc
def test_what_a_killed_server_left_the_next_one_removes() -> None:
    with serving() as killed:
        [folder] = folders_of(killed)
        # Any server that starts meanwhile, for another test, would remove the folder too.
        lock = os.open(folder, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_SH)
        workers = killed.workers()
        killed.process.kill()
        killed.process.wait()
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert folders_of(killed) == [folder]
    os.close(lock)
    with serving():
        assert folders_of(killed) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "option", [("--worker-class", "nonsense"), ("--certfile", "/nonexistent"), ("--check-config",)]
)
def test_a_start_that_comes_to_nothing_leaves_no_folder(option: tuple[str, ...]) -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "service", *option],
        env=os.environ | {"PORT": str(free_port())},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert (started.wait(timeout=60) == 0) is (option == ("--check-config",))
    assert not list(Path("/dev/shm").glob(f"{PREFIX}*/counter_{started.pid}-0.db"))


@pytest.mark.slow
def test_a_restart_counts_from_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        with serving(PROMETHEUS_MULTIPROC_DIR=str(tmp_path)) as server:
            server.get("/livez")
            assert counted(server) == 1


# A file system without room ---------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system in memory with room for the metrics of two workers and hardly more."""
    size = 2 * ROOM + 64 * 1024
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no right to mount a file system: root only")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def fill(folder: Path) -> None:
    """Take what room there is."""
    with (folder / "filling").open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            return


@pytest.mark.system
def test_a_file_system_that_is_full_costs_metrics_but_no_answer(small: Path) -> None:
    fill(small)
    with serving(PROMETHEUS_MULTIPROC_DIR=str(small)) as server:
        assert {server.get("/livez")[0] for _ in range(20)} == {200}
        assert counted(server) == 20
        assert any("no room for files of metrics" in line for line in server.said())


@pytest.mark.system
def test_a_file_system_that_fills_up_costs_nothing(small: Path) -> None:
    with serving(PROMETHEUS_MULTIPROC_DIR=str(small), WEB_CONCURRENCY="2") as server:
        fill(small)
        for _ in range(3):
            workers = server.workers()
            assert {server.get("/livez")[0] for _ in range(20)} == {200}
            assert server.get("/nope")[0] == 404
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            until_replaced(server, workers)
        assert counted(server) == 60


@pytest.mark.system
def test_more_workers_than_there_is_room_for_answer_all_the_same(small: Path) -> None:
    with serving(PROMETHEUS_MULTIPROC_DIR=str(small), WEB_CONCURRENCY="2") as server:
        server.process.send_signal(signal.SIGTTIN)
        until(lambda: len(server.workers()) == 3)
        time.sleep(1)
        assert {server.get("/livez")[0] for _ in range(60)} == {200}
        until(lambda: any("this worker reports its own" in line for line in server.said()))
