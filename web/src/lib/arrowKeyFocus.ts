const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Move the focus among the buttons within an element with the arrow keys; a Svelte action. */
export function arrowKeyFocus(node: HTMLElement): { destroy: () => void } {
  function onkeydown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const buttons = [...node.querySelectorAll<HTMLElement>('button:not([hidden])')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }
  node.addEventListener('keydown', onkeydown);
  return { destroy: () => node.removeEventListener('keydown', onkeydown) };
}
