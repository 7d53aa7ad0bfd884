"""Configure gunicorn. docs/operating.md lists what the environment may change."""

# ruff: noqa: N999 - gunicorn's name for a settings file

import gc
import signal
import sys

from service import startup
from service.config import Config, memory_folder
from service.observability import error_log, metrics_files
from service.observability.line_writer import STDOUT

configured = Config.from_environment()

bind = [configured.bind]
workers = configured.workers

# Each connection has a greenlet, so that a slow client does not block the others.
worker_class = "service.worker.Worker"
worker_connections = 4000
# Each worker has an accept queue of its own; the kernel spreads connections over them.
reuse_port = True

# The longest valid request line is under 200 bytes; browsers send a dozen headers.
limit_request_line = 2048
limit_request_fields = 40
limit_request_field_size = 2048

# Longer than a proxy keeps a connection, so that the server never closes one in use.
keepalive = 75
# sendfile would bypass the time limits of service.connection.
sendfile = False
graceful_timeout = 30
# Heartbeat files must not wait for a disk; a read-only root has no place for a control socket.
worker_tmp_dir = memory_folder()
control_socket_disable = True

# Proxy headers are not used, so skip the check whether to trust them.
forwarded_allow_ips = "*"
forwarder_headers = ""
secure_scheme_headers = {}

# The service writes its own access log.
logger_class = "service.worker.Logger"
loglevel = configured.log_level
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "service.observability.error_log.JsonLines"}},
    "handlers": {
        "stderr": {"()": "service.observability.error_log.LineHandler", "formatter": "json"},
    },
    "root": {"handlers": ["stderr"]},
    "loggers": {"gunicorn.error": {"handlers": ["stderr"], "propagate": False}},
}


def on_starting(server):
    """Prepare the master: its standard error, its limits and the files of the metrics."""
    sys.stderr = error_log.LoggedStream()
    startup.raise_open_files_limit()
    metrics_files.open_folder(server.cfg.workers)
    on_reload(server)


def on_reload(server):
    """Share one listener where the address can be bound only once."""
    if startup.needs_one_listener(server.cfg.address):
        server.cfg.set("reuse_port", False)


def when_ready(server):
    """Print the addresses of the server and a command to try."""
    bound = [listener.getsockname() for listener in server.LISTENERS] or server.cfg.address
    scheme = "https" if server.cfg.is_ssl else "http"
    STDOUT.write(startup.greeting(bound, scheme).encode())


def pre_fork(server, worker):
    """Give the worker the lowest slot for metrics that no living worker has."""
    worker.slot = metrics_files.free_slot(other.slot for other in server.WORKERS.values())


def post_fork(server, worker):
    """Make the worker react to signals, and enter its slot for metrics."""
    _handle_signals(server, worker)
    metrics_files.enter_slot(worker.slot)


def _handle_signals(server, worker):
    """React to signals right after the fork; the master sends each of them only once.

    Until a worker installs its own handlers it has the master's, which only put signals in a queue.
    """
    signal.signal(signal.SIGTERM, worker.handle_exit)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    while not server.SIG_QUEUE.empty():
        if server.SIG_QUEUE.get_nowait() == signal.SIGTERM:
            worker.alive = False


def post_worker_init(worker):
    """Log uncaught errors as JSON, and tell the application when the worker is stopping."""
    from gevent import get_hub  # noqa: PLC0415 - not in the master, before the fork

    get_hub().print_exception = error_log.log_uncaught
    worker.wsgi.extensions["stopping"] = lambda: not worker.alive
    # Exempt loaded modules from garbage collection, and collect less often.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pre_request(worker, req):
    """Do nothing; gunicorn's default logs the address of the request."""
