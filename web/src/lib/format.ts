/** Messages with gaps, exactly as `heliopolis.messages` fills them: `{name}`, `{god:god}`, `{n?one|many}`, `{dice*die}`. */

export type Params = Record<string, unknown>;
export type Message = { key: string; params: Params };
export type Catalogue = Record<string, string>;

const GAP = /\{(\w+)(?:([:?*])([^{}]*))?\}/g;

/** How a value stands in a key. */
const wordOf = (value: unknown) => (value === null || value === undefined ? 'none' : String(value).toLowerCase());

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value && 'params' in value;

export function format(messages: Catalogue, key: string, params: Params = {}): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`There is no message ${key}.`);
  return fill(messages, key, message, params);
}

/** A text, perhaps only a part of the message of that key, with its gaps filled. */
export function fill(messages: Catalogue, key: string, text: string, params: Params): string {
  const domain = key.split('.', 1)[0];
  return text.replace(GAP, (_, name: string, sort: string | undefined, rest: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${key} lacks ${name}.`);
    if (sort === ':') return format(messages, `${domain}.${rest}.${wordOf(value)}`);
    if (sort === '?') return rest.split('|')[value === 1 ? 0 : 1] ?? '';
    if (sort === '*') return (value as Params[]).map((item) => format(messages, `${domain}.${rest}`, item)).join(', ');
    return isMessage(value) ? format(messages, value.key, value.params) : String(value);
  });
}

/** The text of a message cut at its gaps, so that a gap can be shown as a picture: strings and names of parameters. */
export function pieces(messages: Catalogue, key: string): (string | { gap: string })[] {
  const found: (string | { gap: string })[] = [];
  const message = messages[key] ?? '';
  let at = 0;
  for (const match of message.matchAll(GAP)) {
    if (match.index > at) found.push(message.slice(at, match.index));
    found.push({ gap: match[0] });
    at = match.index + match[0].length;
  }
  if (at < message.length) found.push(message.slice(at));
  return found;
}
