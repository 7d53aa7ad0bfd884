"""Wiring: the Flask application out of its parts."""

from __future__ import annotations

from flask import Flask

from service.settings import Settings
from service.web import operations, pages, routes
from service.web.answers import install_error_handlers
from service.web.application import Application
from service.web.assets import find_assets
from service.web.frame import Frame, Options
from service.web.request_checks import RequestChecks
from service.web.watch import Watch


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; `settings` are read from the environment where none are given."""
    chosen = settings or Settings.from_environment()
    app = Application(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.extensions["assets"] = find_assets()
    app.register_blueprint(routes.api)
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(pages.blueprint)
    install_error_handlers(app)
    watch = Watch(log=chosen.access_log)
    app.extensions["watch"] = watch
    checked = RequestChecks(Options(app.wsgi_app))
    app.wsgi_app = Frame(checked, chosen.cors_origins, watch)  # type: ignore[method-assign]  # as Flask documents it
    return app
