/** Requests to the server. A failed one is a `Problem`: a key and parameters, in any language. */

import type { Params } from './format';

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly params: Params,
  ) {
    super(key);
  }
}

export const requestId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => null)) as { key?: string; params?: Params } | null;
  throw new Problem(response.status, body?.key ?? 'server.busy', body?.params ?? {});
}

export async function get<T>(path: string): Promise<T> {
  try {
    return await answer<T>(await fetch(`/api/${path}`));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(0, 'network', {});
  }
}

/** Sent again while the network fails: the request id makes that harmless. */
export async function post<T>(path: string, body: Params, method = 'POST'): Promise<T> {
  const text = JSON.stringify(body);
  for (let trial = 0; ; trial++) {
    try {
      return await answer<T>(
        await fetch(`/api/${path}`, { method, headers: { 'Content-Type': 'application/json' }, body: text }),
      );
    } catch (error) {
      const passing = !(error instanceof Problem) || error.status === 503;
      if (!passing || trial === 4) throw error instanceof Problem ? error : new Problem(0, 'network', {});
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** trial));
    }
  }
}

export const act = <T>(id: string, what: string, body: Params = {}) =>
  post<T>(`tables/${id}/${what}`, { request_id: requestId(), ...body });

/** A QR code of a text, as the address of a picture. */
export async function picture(text: string): Promise<string> {
  const response = await fetch('/api/qr', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Problem(response.status, 'server.busy', {});
  return `data:image/svg+xml,${encodeURIComponent(await response.text())}`;
}
