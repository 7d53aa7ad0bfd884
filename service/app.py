"""Wiring: the Flask application out of its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from service.settings import Settings
from service.web import operations, pages, routes
from service.web.answers import install_error_handlers
from service.web.bodies import PATIENT
from service.web.frame import Frame
from service.web.watch import Watch


class NoSessions(SessionInterface):
    """Nothing is kept between requests, so one empty session does for all."""

    nothing = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self.nothing

    def save_session(self, app: Flask, session: Any, response: Any) -> None:
        """Never reached: Flask saves no null session."""


class Application(Flask):
    """Flask without what this service has no use for: sessions, coroutines, routes of a host."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view is a coroutine, so none is asked at each request whether it is."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method alone; to make out the host is a third of matching."""
        if request is None:
            return None
        environ = request.environ
        return MapAdapter(
            self.url_map,
            server_name="",
            script_name=environ.get("SCRIPT_NAME") or "/",
            subdomain="",
            url_scheme=environ["wsgi.url_scheme"],
            path_info=request.path,
            default_method=environ["REQUEST_METHOD"],
        )


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; `settings` are read from the environment where none are given."""
    chosen = settings or Settings.from_environment()
    app = Application(__name__, static_folder="web/pages/static", static_url_path="/static")
    app.url_map.merge_slashes = False
    app.extensions["patience"] = PATIENT
    app.register_blueprint(routes.api)
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(pages.blueprint)
    install_error_handlers(app)
    watch = Watch(log=chosen.access_log)
    app.wsgi_app = Frame(app.wsgi_app, chosen.cors_origins, watch)  # type: ignore[method-assign]  # as Flask documents it
    return app
