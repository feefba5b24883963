// Measures the layout of a table as it is shown now. `rules` are those of layouts.py, all selectors.
(rules) => {
  const faults = [];
  const all = (selectors) => (selectors.length ? [...document.querySelectorAll(selectors)] : []).filter(isShown);
  const isShown = (one) => one.checkVisibility() && one.getClientRects().length > 0 && !one.closest('.hide');
  const words = (one) => one.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
  const name = (one) => `<${one.className?.baseVal ?? one.className}> ${words(one)}`;
  const box = (one) => one.getBoundingClientRect();
  const round = (...numbers) => numbers.map(Math.round).join(' ');
  const isIn = (inner, outer) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // ---- the page: how far it scrolls
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} px wide`);
  if (rules.fits && page.scrollHeight > innerHeight) faults.push(`the page is ${page.scrollHeight} px high`);

  // ---- what must be in view, and under no other thing
  function covered(one) {
    const { left, right, top, bottom } = box(one);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit && (one.contains(hit) || hit.contains(one)) ? null : hit;
  }
  const moves = all(rules.question.map((part) => `${part} [data-move]`));
  for (const one of [...all(rules.question), ...moves, ...(rules.fits ? all(rules.in_view) : [])]) {
    if (!isIn(box(one), window_)) {
      const { left, top, right, bottom } = box(one);
      faults.push(`not in view: ${name(one)} at ${round(left, top, right, bottom)}`);
    }
  }
  for (const one of moves) {
    const hit = covered(one);
    if (hit) faults.push(`${name(one)} is covered by ${name(hit)}`);
  }

  // ---- what stands on one line
  for (const group of rules.same_line) {
    const boxes = all([group]).map(box);
    const top = Math.max(...boxes.map((one) => one.top));
    const bottom = Math.min(...boxes.map((one) => one.bottom));
    const least = Math.min(...boxes.map((one) => one.height)) / 2;
    if (boxes.length > 1 && bottom - top < least) faults.push(`not on one line: ${group}`);
  }

  // ---- texts: neither broken into lines, nor out of their panels, nor cut
  function lines(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].filter((rect) => rect.width > 0.5);
  }
  function textsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (text.data.trim() && isShown(text.parentElement)) found.push(text);
    }
    return found;
  }
  for (const one of all(rules.one_line)) {
    for (const text of textsIn(one)) {
      const rects = lines(text);
      if (rects.some((rect) => rect.top > rects[0].bottom - 2)) faults.push(`broken into lines: ${name(one)}`);
    }
  }
  const mayBeCut = (one) => rules.may_be_cut.some((selector) => one.closest(selector));
  for (const one of all(rules.whole)) {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = one;
    if (clientWidth && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
      faults.push(`${round(scrollWidth, scrollHeight)} in ${round(clientWidth, clientHeight)} px: ${name(one)}`);
    for (const text of textsIn(one)) {
      if (mayBeCut(text.parentElement) || lines(text).every((rect) => isIn(rect, box(one)))) continue;
      faults.push(`“${text.data.trim()}” is not all in ${name(one)}`);
    }
  }

  // ---- what keeps its distance
  for (const [first, second, least] of [...rules.apart, ...(rules.fits ? rules.apart_if_fits : [])]) {
    for (const a of all([first])) {
      for (const b of all([second])) {
        if (a === b || a.contains(b) || b.contains(a)) continue;
        const [one, other] = [box(a), box(b)];
        const across = Math.max(one.left - other.right, other.left - one.right);
        const down = Math.max(one.top - other.bottom, other.top - one.bottom);
        const gap = Math.max(across, down);
        if (gap < least - 0.5) faults.push(`${name(a)} and ${name(b)} are ${gap.toFixed(0)} px apart, not ${least}`);
      }
    }
  }

  // ---- where things are that are to stay there: in the window, or within what may move as a whole
  const places = {};
  for (const [selector, frame] of rules.fits ? rules.steady.map(([one]) => [one, null]) : rules.steady) {
    const one = all([selector])[0];
    const from = frame === null ? { left: 0, top: 0 } : all([frame])[0] && box(all([frame])[0]);
    if (one && from) places[selector] = [box(one).left - from.left, box(one).top - from.top].map(Math.round);
  }
  return { faults: [...new Set(faults)], places };
};
