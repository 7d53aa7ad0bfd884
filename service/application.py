"""A Flask subclass that looks up fixed paths in an index.

docs/performance.md gives the gain, docs/upgrading.md the internals of Werkzeug that it relies on.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from flask import Flask, Request, request
from jinja2 import StrictUndefined
from werkzeug.routing import Map, MapAdapter, Rule

from service.observability.access_log import REQUEST_ID

log = logging.getLogger("service")


class StaticRouteMap(Map):
    """A URL map with an index of the rules without variables."""

    @cached_property
    def static_rules(self) -> Mapping[tuple[str, str], Rule]:
        """Return the rules by method and path. Flask adds no rule after the first request."""
        return {
            (method, rule.rule): rule
            for rule in self.iter_rules()
            if not rule.arguments
            for method in rule.methods or ()
        }


class StaticRouteAdapter(MapAdapter):
    """Match a path without variables by a look-up, any other by Werkzeug's search."""

    map: StaticRouteMap

    def match(self, *args: Any, **options: Any) -> Any:
        """Return what `MapAdapter.match` returns.

        Only the call that Flask makes, `match(return_rule=True)`, uses the index.

        Raises: NotFound, MethodNotAllowed.
        """
        rule = self.map.static_rules.get((self.default_method, self.path_info))
        if rule is None or args or options != {"return_rule": True}:
            return super().match(*args, **options)
        return rule, {}


class Application(Flask):
    """Flask with `StaticRouteMap`, without matching of hosts, and with strict templates.

    Unexpected exceptions are logged without the path, which is text of a client.
    """

    # An undefined name in a template is an error rather than an empty string.
    jinja_options = {"undefined": StrictUndefined}  # noqa: RUF012 - Flask declares it without ClassVar
    url_map_class = StaticRouteMap

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return an adapter that matches method and path.

        The host is not parsed, so `SERVER_NAME`, `APPLICATION_ROOT` and host matching have no
        effect on requests.
        """
        if request is None:
            return super().create_url_adapter(None)
        environ = request.environ
        return StaticRouteAdapter(
            self.url_map,
            server_name="",
            script_name=environ.get("SCRIPT_NAME") or "/",
            subdomain="",
            url_scheme=environ["wsgi.url_scheme"],
            path_info=request.path,
            default_method=environ["REQUEST_METHOD"],
        )

    def log_exception(self, exc_info: Any) -> None:
        """Log an unexpected exception with the id of its request."""
        request_id = request.environ.get(REQUEST_ID)
        log.error("unexpected error", exc_info=exc_info, extra={"request_id": request_id})
