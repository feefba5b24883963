/** Scroll so that what is asked, and where to touch or look for it, are both in view. */

const GAP = 12; // pixels around what is shown
const MIN_LIST = 160; // pixels of a list that opens below, so that it is seen to be there

const behavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/** Return the top and bottom of some elements together, from the top of the page. */
function extent(elements: Element[]): { top: number; bottom: number } {
  const boxes = elements.map((one) => one.getBoundingClientRect());
  return {
    top: Math.min(...boxes.map(({ top }) => top)) + scrollY,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + scrollY,
  };
}

/**
 * Show the goals on the board: spaces to touch, or those that a step changes. Where the instruction is above the
 * boards, its sentence stays in view with a step's goals; a question is at the foot, and the board may take the rest.
 */
export function scrollToGoals(main: HTMLElement, asking: boolean): void {
  main.querySelector('.scroller')?.scrollTo({ top: 0 });
  const goals = [...main.querySelectorAll('.board .go, .board .touchable')];
  if (!goals.length) return window.scrollTo({ top: 0, behavior: behavior() });
  const board = extent([goals[0]!.closest('[data-board]') ?? goals[0]!]);
  const goal = extent(goals.filter((one) => one.closest('[data-board]') === goals[0]!.closest('[data-board]')));
  const footer = main.querySelector('.order footer');
  const isFixed = footer !== null && getComputedStyle(footer).position === 'fixed';
  const height = isFixed ? footer.getBoundingClientRect().top : innerHeight;
  const fits = goal.bottom - board.top + 2 * GAP <= height;
  const start = fits ? board.top - GAP : Math.min(goal.top - GAP, (goal.top + goal.bottom - height) / 2);
  if (asking || !isFixed) {
    const isInView = goal.top >= scrollY + GAP && goal.bottom <= scrollY + height - GAP;
    if (!isInView || (isFixed && fits)) window.scrollTo({ top: start, behavior: behavior() });
    return;
  }
  const sentence = main.querySelector('.steps .now');
  const most = sentence ? extent([sentence]).top - GAP : 0;
  window.scrollTo({ top: Math.max(0, Math.min(goal.bottom + GAP - height, most)), behavior: behavior() });
}

/** Show a list that was opened below what is in view. */
export function scrollToList(list: HTMLElement, footer: HTMLElement): void {
  const room = footer.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (room < Math.min(MIN_LIST, list.offsetHeight)) list.scrollIntoView({ block: 'start', behavior: behavior() });
}
