"""Assemble the Flask application."""

from __future__ import annotations

from flask import Flask

from service.api import health, views
from service.api.request_checks import RequestChecksMiddleware
from service.api.responses import install_error_handlers
from service.application import Application
from service.middleware import OptionsMiddleware, ResponseMiddleware
from service.observability.monitoring import Monitor
from service.settings import Settings
from service.site import views as site_views
from service.site.assets import find_assets


def create_app(settings: Settings | None = None) -> Flask:
    """Return the WSGI application. `settings`: by default those of the environment."""
    chosen = settings or Settings.from_environment()
    app = Application(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.extensions["assets"] = find_assets()
    app.register_blueprint(views.api)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(site_views.blueprint)
    install_error_handlers(app)
    monitor = Monitor(log=chosen.access_log)
    app.extensions["monitor"] = monitor
    checked = RequestChecksMiddleware(OptionsMiddleware(app.wsgi_app))
    app.wsgi_app = ResponseMiddleware(checked, chosen.cors_origins, monitor)  # type: ignore[method-assign]  # as Flask documents it
    return app
