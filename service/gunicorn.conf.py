"""The shipped settings of the production server; the environment may change those it names."""

# ruff: noqa: N999 - gunicorn names its settings file so

import gc
import os
import shutil
import tempfile

from service import settings, startup

MEMORY = settings.memory_folder()

# The workers' metrics are added up through files; the variable must stand before the import.
METRICS = None
if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    METRICS = tempfile.mkdtemp(prefix="belote-", dir=MEMORY)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = METRICS

bind = [settings.bind_address()]
workers = settings.worker_count()

# A slow client costs a greenlet, not a worker.
worker_class = "service.worker.Worker"
worker_connections = 4000
# Each worker has its own queue of connections, so that none is left without work.
reuse_port = True

# The largest request that makes sense has an address of under 200 bytes and a dozen headers.
limit_request_line = 2048
limit_request_fields = 40
limit_request_field_size = 2048

# Longer than a proxy keeps a connection, so that it is never the server that closes one in use.
keepalive = 75
# Responses are written within time limits only by way of a connection's own methods.
sendfile = False
graceful_timeout = 30
# Heartbeat files belong in memory, and a read-only root has no place for a control socket.
worker_tmp_dir = MEMORY
control_socket_disable = True

# No header of a proxy has a meaning here, so whose headers to believe is not worked out.
forwarded_allow_ips = "*"
forwarder_headers = ""
secure_scheme_headers = {}

# The service writes a line a request itself.
logger_class = "service.worker.Logger"
loglevel = os.environ.get("LOG_LEVEL", "warning")
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "service.web.watch.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"level": "WARNING", "handlers": ["stderr"]},
    "loggers": {
        "gunicorn.error": {"level": "WARNING", "handlers": ["stderr"], "propagate": False},
    },
}


def on_starting(server):
    startup.raise_open_files_limit()
    on_reload(server)


def on_reload(server):
    if startup.needs_one_listener(server.cfg.address):
        server.cfg.set("reuse_port", False)


def when_ready(server):
    bound = [listener.getsockname() for listener in server.LISTENERS] or server.cfg.address
    scheme = "https" if server.cfg.is_ssl else "http"
    print(startup.greeting(bound, scheme), end="", flush=True)


def post_worker_init(worker):
    worker.wsgi.extensions["stopping"] = lambda: not worker.alive
    # What is loaded stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def child_exit(server, worker):
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)


def on_exit(server):
    if METRICS:
        shutil.rmtree(METRICS, ignore_errors=True)
