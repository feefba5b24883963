/** A review as the server sends it: what each decision of a game was worth. */

import type { Message } from '../lib/format';

export type Label = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** A move that could be played, with the chance of winning and the expected score of each seat after it. */
export type Option = { move: string; win: number[]; points: number[]; visits: number };

/** A decision of the game. Chances are by seat and add up to 1. */
export type Moment = {
  number: number; // of the move, from 0
  seat: number;
  move: string;
  best: string;
  win: number[]; // before the move
  after: number[]; // after it, before chance
  loss: number;
  error: number;
  label: Label;
  only: boolean; // the best move was played, and every other is far worse
  options: Option[]; // best first
  why: Message[];
};

/** What the moves of a decision are worth, of a review or of a puzzle. */
export type JudgedMoves = Pick<Moment, 'seat' | 'move' | 'best'> & { options: Pick<Option, 'move' | 'win'>[] };

export type Review = {
  game: string;
  players: number;
  complete: boolean;
  result: number[] | null;
  winners: number[];
  moments: Moment[];
  last: number[] | null; // shares of the victory, once the game is over
  accuracy: (number | null)[];
  luck: number[];
  skill: number[];
  others: number[];
};

export type ReviewStatus = 'none' | 'waiting' | 'working' | 'done' | 'failed';
export type ReviewAnswer = { status: ReviewStatus; place: number | null; review: Review | null };
