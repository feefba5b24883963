"""What kind of device sends a request, in a few words of our own: what browsers say of themselves is not repeated."""

from __future__ import annotations

import re

# What stands in the header, and what we call it; the first that is found counts, since most browsers name several.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
PROGRAM = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,23}")  # the first word of a program that is no browser


def label_of(user_agent: str) -> str | None:
    """Return the kind of a device, such as `Firefox/Android`, or `curl` for a program; None if it cannot be told."""
    browser = next((name for word, name in BROWSERS.items() if word in user_agent), None)
    if browser is None:
        program = PROGRAM.match(user_agent)
        return None if program is None else program[0]
    system = next((name for word, name in SYSTEMS.items() if word in user_agent), None)
    return browser if system is None else f"{browser}/{system}"


def browser_and_system(label: str | None) -> tuple[str | None, str | None]:
    """Return the two parts of a label, where there are two."""
    browser, _, system = (label or "").partition("/")
    return browser or None, system or None
