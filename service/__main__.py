"""`python -m service` starts the production server with the shipped settings."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from service.settings import Settings, body_timeout, worker_count

SETTINGS = Path(__file__).with_name("gunicorn.conf.py")


def main() -> None:
    try:
        Settings.from_environment()
        body_timeout()
        worker_count()
        _check_free(os.environ.get("HOST", "0.0.0.0"), os.environ.get("PORT", "8000"))
    except (ValueError, OSError) as error:
        sys.exit(f"belote-arbiter: {error}")
    # Not before: gunicorn reads the environment while it is imported, and would break off.
    from gunicorn.app.wsgiapp import WSGIApplication

    sys.argv = ["service", "--config", str(SETTINGS), "service.app:create_app()", *sys.argv[1:]]
    WSGIApplication("%(prog)s [gunicorn options]").run()


def _check_free(host: str, port: str) -> None:
    """Workers share a port so readily that two servers would not notice each other on it.

    Raises: OSError where another server listens, ValueError where the port is no number.
    """
    if not port.isdecimal() or int(port) >= 2**16:
        raise ValueError(f"PORT must be a number up to 65535, not {port!r}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except OSError as error:
            raise OSError(f"cannot listen on {host}:{port} ({error.strerror}); set PORT") from None


if __name__ == "__main__":
    main()
