/** The pages and their addresses. */

export type Page =
  | { name: 'home' }
  | { name: 'table'; id: string }
  | { name: 'replay' }
  | { name: 'rules'; game: string }
  | { name: 'results'; game: string }
  | { name: 'you' }
  | { name: 'hello' }
  | { name: 'notFound' };

/** Return the page that a path leads to. */
export function pageOf(path: string): Page {
  const [first, second, ...rest] = path.split('/').filter(Boolean);
  if (first === undefined) return { name: 'home' };
  if (first === 't' && second && !rest.length) return { name: 'table', id: second };
  if (first === 'you' && !second) return { name: 'you' };
  if (first === 'hello' && !second) return { name: 'hello' };
  if (first === 'replay' && !second) return { name: 'replay' };
  if (first === 'rules' && second && !rest.length) return { name: 'rules', game: second };
  if (first === 'results' && second && !rest.length) return { name: 'results', game: second };
  return { name: 'notFound' };
}
