/** The moments of a record. The server replays it; each request carries the whole record, so none is sent twice. */

import { post } from './api';
import type { OpenedRecord } from './types';

export class RecordMoments<View> {
  readonly text: string;
  #moments: Record<string, Promise<OpenedRecord<View>>> = {}; // by seat and number of moves

  constructor(text: string) {
    this.text = text;
  }

  /** Return the position after so many moves (null: after the last) as a seat sees it; null: as a spectator does. */
  load(at: number | null, seat: number | null): Promise<OpenedRecord<View>> {
    const key = `${seat} ${at}`;
    this.#moments[key] ??= post<OpenedRecord<View>>('records', {
      text: this.text,
      ...(at === null ? {} : { at }),
      ...(seat === null ? {} : { seat }),
    });
    this.#moments[key].catch(() => delete this.#moments[key]); // a moment that failed may be asked for again
    return this.#moments[key];
  }
}
