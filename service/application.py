"""A Flask subclass that skips per-request work which this service does not need.

What is skipped is a search that would find nothing; if there are hooks, Flask runs them as usual.
This saves about a tenth of a request. docs/upgrading.md lists the overridden methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from flask import Flask, Request, Response, appcontext_tearing_down, request_tearing_down
from flask.sessions import NullSession, SessionInterface
from flask.typing import ResponseReturnValue
from jinja2 import StrictUndefined
from werkzeug.routing import Map, MapAdapter, Rule


class NoSessions(SessionInterface):
    """Opens the same empty session for every request, since none is ever stored."""

    nothing = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Return the empty session."""
        return self.nothing

    def save_session(self, app: Flask, session: Any, response: Any) -> None:
        """Do nothing. Flask does not save a null session."""


class StaticRouteMap(Map):
    """A URL map with an index of the rules without variables."""

    @cached_property
    def fixed(self) -> Mapping[tuple[str, str], Rule]:
        """Return rules by method and path. Flask adds no rule after the first request."""
        return {
            (method, rule.rule): rule
            for rule in self.iter_rules()
            if not rule.arguments
            for method in rule.methods or ()
        }


class StaticRouteAdapter(MapAdapter):
    """Matches a path without variables by a look-up, others by Werkzeug's search."""

    map: StaticRouteMap

    def match(self, *args: Any, **options: Any) -> Any:
        """Return rule and arguments, as `MapAdapter.match(return_rule=True)` does."""
        rule = self.map.fixed.get((self.default_method, self.path_info))
        if rule is None or args or options != {"return_rule": True}:
            return super().match(*args, **options)
        return rule, {}


class Application(Flask):
    """Flask without sessions, asynchronous views and host matching; hooks run only if registered.

    `flask.after_this_request` is not supported.
    """

    # An undefined name in a template is an error rather than an empty string.
    jinja_options = {"undefined": StrictUndefined}  # noqa: RUF012 - Flask declares it without ClassVar
    session_interface = NoSessions()
    url_map_class = StaticRouteMap

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` as it is, since no view is a coroutine."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method only; parsing the host is a third of the cost of matching."""
        if request is None:
            return None
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

    def preprocess_request(self) -> ResponseReturnValue | None:
        hooked = self.before_request_funcs or self.url_value_preprocessors
        return super().preprocess_request() if hooked else None

    def process_response(self, response: Response) -> Response:
        return super().process_response(response) if self.after_request_funcs else response

    def do_teardown_request(self, *args: Any, **options: Any) -> None:
        if self.teardown_request_funcs or request_tearing_down.receivers:
            super().do_teardown_request(*args, **options)

    def do_teardown_appcontext(self, *args: Any, **options: Any) -> None:
        if self.teardown_appcontext_funcs or appcontext_tearing_down.receivers:
            super().do_teardown_appcontext(*args, **options)
