"""What is beside the service: the lock file, the manifests, nginx, and a restart under load."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from service import __version__
from service.app import create_app
from service.settings import BODY_TIMEOUT
from tests import rolling

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
LOCK = (ROOT / "requirements.lock").read_text()
NGINX = (DEPLOY / "nginx.conf").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
GUNICORN = (ROOT / "service" / "gunicorn.conf.py").read_text()

KUBECTL = shutil.which("kubectl")

needs_nginx = [
    pytest.mark.system,
    pytest.mark.skipif(rolling.NGINX is None, reason="nginx is not installed"),
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


def test_the_workflow_keeps_to_its_schema_and_runs_the_one_script() -> None:
    path = ROOT / ".github" / "workflows" / "ci.yml"
    check("check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path))
    [job] = yaml.safe_load(path.read_text())["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step][-1].endswith("bash .ci/run")


# nginx ----------------------------------------------------------------------------------------


def test_nginx_reads_no_more_of_a_body_than_a_server_would() -> None:
    assert int(found(r"client_max_body_size (\d+)m;", NGINX)) * 1024 * 1024 == 1024 * 1024


def test_nginx_ends_an_idle_connection_before_a_server_does() -> None:
    upstream = NGINX.partition("upstream arbiter")[2]
    assert int(found(r"keepalive_timeout (\d+)s;", upstream)) < IDLE


class Gateway:
    """nginx before two servers."""

    def __init__(self, port: int, servers: list[rolling.Instance]) -> None:
        self.port = port
        self.servers = servers

    def ask(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, body, {"Content-Type": "application/json"} | named)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("nginx")
    with (
        rolling.instances(2, folder) as servers,
        rolling.nginx_before(servers, folder) as port,
    ):
        yield Gateway(port, servers)


class TestBehindNginx:
    pytestmark = needs_nginx

    def test_a_request_id_goes_all_the_way_and_one_is_made_where_none_came(
        self, gateway: Gateway
    ) -> None:
        assert gateway.ask("GET", "/livez", X_Request_Id="table-7")[1]["X-Request-Id"] == "table-7"
        made = gateway.ask("GET", "/livez", X_Request_Id="no {such} id")[1]["X-Request-Id"]
        assert re.fullmatch("[0-9a-f]{32}", made)

    def test_an_error_of_the_service_comes_through_as_it_is(self, gateway: Gateway) -> None:
        status, headers, body = gateway.ask("POST", "/v1/hands/resolve", b"{")
        assert (status, json.loads(body)["code"]) == (400, "malformed_json")
        assert headers["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize(
        ("method", "path", "size", "expected"),
        [
            ("POST", "/v1/hands/resolve", 1024 * 1024 + 1, (413, "too_large")),
            ("GET", "/metrics", 0, (404, "not_found")),
        ],
    )
    def test_what_nginx_refuses_has_the_form_of_every_error(
        self, method: str, path: str, size: int, expected: tuple[int, str], gateway: Gateway
    ) -> None:
        status, headers, body = gateway.ask(method, path, b" " * size)
        problem = json.loads(body)
        assert (status, problem["code"]) == expected
        assert problem["status"] == status
        assert problem["type"] == f"/problems/{problem['code']}"
        assert headers["Content-Type"] == "application/problem+json"

    def test_where_both_servers_are_down_it_says_when_to_ask_again(self, gateway: Gateway) -> None:
        for server in gateway.servers:
            assert server.stop() == 0
        status, headers, body = gateway.ask("GET", "/livez")
        for server in gateway.servers:
            server.start()
        assert (status, json.loads(body)["code"]) == (503, "not_ready")
        assert headers["Retry-After"] == "2"

    def test_restarting_two_servers_in_turn_under_load_loses_no_request(self) -> None:
        result = rolling.restarted_in_turn()
        assert result.failed == []
        assert result.exits == [0] * 6
        assert result.sent > 5000
        assert result.moved > 0


def test_a_server_told_to_stop_answers_what_it_has_accepted() -> None:
    """Others are refused or find their connection closed; no answer is torn."""
    result = rolling.stopped_at_work()
    assert result.completed == result.accepted == 20
    assert result.outcomes["torn"] == 0
    assert result.outcomes["answered"] > 100
    assert result.exit == 0
