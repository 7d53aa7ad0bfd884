"""`python -m service` starts the production server with the shipped settings."""

from __future__ import annotations

import sys
from pathlib import Path

from gunicorn.app.wsgiapp import WSGIApplication

SETTINGS = Path(__file__).with_name("gunicorn.conf.py")


def main() -> None:
    sys.argv = ["service", "--config", str(SETTINGS), "service.app:create_app()", *sys.argv[1:]]
    WSGIApplication("%(prog)s [gunicorn options]").run()


if __name__ == "__main__":
    main()
