"""What is beside the service: the lock file, the manifests, nginx, and a restart under load."""

from __future__ import annotations

import json
import re
import resource
import shutil
import socket
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from itertools import repeat
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any, NamedTuple

import pytest
import yaml
from flask.testing import FlaskClient
from packaging.requirements import Requirement

from service import __version__
from service.api.i18n import LANGUAGES, problem_text
from service.api.problems import STATUS_OF
from service.api.request_body import HUGE, KIB, LARGE, SMALL
from service.app import create_app
from service.config import BODY_TIMEOUT
from tests.robustness.hostile import head
from tests.support import rolling
from tests.support.upstream import drop, fake_upstreams, hang, read_to_end
from tools import nginx_problems

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
LOCK = (ROOT / "requirements.lock").read_text()
NGINX = (DEPLOY / "nginx.conf").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
GUNICORN = (ROOT / "service" / "gunicorn.conf.py").read_text()
WORKER = (ROOT / "service" / "worker.py").read_text()

KUBECTL = shutil.which("kubectl")

needs_nginx = [
    pytest.mark.system,
    pytest.mark.skipif(rolling.missing() is not None, reason=str(rolling.missing())),
]


def check(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    assert match, pattern
    return match[1]


GRACE = int(found(r"^graceful_timeout = (\d+)", GUNICORN))
IDLE = int(found(r"^keepalive = (\d+)", GUNICORN))


# The lock file --------------------------------------------------------------------------------


def locked() -> dict[str, str]:
    """Versions by name."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", LOCK, re.MULTILINE))


def test_the_lock_holds_every_dependency_in_a_version_that_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for text in project["dependencies"]:
        wanted = Requirement(text)
        assert wanted.specifier.contains(locked()[wanted.name]), text


def test_the_lock_has_a_hash_for_every_package_and_names_no_place() -> None:
    entries = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(entries) == len(locked())
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
    assert "://" not in LOCK
    assert "index" not in LOCK


# Compose --------------------------------------------------------------------------------------

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
ARBITERS = sorted(name for name in SERVICES if name.startswith("arbiter"))


@pytest.mark.slow
def test_the_compose_file_keeps_to_its_specification() -> None:
    check("check_jsonschema", "--builtin-schema", "vendor.compose-spec", f"{DEPLOY}/compose.yaml")


def test_nginx_knows_the_servers_of_the_compose_file_and_no_others() -> None:
    assert re.findall(r"^ *server (arbiter\S*):8000 ", NGINX, re.MULTILINE) == ARBITERS
    addresses = {SERVICES[name]["networks"]["inside"]["ipv4_address"] for name in ARBITERS}
    assert len(addresses) == len(ARBITERS) == 2


@pytest.mark.parametrize("name", SERVICES)
def test_no_container_may_write_its_root_or_gain_a_right(name: str) -> None:
    container = SERVICES[name]
    assert container["read_only"] is True
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert not container.get("privileged")


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_container_may_take_of_the_machine_has_a_bound(name: str) -> None:
    container = SERVICES[name]
    memory = mebibytes(container["mem_limit"])
    assert all(re.fullmatch(r"/tmp:size=\d+m", mount) for mount in container["tmpfs"])
    assert sum(mebibytes(mount.partition("=")[2]) for mount in container["tmpfs"]) < memory / 10
    assert {"pids_limit", "ulimits"} <= container.keys()
    assert {"max-size", "max-file"} <= container["logging"]["options"].keys()


def mebibytes(size: str) -> int:
    assert size.endswith("m"), size
    return int(size.removesuffix("m"))


@pytest.mark.parametrize("name", ARBITERS)
def test_a_server_has_files_for_its_connections_and_room_for_its_metrics(name: str) -> None:
    container = SERVICES[name]
    assert container["ulimits"]["nofile"] > int(found(r"^worker_connections = (\d+)", GUNICORN))
    assert mebibytes(container["shm_size"]) < mebibytes(container["mem_limit"]) / 10


@pytest.mark.parametrize("name", ARBITERS)
def test_only_nginx_reaches_a_server_and_it_is_given_time_to_stop(name: str) -> None:
    server = SERVICES[name]
    assert "ports" not in server
    assert list(server["networks"]) == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert int(server["stop_grace_period"].removesuffix("s")) > GRACE


# Kubernetes -----------------------------------------------------------------------------------


def manifest(name: str) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((KUBERNETES / name).read_text())
    return content


KUSTOMIZATION = manifest("kustomization.yaml")
RESOURCES: dict[str, dict[str, Any]] = {
    resource["kind"]: resource for resource in map(manifest, KUSTOMIZATION["resources"])
}
POD = RESOURCES["Deployment"]["spec"]["template"]["spec"]
[CONTAINER] = POD["containers"]


def test_the_kustomization_names_every_manifest_once() -> None:
    files = {path.name for path in KUBERNETES.iterdir()} - {"kustomization.yaml"}
    assert sorted(KUSTOMIZATION["resources"]) == sorted(files)
    assert len(RESOURCES) == len(files)


@pytest.mark.slow
@pytest.mark.parametrize("name", KUSTOMIZATION["resources"])
def test_a_manifest_has_nothing_that_kubernetes_does_not_know(name: str) -> None:
    check("kubernetes_validate", "--strict", str(KUBERNETES / name))


@pytest.mark.system
@pytest.mark.skipif(KUBECTL is None, reason="kubectl is not installed")
def test_kustomize_builds_all_of_it_and_the_result_is_known_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(KUBECTL), "kustomize", str(KUBERNETES)], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    (tmp_path / "all.yaml").write_bytes(done.stdout)
    check("kubernetes_validate", "--strict", str(tmp_path / "all.yaml"))
    built = list(yaml.safe_load_all(done.stdout))
    assert {one["kind"] for one in built} == set(RESOURCES)
    assert f"image: {CONTAINER['image']}:{__version__}\n" in done.stdout.decode()


def test_the_image_of_the_deployment_is_the_one_of_this_version() -> None:
    [image] = KUSTOMIZATION["images"]
    assert (image["name"], image["newTag"]) == (CONTAINER["image"], __version__)


def test_the_pod_runs_as_the_user_of_the_image_and_may_do_nothing_else() -> None:
    user, group = found(r"^USER (\d+:\d+)$", DOCKERFILE).split(":")
    assert POD["securityContext"] == {
        "runAsNonRoot": True,
        "runAsUser": int(user),
        "runAsGroup": int(group),
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    for switch in ("hostNetwork", "hostPID", "hostIPC"):
        assert switch not in POD


def test_no_pod_holds_a_token_of_the_cluster() -> None:
    assert POD["automountServiceAccountToken"] is False
    assert RESOURCES["ServiceAccount"]["automountServiceAccountToken"] is False
    assert POD["serviceAccountName"] == RESOURCES["ServiceAccount"]["metadata"]["name"]


def test_memory_and_processor_have_bounds_and_the_workers_a_number() -> None:
    for bound in ("requests", "limits"):
        assert set(CONTAINER["resources"][bound]) == {"cpu", "memory"}
    assert "WEB_CONCURRENCY" in [one["name"] for one in CONTAINER["env"]]


def test_every_folder_in_memory_has_a_bound_and_a_place() -> None:
    volumes = {volume["name"]: volume["emptyDir"] for volume in POD["volumes"]}
    assert {one["medium"] for one in volumes.values()} == {"Memory"}
    assert {one["sizeLimit"] for one in volumes.values()} == {"16Mi"}
    mounts = {one["name"]: one["mountPath"] for one in CONTAINER["volumeMounts"]}
    assert mounts == {"tmp": "/tmp", "shm": "/dev/shm"}


def test_every_probe_asks_for_an_address_that_the_service_has() -> None:
    rules = {rule.rule for rule in create_app().url_map.iter_rules()}
    probes = {name: probe for name, probe in CONTAINER.items() if name.endswith("Probe")}
    assert {name: probe["httpGet"]["path"] for name, probe in probes.items()} == {
        "startupProbe": "/livez",
        "livenessProbe": "/livez",
        "readinessProbe": "/readyz",
    }
    assert rules >= {"/livez", "/readyz", "/metrics"}
    [port] = CONTAINER["ports"]
    assert all(probe["httpGet"]["port"] == port["name"] for probe in probes.values())
    assert f"PORT={port['containerPort']}" in DOCKERFILE


def test_a_pod_is_given_longer_to_stop_than_its_requests_may_take() -> None:
    waits = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert POD["terminationGracePeriodSeconds"] > waits + GRACE
    assert GRACE > BODY_TIMEOUT


def test_all_resources_mean_the_same_pods() -> None:
    labels = RESOURCES["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert RESOURCES["Service"]["spec"]["selector"] == labels
    assert RESOURCES["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels
    for kind in ("Deployment", "PodDisruptionBudget"):
        assert RESOURCES[kind]["spec"]["selector"]["matchLabels"] == labels
    for spread in POD["topologySpreadConstraints"]:
        assert spread["labelSelector"]["matchLabels"] == labels
    scaled = RESOURCES["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert scaled["name"] == RESOURCES["Deployment"]["metadata"]["name"]


def test_pods_never_go_all_at_once() -> None:
    deployment = RESOURCES["Deployment"]["spec"]
    assert deployment["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert "replicas" not in deployment
    assert RESOURCES["HorizontalPodAutoscaler"]["spec"]["minReplicas"] >= 2
    assert RESOURCES["PodDisruptionBudget"]["spec"]["maxUnavailable"] == 1


def test_a_pod_is_reached_at_its_port_and_reaches_nothing() -> None:
    policy = RESOURCES["NetworkPolicy"]["spec"]
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert policy["egress"] == []
    assert policy["ingress"] == [{"ports": [{"protocol": "TCP", "port": "http"}]}]


# The workflow ---------------------------------------------------------------------------------

WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda one: one.name)
def test_a_workflow_keeps_to_its_schema(path: Path) -> None:
    check("check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path))


@pytest.mark.slow
def test_dependabot_keeps_to_its_schema() -> None:
    path = ROOT / ".github" / "dependabot.yml"
    check("check_jsonschema", "--builtin-schema", "vendor.dependabot", str(path))


def test_the_workflow_runs_the_one_script_and_the_versions_that_are_promised() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    ran = [step["run"] for step in jobs["ci"]["steps"] if "run" in step]
    assert ran[-1].endswith("bash .ci/run")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    promised = [
        one.split(" :: ")[-1]
        for one in project["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", one)
    ]
    assert jobs["versions"]["strategy"]["matrix"]["python"] == promised
    assert project["requires-python"] == f">={promised[0]}"


# nginx ----------------------------------------------------------------------------------------

HTTP = NGINX.partition("\nhttp {")[2]
LARGE_BODY = HTTP.partition("location @large_body {")[2].partition("}")[0]


def test_the_problems_that_nginx_sends_are_those_of_the_service() -> None:
    written = nginx_problems.TARGET.read_text("utf-8")
    assert written == nginx_problems.render(), "run `python -m tools.nginx_problems`"


def test_a_text_that_nginx_would_misread_is_quoted_or_refused() -> None:
    assert nginx_problems.quoted('it\'s {"a":"\\n"}') == """'it\\'s {"a":"\\\\n"}'"""
    with pytest.raises(ValueError, match="variable"):
        nginx_problems.quoted("costs $5")


def test_nginx_sends_its_problems_with_the_headers_of_the_service(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers={"Origin": "https://a.example"})
    added = dict(re.findall(r'add_header (\S+) "?(.*?)"? always;', NGINX))
    varying = {"Content-Type", "Content-Length", "Content-Language", "X-Request-Id"}
    expected = {name: value for name, value in answer.headers if name not in varying}
    assert expected.items() <= added.items()
    assert added.keys() == expected.keys() | varying - {"Content-Type", "Content-Length"} | {
        "Retry-After",
        "Allow",
    }
    assert f"default_type {answer.mimetype};" in NGINX


def test_every_error_page_has_the_status_of_its_problem() -> None:
    pages = re.findall(r"error_page ([\d ]+?)(?: =(\d+))? /nginx/(\w+);", NGINX)
    answered = {
        code: {int(forced)} if forced else {*map(int, statuses.split())}
        for statuses, forced, code in pages
    }
    assert answered == {code: {STATUS_OF[code]} for code in nginx_problems.PROBLEMS}


def test_nginx_names_the_methods_and_the_languages_of_the_service() -> None:
    rules = create_app().url_map.iter_rules()
    methods = {method for rule in rules for method in rule.methods or ()}
    assert {*found(r'method_not_allowed "(.*)";', NGINX).split(", ")} == methods
    assert found(r"lang=\(\?<lang>(.*?)\)", nginx_problems.render()).split("|") == [*LANGUAGES]


def test_nginx_reads_as_much_of_a_body_as_a_server_takes() -> None:
    assert int(found(r"client_max_body_size (\d+)k;", NGINX)) * KIB == HUGE
    assert int(found(r"client_body_buffer_size (\d+)k;", NGINX)) * KIB == SMALL


@pytest.mark.parametrize("coding", ["", "chunked"])
def test_a_body_is_large_that_is_larger_than_most_operations_take(coding: str) -> None:
    small = re.compile(found(r'"~(\^:.*)" "";', NGINX))
    for size in ("", *range(3 * SMALL), LARGE, 10**20):
        fits = not coding and (size == "" or int(size) <= SMALL)
        assert bool(small.search(f"{coding}:{size}")) == fits, size


def test_a_server_notices_a_late_body_before_nginx_does() -> None:
    """It says so to the client; nginx would close the connection in silence."""
    worker_looks_every = 1
    assert (
        int(found(r"client_body_timeout (\d+)s;", LARGE_BODY)) > BODY_TIMEOUT + worker_looks_every
    )


def test_nginx_ends_an_idle_connection_before_a_server_does() -> None:
    upstream = NGINX.partition("upstream arbiter")[2]
    idle = int(found(r"keepalive_timeout (\d+)ms;", upstream)) / 1000
    assert idle < float(found(r"^STOPPING_IDLE = ([\d.]+)", WORKER)) < IDLE


def test_the_first_door_of_nginx_waits_longer_than_the_second() -> None:
    patience = int(found(r"proxy_timeout (\d+)s;", NGINX))
    assert max(int(seconds) for seconds in re.findall(r"timeout (\d+)s;", HTTP)) < patience


def test_no_failure_of_a_client_takes_a_server_away_from_the_others() -> None:
    assert re.findall(r"server arbiter-\d:8000 (.*);", NGINX) == ["max_conns=150 max_fails=0"] * 2
    allowed = re.findall(r"proxy_next_upstream (.*);", NGINX)
    assert not [one for one in allowed if "timeout" in one]


def test_the_container_of_nginx_has_its_files_and_room_for_its_connections() -> None:
    nginx = SERVICES["nginx"]
    mounted = {line.split(":")[0] for line in nginx["volumes"]}
    assert mounted == {f"./{path.name}" for path in DEPLOY.glob("*.conf")}
    assert int(found(r"worker_connections (\d+);", NGINX)) < nginx["ulimits"]["nofile"]


# What nginx does ------------------------------------------------------------------------------


@dataclass
class Gateway:
    """nginx before two servers. `folder` holds its files."""

    port: int
    servers: Sequence[rolling.Upstream]
    folder: Path

    def connect(self, source: str = rolling.LOOPBACK) -> socket.socket:
        return socket.create_connection((rolling.LOOPBACK, self.port), 30, (source, 0))

    def send(self, request: bytes, source: str = rolling.LOOPBACK) -> Answer:
        with self.connect(source) as connection:
            connection.sendall(request)
            return received(connection)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        return self.send(whole(body, path, method, **headers))

    def memory(self) -> int:
        """Return the bytes that all processes of nginx hold."""
        master = int((self.folder / "nginx.pid").read_text())
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        statuses = [Path(f"/proc/{pid}/status").read_text() for pid in (master, *children)]
        return sum(int(found(r"^VmRSS:\s+(\d+) kB", status)) for status in statuses) * KIB

    def said(self) -> list[dict[str, Any]]:
        """Return the lines that it has logged about requests without an answer of a server."""
        lines = (self.folder / "unanswered.log").read_text().splitlines()
        return [json.loads(line) for line in lines]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> tuple[int, str]:
        """Return status and code, after a look at the form of the answer."""
        document = json.loads(self.body)
        code: str = document["code"]
        assert self.headers["Content-Type"] == "application/problem+json"
        assert self.headers["Cache-Control"] == "no-store"
        assert self.headers["X-Content-Type-Options"] == "nosniff"
        assert self.headers["Content-Security-Policy"]
        assert self.headers["X-Request-Id"]
        assert self.headers["Vary"] == "Accept-Language"
        assert document["status"] == self.status == STATUS_OF[code]
        assert document["type"] == f"/problems/{code}"
        words = problem_text(self.headers["Content-Language"], code)
        assert document["title"] == words["title"]
        return self.status, code


def received(connection: socket.socket) -> Answer:
    """Read one answer; the connection may stay open after it. Raises: OSError where none comes."""
    answer = HTTPResponse(connection)
    try:
        answer.begin()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())
    except HTTPException as error:
        raise ConnectionError(repr(error)) from error
    finally:
        answer.close()


def whole(body: bytes, path: str, method: str = "POST", **headers: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    length = {"Content-Length": str(len(body))} if body else {}
    return head({"Content-Type": "application/json"} | length | named, method, path) + body


def begun(size: int, path: str = "/v1/hands/resolve", **headers: str) -> bytes:
    """Return a request whose body of `size` bytes does not come."""
    return whole(b"", path, Content_Length=str(size), **headers)


@contextmanager
def answers_of(
    gateway: Gateway, requests: Iterable[bytes], sources: Iterable[str]
) -> Iterator[list[socket.socket]]:
    """Send requests on connections of their own, and leave them open."""
    with ExitStack() as stack:
        connections = []
        for request, source in zip(requests, sources, strict=False):
            connection = stack.enter_context(gateway.connect(source))
            with suppress(ConnectionError):
                connection.sendall(request)
            connections.append(connection)
        yield connections


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("nginx")
    with (
        many_open_files(),
        rolling.instances(2, folder) as servers,
        rolling.nginx_before(servers, folder) as port,
    ):
        yield Gateway(port, servers, folder)


@contextmanager
def many_open_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


HOST = b"Host: test\r\n"
LIVE = b"GET /livez HTTP/1.1\r\n"
ASK = b"POST /v1/hands/resolve HTTP/1.1\r\nContent-Type: application/json\r\n" + HOST

REFUSED: dict[str, tuple[bytes, int, str]] = {
    "no HTTP": (b"\x16\x03\x01\x02\r\n\r\n", 400, "bad_request"),
    "a version that is none": (b"GET / HT\r\n\r\n", 400, "bad_request"),
    "HTTP/2 without a word before": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "bad_request"),
    "no Host": (LIVE + b"\r\n", 400, "bad_request"),
    "an impossible Host": (LIVE + b"Host: a/b\r\n\r\n", 400, "bad_request"),
    "two Hosts": (LIVE + HOST + HOST + b"\r\n", 400, "bad_request"),
    "a length that is none": (LIVE + HOST + b"Content-Length: x\r\n\r\n", 400, "bad_request"),
    "two lengths": (ASK + b"Content-Length: 3\r\n" * 2 + b"\r\nabc", 400, "bad_request"),
    "a length and chunks": (
        ASK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
        "bad_request",
    ),
    "an unknown coding": (ASK + b"Transfer-Encoding: gzip\r\n\r\n", 400, "bad_request"),
    "chunks that are none": (
        ASK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        400,
        "bad_request",
    ),
    "CONNECT": (b"CONNECT test:80 HTTP/1.1\r\n" + HOST + b"\r\n", 400, "bad_request"),
    "TRACE": (b"TRACE / HTTP/1.1\r\n" + HOST + b"\r\n", 405, "method_not_allowed"),
    "a long body": (ASK + b"Content-Length: %d\r\n\r\n" % (HUGE + 1), 413, "too_large"),
    "a very long body": (ASK + b"Content-Length: 99999999999\r\n\r\n", 413, "too_large"),
    "a long body in chunks": (
        ASK.replace(b"resolve", b"resolve-batch")
        + b"Transfer-Encoding: chunked\r\n\r\n"
        + b"%x\r\n%b\r\n" % (HUGE + 1, b" " * (HUGE + 1)),
        413,
        "too_large",
    ),
    "a long address": (b"GET /%b HTTP/1.1\r\n" % (b"x" * 2048), 414, "uri_too_long"),
    "a long header": (LIVE + HOST + b"X: %b\r\n\r\n" % (b"x" * 2048), 431, "headers_too_large"),
    "long headers": (
        LIVE + HOST + b"X: %b\r\n" % (b"x" * 1900) * 6 + b"\r\n",
        431,
        "headers_too_large",
    ),
}
"""What nginx does not ask a server about."""

METRICS = [
    *("/metrics", "/metrics/", "/metrics?a", "/metrics#a", "/metrics;a", "/metrics.", "/METRICS"),
    *("//metrics", "///metrics", "/./metrics", "/.//metrics", "/metrics/.", "/x/../metrics"),
    *("/%6detrics", "/%6D%65trics", "/%2fmetrics", "/%2e/metrics", "/x/%2e%2e/metrics"),
    *("/metrics%20", "/metrics%0a", "/metrics%2f", "/metrics/x", "http://test/metrics"),
    "http://test//metrics",
]


class TestBehindNginx:
    pytestmark = needs_nginx

    def test_a_request_id_goes_all_the_way_and_one_is_made_where_none_came(
        self, gateway: Gateway
    ) -> None:
        assert gateway.ask("GET", "/livez", X_Request_Id="table-7").headers["X-Request-Id"] == (
            "table-7"
        )
        made = gateway.ask("GET", "/livez", X_Request_Id="no {such} id").headers["X-Request-Id"]
        assert re.fullmatch("[0-9a-f]{32}", made)

    def test_an_error_of_the_service_comes_through_as_it_is(self, gateway: Gateway) -> None:
        assert gateway.ask("POST", "/v1/hands/resolve", b"{").problem == (400, "malformed_json")

    @pytest.mark.parametrize("name", REFUSED)
    def test_what_nginx_refuses_has_the_form_of_every_error(
        self, name: str, gateway: Gateway
    ) -> None:
        request, status, code = REFUSED[name]
        answer = gateway.send(request, source="127.0.2.1")
        assert answer.problem == (status, code)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert ("Allow" in answer.headers) == (status == 405)

    @pytest.mark.parametrize("path", METRICS)
    def test_no_spelling_of_metrics_reaches_a_server(self, path: str, gateway: Gateway) -> None:
        answer = gateway.ask("GET", path)
        assert answer.problem == (404, "not_found")
        assert b"at this address" in answer.body  # a server would have named the path

    @pytest.mark.parametrize(
        ("query", "wanted", "expected"),
        [
            ("", "fr-CA, en;q=0.5", "fr"),
            ("", "ES", "es"),
            ("", "fra", "en"),
            ("", "xx", "en"),
            ("?lang=es", "fr", "es"),
            ("?a=b&lang=fr", "", "fr"),
            ("?lang=xx", "fr", "fr"),
            ("?slang=es", "fr", "fr"),
        ],
    )
    def test_nginx_speaks_the_language_that_is_asked_for(
        self, query: str, wanted: str, expected: str, gateway: Gateway
    ) -> None:
        """The same as the service, which is asked about an address that it does not have."""
        for path in (f"/metrics{query}", f"/nowhere{query}"):
            answer = gateway.ask("GET", path, Accept_Language=wanted, X_Request_Id="table-7")
            assert answer.problem == (404, "not_found")
            assert answer.headers["Content-Language"] == expected
            assert answer.headers["X-Request-Id"] == "table-7"

    def test_heads_within_the_limits_reach_a_server(self, gateway: Gateway) -> None:
        assert gateway.ask("GET", "/livez", X="x" * 1900).status == 200
        assert b"x" * 20 in gateway.ask("GET", f"/{'x' * 1900}").body

    def test_no_page_of_nginx_itself_can_be_asked_for(self, gateway: Gateway) -> None:
        assert gateway.ask("GET", "/nginx/bad_request").problem == (404, "not_found")

    def test_the_log_tells_of_a_refused_request_nothing_that_a_client_wrote(
        self, gateway: Gateway
    ) -> None:
        gateway.send(b"SECRET /SECRET HTTP/1.1\r\nSECRET\r\nHost: SECRET SECRET\r\n\r\n")
        gateway.ask("GET", "/metrics/SECRET", X_Request_Id="table-8")
        [line] = [line for line in gateway.said() if line["request_id"] == "table-8"]
        assert (line["status"], line["problem"]) == (404, "not_found")
        written = (gateway.folder / name for name in ("unanswered.log", "nginx.log"))
        assert not [path for path in written if "SECRET" in path.read_text()]

    # Slow clients and crowds ------------------------------------------------------------------

    def test_a_large_body_that_does_not_come_gets_the_answer_of_the_service(
        self, gateway: Gateway
    ) -> None:
        request = begun(LARGE, "/v1/hands/resolve-batch", Accept_Language="fr")
        answer = gateway.send(request + b" " * (LARGE - KIB), source="127.0.2.2")
        assert answer.problem == (408, "request_timeout")
        assert answer.headers["Content-Language"] == "fr"

    def test_a_refusal_comes_through_though_the_body_was_not_wanted(self, gateway: Gateway) -> None:
        """A server that closed before it had read the body would reset what it has answered."""
        for number in range(10):
            request = whole(b" " * LARGE, "/v1/hands/resolve-batch", Content_Type="text/plain")
            answer = gateway.send(request, source=f"127.0.3.{1 + number}")
            assert answer.problem == (415, "unsupported_media_type")
        request = whole(b" " * LARGE, "/v1/hands/resolve")
        assert gateway.send(request, source="127.0.3.1").problem == (413, "too_large")

    def test_many_large_bodies_of_one_address_get_429_and_those_of_others_an_answer(
        self, gateway: Gateway
    ) -> None:
        request = begun(LARGE, "/v1/hands/resolve-batch")
        with answers_of(gateway, [request] * 14, repeat("127.0.2.3")) as connections:
            body = b'{"deck":"french","hands":[' + b"[]," * SMALL + b"[]]}"
            other = gateway.send(whole(body, "/v1/hands/resolve-batch"), source="127.0.2.4")
            problems = Counter(received(connection).problem for connection in connections)
        assert other.problem == (422, "invalid_value")
        assert problems == {(408, "request_timeout"): 8, (429, "too_many_requests"): 6}

    def test_too_many_requests_of_one_address_are_told_when_to_ask_again(
        self, gateway: Gateway
    ) -> None:
        """Each counts as a large body, since it does not tell its length."""
        request = LIVE + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        with gateway.connect("127.0.2.5") as connection:
            answers = []
            for _ in range(100):
                connection.sendall(request)
                answers.append(received(connection))
        refused = [answer for answer in answers if answer.status == 429]
        assert refused
        assert {answer.problem for answer in refused} == {(429, "too_many_requests")}
        assert {answer.headers["Retry-After"] for answer in refused} == {"1"}
        assert gateway.send(LIVE + HOST + b"\r\n", source="127.0.2.6").status == 200

    def test_one_address_cannot_take_every_connection(self, gateway: Gateway) -> None:
        half = LIVE + b"Host: te"
        with answers_of(gateway, [half] * 300, repeat("127.0.2.7")) as connections:
            assert gateway.send(LIVE + HOST + b"\r\n", source="127.0.2.8").status == 200
            for _ in range(50):
                ended = [connection for connection in connections if is_closed(connection)]
                if len(ended) >= 50:
                    break
                sleep(0.1)
        assert len(ended) == 50

    @pytest.mark.parametrize(
        ("size", "path"), [(LARGE, "/v1/hands/resolve-batch"), (SMALL, "/v1/hands/resolve")]
    )
    def test_a_crowd_of_slow_bodies_does_not_take_the_memory(
        self, size: int, path: str, gateway: Gateway
    ) -> None:
        limit = int(SERVICES["nginx"]["mem_limit"].removesuffix("m")) * KIB * KIB
        sources = [f"127.0.{4 + number % 80}.1" for number in range(800)]
        request = begun(size, path) + b" " * (size - KIB)
        with answers_of(gateway, [request] * 800, sources):
            assert gateway.memory() < limit * 3 / 4
            assert gateway.send(LIVE + HOST + b"\r\n", source="127.0.2.9").status == 200
        assert gateway.memory() < limit * 3 / 4

    # Servers that fail ------------------------------------------------------------------------

    def test_a_request_that_timed_out_is_not_handed_to_the_other_server(
        self, tmp_path: Path
    ) -> None:
        changes = {"proxy_read_timeout 15s": "proxy_read_timeout 1s"}
        with (
            fake_upstreams(hang, hang) as servers,
            rolling.nginx_before(servers, tmp_path, changes) as port,
        ):
            gateway = Gateway(port, servers, tmp_path)
            for size in (SMALL, LARGE):
                answer = gateway.ask("POST", "/v1/games/score", b" " * size)
                assert answer.problem == (503, "not_ready")
                assert answer.headers["Retry-After"] == "2"
        assert sum(server.requests for server in servers) == 2

    def test_a_request_whose_connection_broke_goes_to_the_other_server(
        self, tmp_path: Path
    ) -> None:
        with (
            fake_upstreams(drop, answer_nothing) as servers,
            rolling.nginx_before(servers, tmp_path) as port,
        ):
            gateway = Gateway(port, servers, tmp_path)
            answers = [gateway.ask("POST", "/v1/hands/resolve", b" " * 99) for _ in range(40)]
        assert {answer.status for answer in answers} == {204}
        assert servers[0].requests >= 15
        assert servers[1].requests == 40

    def test_a_body_whose_client_leaves_does_not_keep_a_server_waiting(
        self, tmp_path: Path
    ) -> None:
        with (
            fake_upstreams(read_to_end, read_to_end) as servers,
            rolling.nginx_before(servers, tmp_path) as port,
        ):
            gateway = Gateway(port, servers, tmp_path)
            with gateway.connect() as connection:
                connection.sendall(begun(SMALL) + b" ")
            assert sum(server.requests for server in servers) == 0
            with gateway.connect() as connection:
                connection.sendall(begun(LARGE) + b" ")
                while not (busy := [server for server in servers if server.requests]):
                    sleep(0.01)
            assert busy[0].left.wait(20)

    def test_where_both_servers_are_down_it_says_when_to_ask_again(self, tmp_path: Path) -> None:
        with (
            fake_upstreams(drop, drop) as servers,
            rolling.nginx_before(servers, tmp_path) as port,
        ):
            for server in servers:
                server.close()
            answer = Gateway(port, servers, tmp_path).ask("GET", "/livez", Accept_Language="es")
        assert answer.problem == (503, "not_ready")
        assert answer.headers["Retry-After"] == "2"
        assert answer.headers["Content-Language"] == "es"

    def test_restarting_two_servers_in_turn_under_load_loses_no_request(self) -> None:
        result = rolling.restarted_in_turn()
        assert result.failed == []
        assert result.exits == [0] * 6
        assert result.sent > 5000
        assert result.moved > 0


def answer_nothing(connection: socket.socket, end: Event) -> None:
    connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")


def is_closed(connection: socket.socket) -> bool:
    """Return whether the other side has ended a connection on which it has sent nothing."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


@pytest.mark.slow
def test_a_server_told_to_stop_answers_what_it_has_accepted() -> None:
    """Others are refused or find their connection closed; no answer is torn."""
    result = rolling.stopped_at_work()
    assert result.completed == result.accepted == 20
    assert result.outcomes["torn"] == 0
    assert result.outcomes["answered"] > 100
    assert result.exit == 0
