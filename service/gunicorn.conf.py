"""The shipped settings of the production server; the environment may change those it names."""

# ruff: noqa: N999 - gunicorn names its settings file so

import os
from pathlib import Path

bind = [f"{os.environ.get('HOST', '0.0.0.0')}:{os.environ.get('PORT', '8000')}"]
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)

# A slow client costs a greenlet, not a worker.
worker_class = "gevent"
# Each worker has its own queue of connections, so that none is left without work.
reuse_port = True

keepalive = 75
graceful_timeout = 30
# Heartbeat files belong in memory, and a read-only root has no place for a control socket.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
control_socket_disable = True
loglevel = os.environ.get("LOG_LEVEL", "warning")


def when_ready(server):
    host, port = server.cfg.address[0]
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"
    print(
        f"Belote arbiter listens on {address} (API: {address}/docs). Try:\n"
        f"  curl -s {address}/v1/hands/french/JS,JH,JD,JC,8H,9H,10H,AC",
        flush=True,
    )


def post_request(worker, req, environ, resp):
    """Let others have a turn: a client with a next request always ready must not starve them."""
    from gevent import sleep

    sleep(0)


def post_worker_init(worker):
    """What is loaded stays: the collector need not look at it again and again."""
    import gc

    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
