"""The server's OpenAPI document, with the views of the dealt games.

As a program it writes the document to standard output; `make types` generates the site's types from it.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from heliopolis.core.checks import JSON

REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> JSON:
    """Return the OpenAPI document of the application; the games are imported only when it is asked for."""
    document = FastAPI.openapi(app)
    schemas = document["components"]["schemas"]
    if "RaView" not in schemas:
        views = view_schemas()
        schemas |= views
        position = [*({"$ref": REFERENCE.format(model=name)} for name in VIEWS), {"type": "object"}, {"type": "null"}]
        for schema in schemas.values():
            if "position" in schema.get("properties", {}):
                schema["properties"]["position"] |= {"anyOf": position}
    return document


VIEWS = ("RaView", "PriestsView", "ResPublicaView")


def view_schemas() -> JSON:
    """Return the schemas of the games' views and of everything they contain, by name."""
    from heliopolis.games.priests.types import PriestsView
    from heliopolis.games.ra.types import RaView
    from heliopolis.games.respublica.types import ResPublicaView

    schemas: JSON = {}
    views: tuple[Any, ...] = (RaView, PriestsView, ResPublicaView)
    for name, view in zip(VIEWS, views, strict=True):
        schema = TypeAdapter(view).json_schema(ref_template=REFERENCE)
        schemas |= schema.pop("$defs", {})
        schemas[name] = schema
    return schemas


if __name__ == "__main__":
    from heliopolis.server.app import make_app
    from heliopolis.server.settings import Settings

    print(json.dumps(make_app(Settings(database="sqlite://")).openapi(), indent=1))
