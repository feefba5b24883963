/** A review that grows while the server makes it: asked for once, then read on until it is complete. */

import { get, post, type Problem } from '../lib/api';
import type { AskedReview, Review, ReviewAnswer } from '../lib/types';

const POLL_MS = 1000;

export class GrowingReview {
  review = $state.raw<Review | null>(null);
  status = $state<ReviewAnswer['status']>('none');
  place = $state<number | null>(null); // in the queue
  problem = $state.raw<Problem | null>(null);

  #ask: () => Promise<string>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /** `ask` asks the server for the review and returns the path to read it from. */
  constructor(ask: () => Promise<string>) {
    this.#ask = ask;
  }

  async open(): Promise<void> {
    this.problem = null;
    try {
      await this.#read(await this.#ask());
    } catch (error) {
      this.problem = error as Problem;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Read what is new, and again after a while as long as there is more to come. */
  async #read(path: string): Promise<void> {
    const after = this.review?.moments.length ?? 0;
    const answer = await get<ReviewAnswer>(`${path}?after=${after}`);
    if (this.#closed) return;
    this.#take(answer);
    if (answer.status === 'done' || answer.status === 'failed') return;
    this.#timer = setTimeout(() => void this.#readAgain(path), POLL_MS);
  }

  async #readAgain(path: string): Promise<void> {
    try {
      await this.#read(path);
      this.problem = null;
    } catch (error) {
      this.problem = error as Problem;
      if (this.problem.isTemporary && !this.#closed) {
        this.#timer = setTimeout(() => void this.#readAgain(path), 3 * POLL_MS);
      }
    }
  }

  #take({ status, place, review }: ReviewAnswer): void {
    this.status = status;
    this.place = place;
    if (review) this.review = { ...review, moments: [...(this.review?.moments ?? []), ...review.moments] };
  }
}

/** Return the review of a finished table. */
export const tableReview = (table: string) =>
  new GrowingReview(async () => {
    await post(`tables/${table}/review`, {});
    return `tables/${table}/review`;
  });

/** Return the review of a record. */
export const recordReview = (text: string) =>
  new GrowingReview(async () => `reviews/${(await post<AskedReview>('records/review', { text })).id}`);
