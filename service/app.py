"""Assemble the Flask application."""

from __future__ import annotations

from wsgiref.types import WSGIApplication

from flask import Flask

from service.api import health, views
from service.api.error_handlers import install_error_handlers
from service.application import Application
from service.config import Config
from service.middleware import (
    CORSMiddleware,
    ObservationMiddleware,
    OptionsMiddleware,
    RequestIDMiddleware,
    SecurityHeadersMiddleware,
)
from service.observability.access_log import AccessLog
from service.request_checks import RequestChecksMiddleware
from service.site import views as site_views
from service.site.assets import find_assets


def create_app(config: Config | None = None) -> Flask:
    """Return the WSGI application.

    `config`: by default that of the environment. Raises: ValueError if the latter is not valid.
    """
    config = config or Config.from_environment()
    app = Application(__name__, static_folder=None)
    app.config["ARBITER"] = config
    app.url_map.merge_slashes = False
    app.extensions["assets"] = find_assets()
    app.register_blueprint(views.api)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(site_views.blueprint)
    install_error_handlers(app)
    access_log = AccessLog(enabled=config.access_log)
    app.extensions["access_log"] = access_log
    app.wsgi_app = _wrap(app.wsgi_app, config, access_log)  # type: ignore[method-assign]  # as Flask documents it
    return app


def _wrap(
    application: WSGIApplication, config: Config, access_log: AccessLog
) -> RequestIDMiddleware:
    """Return the application in its middleware.

    The checks of a request are inside all that sets headers or observes, so refused requests get
    the same headers and are counted.
    """
    checked = RequestChecksMiddleware(OptionsMiddleware(application))
    answered = CORSMiddleware(SecurityHeadersMiddleware(checked), config.cors_origins)
    return RequestIDMiddleware(ObservationMiddleware(answered, access_log))
