"""Who asks, and for whom: the address of a client, and the names under which this server answers.

A page of another site can point a name of its own at this server (DNS rebinding). Its requests then carry that name in
`Host`, which is why other names are refused.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import Scope

from heliopolis.core.errors import InvalidSetup
from heliopolis.server.domain.problems import Problem

IPV6_PREFIX = 56  # bits; a home gets such a network, and can choose the 8 bits behind it as it likes
HOST = re.compile(r"(?P<name>\[[0-9A-Za-z:.%]+\]|[A-Za-z0-9_.-]+)(:\d{1,5})?")
NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


def address_of(scope: Scope) -> str:
    """Return the address of a client; those of one IPv6 network count as one."""
    return counted_address(scope["client"][0]) if scope.get("client") else "unknown"


@lru_cache(maxsize=10_000)
def counted_address(host: str) -> str:
    """Return the address under which a client is counted: its own, or the network of an IPv6 address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    address = getattr(address, "ipv4_mapped", None) or address  # an IPv4 client of a server that listens on IPv6 too
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False)) if address.version == 6 else str(address)


def clean_host_name(name: str) -> str:
    """Return a name as browsers send it."""
    try:
        cleaned = name.rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        cleaned = ""
    if not NAME.fullmatch(cleaned):
        raise InvalidSetup(f"'{name}' is not a host name such as games.example.org.")
    return cleaned


def own_names(names: tuple[str, ...]) -> frozenset[str]:
    """Return all names of this server: those it was given, and those that every machine has."""
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    return frozenset({"localhost", machine, short, f"{short}.local", *names})


def check_host(headers: Headers, http_version: str, names: frozenset[str]) -> None:
    """Accept requests for one of these names or for any address; very old clients send no name at all."""
    hosts = headers.getlist("host")
    if not hosts and http_version == "1.0":
        return
    if len(hosts) != 1:
        raise Problem("request.malformed", where="host")
    found = HOST.fullmatch(hosts[0])
    name = found["name"].lower().removesuffix(".") if found else ""
    if name not in names and not is_address(name.strip("[]")):
        raise Problem("request.host", host=hosts[0][:80])


@lru_cache(maxsize=1000)
def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
