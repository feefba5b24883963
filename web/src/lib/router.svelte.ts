/** The page that is shown. Every page has an address of its own; the server sends the same document for all of them. */

import { pageOf, type Page } from './page';

const current = $state<{ page: Page }>({ page: pageOf(location.pathname) });

export const page = () => current.page;

/** Show the page of a path. */
export function navigate(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  current.page = pageOf(location.pathname);
  scrollTo(0, 0);
}

addEventListener('popstate', () => (current.page = pageOf(location.pathname)));

/** Follow a link within the site without loading the document again. */
export function handleLinkClick(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  navigate(link.pathname + link.hash);
}
