/** Which page is shown. Pages have real addresses; the server gives every one of them the same document. */

import { pageOf, type Page } from './page';

const here = $state<{ page: Page }>({ page: pageOf(location.pathname) });

export const page = () => here.page;

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  here.page = pageOf(location.pathname);
  scrollTo(0, 0);
}

addEventListener('popstate', () => (here.page = pageOf(location.pathname)));

/** Links within the site change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.startsWith('/api/')
  )
    return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
