"""The image as the Dockerfile builds it, and a container as an orchestrator would run it.

buildah builds and podman runs: neither needs a daemon. The base is made of this machine's own
Debian packages, unless BASE_IMAGE names one to be pulled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.support.server import Server, free_port

ROOT = Path(__file__).parents[2]
BASE = "localhost/belote-base:test"
PULLED = os.environ.get("BASE_IMAGE")
TOOLS = ("buildah", "podman", "crun", "unshare", *(() if PULLED else ("mmdebstrap",)))

# crun refuses to start where both versions of control groups are mounted. In a mount namespace of
# its own the second is out of its sight; elsewhere there is nothing to take away.
PODMAN = (
    "unshare",
    "--mount",
    "sh",
    "-c",
    'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"',
    "podman",
)


def missing() -> str | None:
    """Why no image can be built here."""
    if os.geteuid() != 0:
        return "an image is built as root only"
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(absent)}" if absent else None


def run(*command: str) -> str:
    """What it prints. Raises: RuntimeError with its complaint where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}"[-8000:])
    return done.stdout.strip()


def make_base() -> str:
    """A base with python3 and venv, small and from where this machine has its own packages."""
    if PULLED:
        return PULLED
    with tempfile.TemporaryDirectory() as name:
        settings = Path(name, "apt.conf")
        settings.write_text(_apt_settings())
        run(
            "mmdebstrap",
            "--mode=root",
            "--variant=apt",
            "--include=python3-venv",
            f"--aptopt={settings}",
            "--dpkgopt=force-unsafe-io",
            "--dpkgopt=path-exclude=/usr/share/doc/*",
            "--dpkgopt=path-exclude=/usr/share/man/*",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            _codename(),
            f"{name}/base.tar",
            *_apt_sources(),
        )
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        run(*PODMAN, "import", "--quiet", "--change", f"ENV PATH={path}", f"{name}/base.tar", BASE)
    return BASE


def _codename() -> str:
    release = dict(
        line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if line
    )
    return release["VERSION_CODENAME"]


def _apt_sources() -> list[str]:
    folder = Path("/etc/apt")
    lists = [folder / "sources.list", *sorted(folder.glob("sources.list.d/*.[ls][io][su]*"))]
    return [str(one) for one in lists if one.suffix in (".list", ".sources") and one.is_file()]


def _apt_settings() -> str:
    """How this machine reaches its packages: proxies, and what it lets pass."""
    settings = run("apt-config", "dump").splitlines()
    told = ("Acquire::Check-", "Acquire::http", "Acquire::https")
    return "".join(f"{line}\n" for line in settings if line.startswith(told))


def _pip_settings() -> dict[str, str]:
    """How this machine's pip reaches packages, its files apart: those are not in the build."""
    listed = run(sys.executable, "-m", "pip", "config", "list").splitlines()
    found = {
        name.rpartition(".")[2]: str(literal_eval(value))
        for name, _, value in (line.partition("=") for line in listed)
    }
    reach = ("index-url", "extra-index-url", "trusted-host", "proxy", "cert")
    return {name: found[name] for name in reach if name in found and "file:" not in found[name]}


# Built anew each time, and in the one format that knows a HEALTHCHECK.
BUILD = ("buildah", "bud", "--quiet", "--no-cache", "--isolation=chroot", "--format=docker")


@contextmanager
def reaching_packages() -> Iterator[list[str]]:
    """Options with which a build reaches packages as this machine does."""
    settings = _pip_settings()
    certificates = settings.get("cert")
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder, "pip.conf")
        told = "".join(f"{name} = {value}\n" for name, value in settings.items())
        configuration.write_text(f"[global]\n{told}")
        trusted = [f"--volume={certificates}:{certificates}:ro"] if certificates else []
        yield [f"--secret=id=pip,src={configuration}", *trusted]


def build(base: str, name: str, source: Path = ROOT) -> None:
    """Builds it anew from these files, under this name."""
    with reaching_packages() as reach:
        options = (*reach, "--timestamp=0", f"--build-arg=BASE={base}", f"--tag={name}")
        run(*BUILD, *options, str(source))


def layers(name: str) -> list[str]:
    """The digests of what an image is made of."""
    return run(
        *PODMAN, "image", "inspect", "--format={{range .RootFS.Layers}}{{.}} {{end}}", name
    ).split()


def size(name: str) -> int:
    """Bytes of an image, its base included."""
    return int(run(*PODMAN, "image", "inspect", "--format={{.Size}}", name))


def remove(*names: str) -> None:
    run(*PODMAN, "image", "rm", "--force", *names)


class Container(Server):
    """A running container; `seconds` from its start to its first answer."""

    def __init__(
        self, name: str, port: int, process: subprocess.Popen[bytes], output: IO[str]
    ) -> None:
        super().__init__(port, process, output)
        self.name = name
        self.seconds = 0.0

    def execute(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command within."""
        return subprocess.run(
            [*PODMAN, "exec", self.name, *command],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def is_healthy(self) -> bool:
        """What the image's own HEALTHCHECK finds."""
        command = [*PODMAN, "healthcheck", "run", self.name]
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0


# In the network of this machine, so that a container is asked where it listens.
RUN = (
    *PODMAN,
    "run",
    "--network=host",
    "--cgroups=disabled",
    "--ulimit=nofile=4096:4096",
    "--ulimit=nproc=4096:4096",
)


@contextmanager
def running(image: str) -> Iterator[Container]:
    """A container with no way to write to its root, no capability and no way to get one."""
    port = free_port()
    name = f"belote-{port}"
    command = [
        *RUN,
        "--rm",
        f"--name={name}",
        "--read-only",
        "--tmpfs=/tmp",
        "--cap-drop=all",
        "--security-opt=no-new-privileges",
        f"--env=PORT={port}",
        "--env=HOST=127.0.0.1",
        "--env=WEB_CONCURRENCY=2",
        image,
    ]
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        container = Container(name, port, process, log)
        try:
            if not _answers(container):
                raise RuntimeError("\n".join(container.said())[-8000:])
            container.seconds = time.monotonic() - begin
            yield container
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(timeout=60)


def _answers(container: Container) -> bool:
    for _ in range(600):
        if container.process.poll() is not None:
            return False
        try:
            if container.get("/readyz")[0] == 200:
                return True
        except OSError:
            time.sleep(0.05)
    return False
