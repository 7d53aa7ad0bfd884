"""Assemble the Flask application."""

from __future__ import annotations

from flask import Flask

from service.api import health, views
from service.api.request_checks import RequestChecksMiddleware
from service.api.responses import install_error_handlers
from service.application import Application
from service.config import Config
from service.middleware import OptionsMiddleware, ResponseMiddleware
from service.observability.monitoring import Monitor
from service.site import views as site_views
from service.site.assets import find_assets


def create_app(config: Config | None = None) -> Flask:
    """Return the WSGI application.

    `config`: by default that of the environment. Raises: ValueError if the latter is not valid.
    """
    config = config or Config.from_environment()
    app = Application(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.extensions["assets"] = find_assets()
    app.register_blueprint(views.api)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(site_views.blueprint)
    install_error_handlers(app)
    monitor = Monitor(log=config.access_log)
    app.extensions["monitor"] = monitor
    checked = RequestChecksMiddleware(OptionsMiddleware(app.wsgi_app))
    app.wsgi_app = ResponseMiddleware(checked, config.cors_origins, monitor)  # type: ignore[method-assign]  # as Flask documents it
    return app
