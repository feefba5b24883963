/** The companion's rules on this device, in a worker of their own. */

import type { Engine, MatchView, Refusal } from '../../../offline/engine';
import type { Answer, Call } from './worker';

type Waiting = { resolve: (text: string) => void; reject: (error: Error) => void };

/** Start the rules; they load at once, in the background. */
export default function startEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let calls = 0;

  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const { resolve, reject } = waiting.get(data.number)!;
    waiting.delete(data.number);
    if ('failed' in data) reject(new Error(data.failed));
    else resolve(data.text);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The rules cannot be loaded.'));
    waiting.clear();
  });

  const call = (what: Call['what'], text = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      waiting.set(++calls, { resolve, reject });
      worker.postMessage({ number: calls, what, text } satisfies Call);
    });

  return {
    begin: async (seed) => JSON.parse(await call('begin', seed)) as MatchView,
    load: async (snapshot) => JSON.parse(await call('load', snapshot)) as MatchView,
    operate: async (operation) => JSON.parse(await call('operate', JSON.stringify(operation))) as MatchView | Refusal,
    read: async (path) => JSON.parse(await call('read', path)) as unknown,
    snapshot: () => call('snapshot'),
    close: () => worker.terminate(),
  };
}
