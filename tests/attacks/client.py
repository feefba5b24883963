"""A plain HTTP client that comes from an address of its own: a machine has many loopback addresses."""

from __future__ import annotations

import json
import time
import uuid
from collections import Counter
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

JSON = dict[str, Any]
TIMEOUT = 60.0  # seconds; an attack that works makes people wait for long


class Client:
    """Sends one request after the other over one connection, and counts the answers by their status."""

    def __init__(self, url: str, address: str) -> None:
        parts = urlsplit(url)
        self.host, self.port, self.address = str(parts.hostname), int(parts.port or 80), address
        self.token: str | None = None
        self.statuses: Counter[str] = Counter()
        self.connection: HTTPConnection | None = None

    def become_known(self, name: str) -> None:
        """Get a token, as programs do."""
        self.token = self.ask("POST", "/api/players", {"name": name})["token"]

    def ask(self, method: str, path: str, body: JSON | None = None) -> JSON:
        """Send a request until it is accepted, however often that takes."""
        while True:
            status, answer, wait = self.send(method, path, body)
            if 0 < status < 400:
                return answer
            if status not in (0, 429, 503):
                raise RuntimeError(f"{status} {answer} {path}")
            time.sleep(min(wait, 2.0))

    def send(self, method: str, path: str, body: JSON | None = None) -> tuple[int, JSON, float]:
        """Send a request once; return its status (0: the connection broke), answer and seconds to wait."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            if self.connection is None:
                source = (self.address, 0)
                self.connection = HTTPConnection(self.host, self.port, timeout=TIMEOUT, source_address=source)
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException):
            self.close()
            self.statuses["broken"] += 1
            return 0, {}, 0.1
        retry = answer.headers.get("Retry-After")
        self.statuses[f"{answer.status}" if answer.status != 503 or retry else "503 without Retry-After"] += 1
        if answer.headers.get("Connection", "").lower() == "close":
            self.close()
        is_json = answer.headers.get_content_type().endswith("json")
        return answer.status, json.loads(content) if is_json and content else {}, float(retry or 0.1)

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def new_request() -> str:
    return uuid.uuid4().hex
