"""The shipped settings of the production server; the environment may change those it names."""

# ruff: noqa: N999 - gunicorn names its settings file so

import gc
import signal
import sys

from service import settings, startup
from service.observability import error_log, metrics_files
from service.observability.line_writer import STDOUT

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
worker_tmp_dir = settings.memory_folder()
control_socket_disable = True

# No header of a proxy has a meaning here, so whose headers to believe is not worked out.
forwarded_allow_ips = "*"
forwarder_headers = ""
secure_scheme_headers = {}

# The service writes a line a request itself.
logger_class = "service.worker.Logger"
loglevel = settings.log_level()
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
    sys.stderr = error_log.LoggedStream()
    startup.raise_open_files_limit()
    metrics_files.open_folder(server.cfg.workers)
    on_reload(server)


def on_reload(server):
    if startup.needs_one_listener(server.cfg.address):
        server.cfg.set("reuse_port", False)


def when_ready(server):
    bound = [listener.getsockname() for listener in server.LISTENERS] or server.cfg.address
    scheme = "https" if server.cfg.is_ssl else "http"
    STDOUT.write(startup.greeting(bound, scheme).encode())


def pre_fork(server, worker):
    worker.slot = metrics_files.free_slot(other.slot for other in server.WORKERS.values())


def post_fork(server, worker):
    _heed_stop(server, worker)
    metrics_files.enter_slot(worker.slot)


def _heed_stop(server, worker):
    """Heed signals from the fork on: the master sends each of them once.

    Until a worker has handlers of its own it has copies of the master's, which only queue.
    """
    signal.signal(signal.SIGTERM, worker.handle_exit)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    while not server.SIG_QUEUE.empty():
        if server.SIG_QUEUE.get_nowait() == signal.SIGTERM:
            worker.alive = False


def post_worker_init(worker):
    from gevent import get_hub

    get_hub().print_exception = error_log.log_uncaught
    worker.wsgi.extensions["stopping"] = lambda: not worker.alive
    # What is loaded stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pre_request(worker, req):
    """Nothing, where gunicorn would log the address that the client asked for."""
