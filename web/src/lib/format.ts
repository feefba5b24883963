/**
 * Messages with placeholders, filled as Python's `format_message` does it: `{name}` is a parameter, `{god:god}` a word
 * of the catalogue, `{n?one|many}` a plural, `{dice*die}` a list.
 */

export type Params = Record<string, unknown>;
export type Message = { key: string; params: Params };
export type Catalogue = Record<string, string>;

const PLACEHOLDER = /\{(\w+)(?:([:?*])([^{}]*))?\}/g;

/** Return how a value is written in a message key. */
const keyPart = (value: unknown) => (value === null || value === undefined ? 'none' : String(value).toLowerCase());

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value && 'params' in value;

/** Return the message of a key with its placeholders filled. */
export function format(messages: Catalogue, key: string, params: Params = {}): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`There is no message ${key}.`);
  return fill(messages, key, message, params);
}

/** Fill the placeholders of a text, which may be only a part of the message of that key. */
export function fill(messages: Catalogue, key: string, text: string, params: Params): string {
  const domain = key.split('.', 1)[0];
  return text.replace(PLACEHOLDER, (_, name: string, sort: string | undefined, rest: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${key} lacks ${name}.`);
    if (sort === ':') return format(messages, `${domain}.${rest}.${keyPart(value)}`);
    if (sort === '?') return rest.split('|')[value === 1 ? 0 : 1] ?? '';
    if (sort === '*') return (value as Params[]).map((item) => format(messages, `${domain}.${rest}`, item)).join(', ');
    return isMessage(value) ? format(messages, value.key, value.params) : String(value);
  });
}

/** Split a message at its placeholders, so that a component can draw some of them. */
export function splitPlaceholders(messages: Catalogue, key: string): (string | { placeholder: string })[] {
  const parts: (string | { placeholder: string })[] = [];
  const message = messages[key] ?? '';
  let at = 0;
  for (const match of message.matchAll(PLACEHOLDER)) {
    if (match.index > at) parts.push(message.slice(at, match.index));
    parts.push({ placeholder: match[0] });
    at = match.index + match[0].length;
  }
  if (at < message.length) parts.push(message.slice(at));
  return parts;
}
