"""Run the production server: `python -m service [gunicorn options]`."""

from __future__ import annotations

import sys
from pathlib import Path

from service.config import prepare_environment
from service.startup import check_addresses, open_closed_descriptors

SETTINGS = Path(__file__).with_name("gunicorn.conf.py")


def main() -> None:
    """Check the configuration and run gunicorn until it is stopped.

    Exit with status 1 and one line on standard error if a variable or an address is not valid.
    """
    open_closed_descriptors()
    try:
        prepare_environment()
        # Import late: gunicorn reads the environment at import, and fails on bad values.
        from gunicorn.app.wsgiapp import WSGIApplication  # noqa: PLC0415 - see above

        sys.argv = ["service", "--config", str(SETTINGS), "service.app:create_app()", *sys.argv[1:]]
        server = WSGIApplication("%(prog)s [gunicorn options]")
        check_addresses(server.cfg.address)
    except (ValueError, OSError) as error:
        sys.exit(f"belote-arbiter: {error}")
    server.run()


if __name__ == "__main__":
    main()
