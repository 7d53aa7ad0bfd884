"""What tests of the edge share: the application as it ships, and a client that asks it.

Both live as long as the run: the service keeps nothing between two requests.
"""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Settings())


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()
