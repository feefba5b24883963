"""Touch every control of a page, as a person with a small screen would, and say what is wrong with any of them."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Route, expect

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768))
LANGUAGES = ("en", "it", "es")
MAX_CONTROLS = 400  # of one form: more means that touching makes ever new ones
TOUCH_TIMEOUT = 20_000  # milliseconds: whatever covers a control for so long is a fault
ASKING = ".corrections .items button, .corrections .tgrid button"  # what opens a form in a dialog
REFUSAL = {"status": 400, "json": {"key": "tekhenu.bad.choice", "params": {}}}

# Finds the controls in a part of the page. Each has a name that stays the same when others are touched.
CONTROLS = """
(scope) => {
  const root = [...document.querySelectorAll(scope)].at(-1);
  if (!root) return [];
  const shown = (one) => one.checkVisibility() && !one.disabled && one.getAttribute('aria-disabled') !== 'true';
  const name = (one) => {
    const { answer, line, cell, space, section, area, correct, entry } = one.dataset;
    const place = one.closest('[role=group], section, .sr, .told, li')?.querySelector('h2, h3, h4, legend, .name');
    const mark = [answer, line, cell, space, section, area, correct, entry].find((found) => found !== undefined);
    return [one.tagName, one.closest('[role=group]')?.ariaLabel ?? place?.textContent?.trim() ?? '',
      one.closest('.there') ? 'there' : '', mark ?? one.ariaLabel ?? one.textContent.trim()].join(' | ');
  };
  return [...root.querySelectorAll('button, input, select, summary, a[href]')].filter(shown).map(name);
}
"""

# Brings a control to the middle of its scroller, or of the part of the window that the foot leaves free.
BRING = """
(target) => {
  target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const foot = document.querySelector('.order footer');
  if (!foot || foot.contains(target) || target.closest('dialog') || getComputedStyle(foot).position !== 'fixed') return;
  const box = target.getBoundingClientRect();
  const free = foot.getBoundingClientRect().top;
  window.scrollBy({ top: (box.top + box.bottom) / 2 - free / 2, behavior: 'instant' });
}
"""

# Tells what is wrong with a control that was brought into view, and marks it to be touched.
FAULTS = (
    f"([scope, index]) => {{ const bring = {BRING};"
    + """
  const root = [...document.querySelectorAll(scope)].at(-1);
  const shown = (one) => one.checkVisibility() && !one.disabled && one.getAttribute('aria-disabled') !== 'true';
  const control = [...root.querySelectorAll('button, input, select, summary, a[href]')].filter(shown)[index];
  document.querySelectorAll('[data-touched]').forEach((one) => one.removeAttribute('data-touched'));
  control.setAttribute('data-touched', '');
  const target = control.type === 'checkbox' ? (control.closest('label') ?? control) : control;
  bring(target);
  const box = target.getBoundingClientRect();
  const faults = [];
  if (box.width < 43.5 || box.height < 43.5) faults.push(`only ${box.width.toFixed(0)}×${box.height.toFixed(0)} px`);
  if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
    faults.push(`outside the window: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  if (!hit || !target.contains(hit))
    faults.push(`covered by ${hit?.outerHTML.slice(0, 80) ?? 'nothing'}`);
  for (const name of ['submit', 'done', 'finish', 'correct']) {
    const foot = root.querySelector(`[data-answer=${name}]`)?.getBoundingClientRect();
    if (foot && (foot.top < 0 || foot.bottom > innerHeight + 0.5)) faults.push(`${name} is out of sight`);
  }
  return faults;
}
"""
)

# Everything must lie within the width of the window, or of its dialog, even where what sticks out is cut off.
OUTSIDE = """
() => [...document.querySelectorAll('main *, dialog[open] *')].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!one.checkVisibility() || !box.width || one.closest('.hide, .sheet-scroll, svg svg, symbol')) return false;
  const frame = one.closest('dialog')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  return box.left < frame.left - 1 || box.right > frame.right + 1;
}).map((one) => `outside the width: ${one.outerHTML.slice(0, 90)}`).slice(0, 5)
"""

# No word is broken in two for want of room.
BROKEN = r"""
() => {
  const broken = new Set();
  for (const root of document.querySelectorAll('main, dialog[open]')) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement.checkVisibility() || text.parentElement.closest('.hide')) continue;
      for (const found of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const word = document.createRange();
        word.setStart(text, found.index);
        word.setEnd(text, found.index + found[0].length);
        if (new Set([...word.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.add(found[0]);
      }
    }
  }
  return [...broken].map((word) => `broken in two: ${word}`);
}
"""

IN_VIEW = """
(selector) => {
  const one = document.querySelector(selector);
  if (!one) return [`no ${selector}`];
  const box = one.getBoundingClientRect();
  return box.top >= -1 && box.bottom <= innerHeight + 1 ? [] : [`${selector} is out of sight: ${box.top}`];
}
"""


def refuse(route: Route) -> None:
    """Refuse what a touch sends, so that the page stays at its question."""
    if route.request.method == "POST":
        route.fulfill(**REFUSAL)  # type: ignore[arg-type]
    else:
        route.continue_()


def touch_all(page: Page, scope: str, leave: tuple[str, ...] = ()) -> list[str]:
    """Touch every control within a part of the page, those that appear on the way too; return all faults.

    A control whose name contains one of `leave` is looked at but not touched: it would lead away.
    """
    faults = look_over(page)
    touched: set[str] = set()
    for _ in range(MAX_CONTROLS):
        names: list[str] = page.evaluate(CONTROLS, scope)
        index = next((i for i, name in enumerate(names) if name not in touched), None)
        if index is None:
            return faults + look_over(page)
        name = names[index]
        touched.add(name)
        found = page.evaluate(FAULTS, [scope, index])
        faults += [f"{name}: {fault}" for fault in found]
        if not found and not any(word in name for word in leave):
            control = page.locator("[data-touched]")
            if control.evaluate("(one) => one.matches('a[href]')"):  # it leads away
                continue
            asks = bool(control.evaluate(f"(one) => one.matches('{ASKING}')"))
            touch(control)
            if asks:
                expect(page.locator("dialog[open]")).to_be_visible()
            close_toast(page)
            if not scope.startswith("dialog"):
                close_dialogs(page)
    return [*faults, "touching makes ever new controls"]


def look_over(page: Page) -> list[str]:
    """Return what is wrong with the page before anything is touched."""
    return [*page.evaluate(OUTSIDE), *page.evaluate(BROKEN)]


def touch(control: Locator) -> None:
    """Bring a control to the middle of what nothing covers, as a person would, and touch it."""
    control.evaluate(BRING)
    control.tap(timeout=TOUCH_TIMEOUT)


def close_toast(page: Page) -> None:
    """Close the message that something was refused."""
    toast = page.locator(".toast .tool")
    if toast.count() and not page.locator("dialog[open]").count():
        toast.first.click()


def close_dialogs(page: Page) -> None:
    """Close what was opened over the page."""
    if page.locator("dialog[open]").count():
        page.locator("dialog[open] > header .tool").tap()
        expect(page.locator("dialog[open]")).to_have_count(0)
