"""Draw the icons of the installed site from its mark: `python -m tests.site.icons`.

A maskable icon fills its whole square, because a device cuts it to a shape of its own; what matters lies in a circle of
four fifths of its width.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from tests.site.conftest import chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
SAFE = 0.72  # the part of a maskable icon's width that the mark takes
ICONS = {"180.png": (180, True), "192.png": (192, False), "512.png": (512, False), "maskable-512.png": (512, True)}


def draw(page: Page, mark: str, name: str, size: int, fills: bool) -> None:
    """Draw one icon; one that fills its square has the mark's own ground to its edges."""
    ground = re.search(r'<rect[^>]*fill="(#\w+)"', mark)
    assert ground is not None
    margin = size * (1 - SAFE) / 2 if fills else 0
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f'<body style="margin:0;{f"background:{ground[1]}" if fills else ""}">'
        f'<div style="position:absolute;inset:{margin}px">{mark}</div>'
    )
    page.screenshot(path=PUBLIC / "icons" / name, omit_background=not fills)


def main() -> None:
    mark = (PUBLIC / "mark.svg").read_text(encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page()
        for name, (size, fills) in ICONS.items():
            draw(page, mark, name, size, fills)


if __name__ == "__main__":
    main()
