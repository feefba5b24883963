const PIECES = '[data-explain][tabindex]';
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Let Tab reach one of the pieces within an element, and the arrow keys the others; a Svelte action. */
export function pieceFocus(node: HTMLElement): { destroy: () => void } {
  const pieces = () => [...node.querySelectorAll<HTMLElement>(PIECES)];

  function keepOne(chosen?: HTMLElement) {
    const all = pieces();
    const one = chosen ?? all.find((piece) => piece.tabIndex === 0) ?? all[0];
    for (const piece of all) if (piece.tabIndex !== (piece === one ? 0 : -1)) piece.tabIndex = piece === one ? 0 : -1;
  }

  function onkeydown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const all = pieces();
    const at = all.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation(); // arrows mean something else outside
    const next = all[(at + step + all.length) % all.length]!;
    keepOne(next);
    next.focus();
  }

  const changes = new MutationObserver(() => keepOne());
  changes.observe(node, { childList: true, subtree: true });
  keepOne();
  node.addEventListener('keydown', onkeydown);
  return {
    destroy() {
      changes.disconnect();
      node.removeEventListener('keydown', onkeydown);
    },
  };
}
