/** What can be played here, asked for once. */

import { get } from './api';
import type { Games } from './types';

let asked: Promise<Games> | null = null;

export function games(): Promise<Games> {
  asked ??= get<Games>('games').catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
