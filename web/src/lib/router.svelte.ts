/** Which page is shown. Pages have real addresses; the server gives every one of them the same document. */

export type Page =
  | { name: 'home' }
  | { name: 'table'; id: string }
  | { name: 'replay' }
  | { name: 'rules'; game: string }
  | { name: 'lost' };

export function pageOf(path: string): Page {
  const [first, second, ...rest] = path.split('/').filter(Boolean);
  if (first === undefined) return { name: 'home' };
  if (first === 't' && second && !rest.length) return { name: 'table', id: second };
  if (first === 'replay' && !second) return { name: 'replay' };
  if (first === 'rules' && second && !rest.length) return { name: 'rules', game: second };
  return { name: 'lost' };
}

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
  if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
