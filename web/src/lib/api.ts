/** Requests to the server. A request that fails throws a `Problem`: a message key and parameters, in no language. */

import type { Params } from './format';
import type { Me } from './types';

export class Problem extends Error {
  constructor(
    readonly status: number, // 0: no answer came
    readonly key: string,
    readonly params: Params,
  ) {
    super(key);
  }

  /** Whether the same request may well be accepted later: none was answered, or there were too many. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Whether the server was not reached, or could not answer. */
  get isUnreachable(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }
}

const MAX_RETRIES = 4;
const FIRST_RETRY_MS = 300; // doubled for each further one
const MAX_JOIN_WAIT_SECONDS = 10; // if many people follow their invitations at once from one address

/** Return a new random id for a request. */
export const requestId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Return the JSON of an answer; throw a `Problem` if the server refused the request. */
async function readAnswer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => null)) as { key?: string; params?: Params } | null;
  throw new Problem(response.status, body?.key ?? 'server.busy', body?.params ?? {});
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Read something, and read it again while the server is busy. */
export async function get<T>(path: string): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await readAnswer<T>(await fetch(`/api/${path}`));
    } catch (error) {
      if (!(error instanceof Problem)) throw new Problem(0, 'network', {});
      if (error.status !== 503 || retries === MAX_RETRIES) throw error;
      await sleep(FIRST_RETRY_MS * 2 ** retries);
    }
  }
}

let me: Promise<Me> | null = null;

/** Return who this browser is. The answer sets its cookie, or renews it, before anything else is sent. */
export function loadMe(): Promise<Me> {
  me ??= get<Me>('me').catch((error: unknown) => {
    me = null;
    throw error;
  });
  return me;
}

/** Ask anew who this browser is: it has another name, or acts for another player. */
export const forgetMe = () => {
  me = null;
};

/** Return how many milliseconds to wait before posting again; null if that would be of no use. */
function retryDelay(path: string, error: unknown, retries: number): number | null {
  if (retries === MAX_RETRIES) return null;
  const newCookie = error instanceof Problem && error.status === 401 && retries === 0;
  if (!(error instanceof Problem) || error.status === 503 || newCookie) return FIRST_RETRY_MS * 2 ** retries;
  const seconds = Number(error.params.seconds);
  const soon = error.status === 429 && path.endsWith('/join') && seconds <= MAX_JOIN_WAIT_SECONDS;
  return soon ? 1000 * seconds : null;
}

/**
 * Post JSON, and post it again while the network fails: the request id makes that harmless. If the server does not know
 * this browser, its refusal sets a new cookie, and the request is posted once more with it. Joining is tried again too
 * if others at the same address join at the same time.
 */
export async function post<T>(path: string, body: Params, method = 'POST'): Promise<T> {
  await loadMe().catch(() => undefined);
  const text = JSON.stringify(body);
  for (let retries = 0; ; retries++) {
    try {
      return await readAnswer<T>(
        await fetch(`/api/${path}`, { method, headers: { 'Content-Type': 'application/json' }, body: text }),
      );
    } catch (error) {
      const delay = retryDelay(path, error, retries);
      if (delay === null) throw error instanceof Problem ? error : new Problem(0, 'network', {});
      await sleep(delay);
    }
  }
}

/**
 * Post JSON without patience: if no answer comes in time, somebody else goes on and posts the same later. Only a
 * refusal that sets a new cookie is followed by a second attempt.
 */
export async function postOnce<T>(path: string, body: Params, milliseconds: number): Promise<T> {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  for (let retries = 0; ; retries++) {
    try {
      return await readAnswer<T>(
        await fetch(`/api/${path}`, { ...options, signal: AbortSignal.timeout(milliseconds) }),
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw new Problem(0, 'network', {});
      if (error.status !== 401 || retries) throw error;
    }
  }
}

/** Read something as the text that the server sent. */
export async function getText(path: string): Promise<string> {
  const response = await fetch(`/api/${path}`).catch(() => null);
  if (!response) throw new Problem(0, 'network', {});
  return response.ok ? response.text() : readAnswer<string>(response);
}

/** Post an action at a table: `moves`, `undo`, `chat`, … */
export const postAction = <T>(tableId: string, action: string, body: Params = {}) =>
  post<T>(`tables/${tableId}/${action}`, { request_id: requestId(), ...body });

/** Return a QR code of a text, as the address of an image. */
export async function qrCode(text: string): Promise<string> {
  const response = await fetch('/api/qr', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Problem(response.status, 'server.busy', {});
  return `data:image/svg+xml,${encodeURIComponent(await response.text())}`;
}
