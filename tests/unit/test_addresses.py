"""Where the server listens, what it says about that, and whether that is true."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.startup import check_addresses, greeting, needs_one_listener
from tests.support.server import free_port

needs_ipv6 = pytest.mark.skipif(
    not Path("/proc/net/if_inet6").exists() or not Path("/proc/net/if_inet6").read_text(),
    reason="no IPv6 here",
)


@contextmanager
def greeted(*options: str, **environment: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a server; what it says before it is asked anything, and its process."""
    with subprocess.Popen(
        [sys.executable, "-m", "service", *options],
        env=os.environ | {"PORT": str(free_port()), "WEB_CONCURRENCY": "2"} | environment,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert select.select([process.stdout], [], [], 30)[0]
        try:
            yield os.read(process.stdout.fileno(), 65536).decode(), process
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=40)
            assert process.returncode == 0


def tried(said: str) -> str:
    """Do what the curl in the greeting does, from its arguments; the status line."""
    [line] = [line for line in map(str.strip, said.splitlines()) if line.startswith("curl -s ")]
    command = shlex.split(line)
    url = re.fullmatch(r"http://(?:\[(.+)\]|([^:/]+))(?::(\d+))?(/.+)", command[-1])
    assert url
    host, port = url[1] or url[2], int(url[3] or 80)
    for _ in range(100):
        try:
            if command[2] == "--unix-socket":
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(command[3])
            else:
                connection = socket.create_connection((host, port), timeout=20)
        except OSError:
            select.select([], [], [], 0.1)
            continue
        with connection:
            connection.sendall(f"GET {url[4]} HTTP/1.1\r\nHost: test\r\n\r\n".encode())
            return connection.recv(65536).decode().splitlines()[0]
    raise AssertionError("nobody listens")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("127.0.0.1", "http://127.0.0.1:"),
        ("", "http://127.0.0.1:"),
        pytest.param("::", "http://[::1]:", marks=needs_ipv6),
        pytest.param("::1", "http://[::1]:", marks=needs_ipv6),
        pytest.param("[::1]", "http://[::1]:", marks=needs_ipv6),
    ],
)
def test_it_says_where_it_listens_and_listens_there(host: str, named: str) -> None:
    with greeted(HOST=host) as (said, _):
        assert named in said
        assert tried(said) == "HTTP/1.1 200 OK"


@pytest.mark.slow
def test_port_0_is_a_port_of_chance_that_is_told() -> None:
    with greeted(HOST="127.0.0.1", PORT="0") as (said, _):
        assert ":0" not in said.splitlines()[0]
        assert tried(said) == "HTTP/1.1 200 OK"


@pytest.mark.slow
@pytest.mark.parametrize("by", ["HOST", "--bind"])
def test_a_unix_socket_can_be_listened_on_and_goes_with_the_server(by: str, tmp_path: Path) -> None:
    path = tmp_path / "socket"
    options = (by, f"unix:{path}") if by == "--bind" else ()
    environment = {"HOST": f"unix:{path}"} if by == "HOST" else {}
    with greeted(*options, **environment) as (said, _):
        assert f"unix:{path}" in said
        assert tried(said) == "HTTP/1.1 200 OK"
        with pytest.raises(OSError, match="already in use"):
            check_addresses([str(path)])
    assert not path.exists()


@pytest.mark.slow
def test_a_unix_socket_outlives_a_reload(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    with greeted(HOST=f"unix:{path}") as (said, process):
        assert tried(said) == "HTTP/1.1 200 OK"
        inode = path.stat().st_ino
        process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert tried(said) == "HTTP/1.1 200 OK"
            select.select([], [], [], 0.1)
        assert path.stat().st_ino == inode


@pytest.mark.slow
def test_several_addresses_are_all_told(tmp_path: Path) -> None:
    path, port = tmp_path / "socket", free_port()
    options = ("--bind", f"127.0.0.1:{port}", "--bind", f"unix:{path}")
    with greeted(*options) as (said, _):
        assert f"http://127.0.0.1:{port}" in said
        assert f"unix:{path}" in said
        assert tried(said) == "HTTP/1.1 200 OK"


@pytest.mark.parametrize(
    ("addresses", "first"),
    [
        ([("0.0.0.0", 8000)], "http://127.0.0.1:8000 (API: http://127.0.0.1:8000/docs). Try:"),
        ([("::", 8000, 0, 0)], "http://[::1]:8000 (API: http://[::1]:8000/docs). Try:"),
        ([("a.example", 80)], "http://a.example:80 (API: http://a.example:80/docs). Try:"),
        (["/run/socket"], "unix:/run/socket. Try:"),
        ([3], "descriptor 3."),
    ],
)
def test_the_greeting_names_addresses_that_can_be_followed(
    addresses: list[tuple[str | int, ...] | str | int], first: str
) -> None:
    assert greeting(addresses, "http").splitlines()[0] == f"Belote arbiter listens on {first}"


@pytest.mark.parametrize(
    ("host", "is_open"),
    [("0.0.0.0", True), ("::", True), ("127.0.0.1", False), ("a.example", False)],
)
def test_the_greeting_says_whether_other_machines_can_ask(host: str, *, is_open: bool) -> None:
    assert ("HOST=127.0.0.1" in greeting([(host, 8000)], "http")) == is_open


def test_the_greeting_knows_tls() -> None:
    assert "curl -s https://a.example:443/v1/" in greeting([("a.example", 443)], "https")


@pytest.mark.parametrize(
    ("addresses", "one"),
    [
        ([("127.0.0.1", 8000)], False),
        ([("127.0.0.1", 8000), ("::", 0)], True),
        (["/run/socket"], True),
        ([3], False),
    ],
)
def test_workers_share_a_listener_where_only_one_can_be(
    addresses: list[tuple[str | int, ...] | str | int], one: bool
) -> None:
    assert needs_one_listener(addresses) is one


def test_a_port_that_is_taken_is_refused_wherever_it_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"127.0.0.1:{port} .*in use"):
            check_addresses([("127.0.0.1", port)])
        refused = subprocess.run(
            [sys.executable, "-m", "service", "--bind", f"127.0.0.1:{port}"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"belote-arbiter: cannot listen on 127.0.0.1:{port} (")


def test_a_path_where_no_socket_can_be_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for path, why in (
        (file, "something else"),
        (tmp_path / "missing" / "socket", "no folder"),
        (tmp_path / ("x" * 108), "107 bytes"),
    ):
        with pytest.raises(OSError, match=rf"{why}.*; set HOST$"):
            check_addresses([str(path)])


def test_a_socket_that_nobody_listens_on_any_more_is_taken_over(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(path)
    check_addresses([path])


def test_a_host_that_nobody_knows_is_refused() -> None:
    with pytest.raises(OSError, match=r"cannot listen on nowhere\.invalid:8000 .*; set HOST$"):
        check_addresses([("nowhere.invalid", 8000)])


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(OSError, match=r"cannot listen on 192\.0\.2\.1:8000 .*; set HOST$"):
        check_addresses([("192.0.2.1", 8000)])
