"""The server's OpenAPI document, with the views of the dealt games and with where their points came from.

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
        schemas |= game_schemas()
        for field, found in game_types().items():
            models = [{"$ref": REFERENCE.format(model=model.__name__)} for model in found]
            for schema in schemas.values():
                if field in schema.get("properties", {}):
                    schema["properties"][field] |= {"anyOf": [*models, {"type": "object"}, {"type": "null"}]}
    return document


def game_types() -> dict[str, tuple[Any, ...]]:
    """Return by the name of a field what it contains in the dealt games."""
    from heliopolis.games.priests.types import PriestsView
    from heliopolis.games.ra.types import RaView
    from heliopolis.games.respublica.types import ResPublicaAccount, ResPublicaView
    from heliopolis.games.sun.types import SunAccount

    return {"position": (RaView, PriestsView, ResPublicaView), "account": (SunAccount, ResPublicaAccount)}


def game_schemas() -> JSON:
    """Return the schemas of the games' types and of everything they contain, by name."""
    schemas: JSON = {}
    for found in (one for types in game_types().values() for one in types):
        schema = TypeAdapter(found).json_schema(ref_template=REFERENCE)
        schemas |= schema.pop("$defs", {})
        schemas[found.__name__] = schema
    return schemas


if __name__ == "__main__":
    from heliopolis.server.app import make_app
    from heliopolis.server.settings import Settings

    print(json.dumps(make_app(Settings(database="sqlite://")).openapi(), indent=1))
