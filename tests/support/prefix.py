"""The service under a prefix, as behind a proxy that takes the prefix away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, Protocol

from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Response


class Served(Protocol):
    """An application of Flask, or what stands for one."""

    def wsgi_app(self, environ: Any, start_response: Any) -> Any:
        """Answer a request."""


class Stripped:
    """Serve an application under a prefix, as a proxy does that takes the prefix away."""

    def __init__(self, app: Any, prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    def __call__(self, environ: Any, start_response: Any) -> Any:
        path = environ["PATH_INFO"].removeprefix(self.prefix)
        if path == environ["PATH_INFO"]:
            return Response(status=404)(environ, start_response)
        return self.app(environ | {"PATH_INFO": path}, start_response)


class Silent(WSGIRequestHandler):
    """Write no line for each request."""

    def log(self, *args: Any) -> None:
        """Do nothing."""


@contextmanager
def serving_under(prefix: str, app: Served) -> Iterator[str]:
    """Serve `app` on a free port in a thread, and yield the address that the prefix makes."""
    mounted = Stripped(app.wsgi_app, prefix)
    server = make_server("127.0.0.1", 0, mounted, threaded=True, request_handler=Silent)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}{prefix}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
