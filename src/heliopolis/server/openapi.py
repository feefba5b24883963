"""Write the server's OpenAPI schema to standard output; `make types` generates the site's types from it."""

from __future__ import annotations

import json

from heliopolis.server.app import make_app
from heliopolis.server.settings import Settings


def schema_text() -> str:
    """Return the schema as JSON. No database is opened and no rules are compiled."""
    return json.dumps(make_app(Settings(database="sqlite://")).openapi(), indent=1)


if __name__ == "__main__":
    print(schema_text())
