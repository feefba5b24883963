/** What a game adds to the site. */

import type { Component, Snippet } from 'svelte';
import type { Message, Params } from '../lib/format';
import type { TableSource } from '../lib/tableSource';
import type { DeviceTable } from '../offline/deviceTable.svelte';
import type { Engine } from '../offline/engine';
import type { Entry, GameEnding, ShownTable, Table } from '../lib/types';
import type { Advice } from '../table/advice.svelte';
import type { RulesEntry } from '../rules/search';
import type { PendingMove } from '../table/pendingMove.svelte';

type Lazy<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>;

/** What a board gets: everything about the table that the site knows. */
export type BoardProps<View> = {
  source: TableSource<View>;
  table: ShownTable<View>;
  view: View;
  names: string[]; // of the players, by seat
  you: number | null; // the only own seat; null for a spectator, and for several players around one screen
  asked: boolean; // whether the view's seat is to decide, on this screen
  pendingMove: PendingMove;
  advice?: Advice; // what the moves are worth, where the user may know it
  adviceBox?: Snippet; // the reason for the best move, or a warning: a board puts it below its moves
  openRules?: (section: string) => void; // the rules at one of their sections
  decidesAhead?: boolean; // whether moves may be decided before one is asked
  tools: Snippet; // undo, hint, coach: a board puts them beside its question
  foot?: Snippet; // for those who only look on: it stands in place of the own seat, which is with the others then
};

/** What the board of a moment in a review gets: a position that nobody can play on. */
export type MomentProps<View> = {
  table: ShownTable<View>;
  view: View;
  openViews: View[] | null; // what each seat saw, once the reader wants to see all hands
  names: string[];
  you: number | null;
  seat: number | null; // that decides at this moment
  entries: Entry[]; // what happened before
};

/** What the end of a game gets; `account` says where the points came from, in the terms of the game. */
export type EndingProps<View, Account> = {
  table: ShownTable<View>;
  view: View;
  names: string[];
  you: number | null;
  ending: GameEnding;
  account: Account;
  entries: Entry[]; // the log
  result: Snippet; // who has won and why
};

/** What the seats get that are shown while the screen is passed on: a position as everybody may see it. */
export type PublicSeatsProps<View> = { table: ShownTable<View>; view: View; names: string[] };

/** What a page gets that stands for the whole table, its top bar included. */
export type PageProps = { live: DeviceTable; table: Table };

/** A placeholder of a log message that the game draws, such as a tile for `{tile:tile}`; `text` is it in words. */
export type LogPieceProps = { placeholder: string; params: Params; text: string };

/** What a game adds to the text of its rules. */
export interface RulesOfGame {
  readonly Figure: Component<{ part: string }>; // the picture or example of a section; nothing where there is none
  readonly Glossary: Component; // every piece and what it does
  readonly piecesPart: string; // the section of the pieces: `tiles` or `cards`
  pieces(): RulesEntry[]; // for the search
}

export interface GameUi<View = unknown, Account = unknown> {
  readonly name: string; // as the server calls it

  // ---- the home page and the rules
  readonly icon: string; // a symbol of drawings.svg
  readonly Banner: Component;
  readonly isCompanion: boolean; // one person plays the real game beside the screen: there is nothing to set up
  readonly players: number; // at a table that is opened with one click, the user included
  readonly rulesParts: readonly string[]; // sections of the rules, in order; empty: the site has no rules of it
  /** Return the section of the rules that the phase of a position is about. */
  rulesSection?(view: View): string;
  readonly rules?: () => Promise<{ default: RulesOfGame }>;

  readonly hasLesson?: boolean; // a guided first game
  readonly hasPuzzles?: boolean;
  readonly results?: Lazy<Record<string, never>>; // the page of the user's finished games

  // ---- the table
  readonly tableClass: string; // of the element around the table
  readonly botNames: readonly string[]; // by seat
  readonly hidesHands: boolean; // around one screen, the device is passed on face down
  readonly board?: Lazy<BoardProps<View>>;
  readonly ending?: Lazy<EndingProps<View, Account>>; // the page after the end; without it the scores are shown
  readonly publicSeats?: Lazy<PublicSeatsProps<View>>; // where hands are hidden
  readonly page?: Lazy<PageProps>; // instead of a board: the whole page
  readonly engine?: () => Promise<{ default: () => Engine }>; // its rules on this device, if it can do without a server
  readonly TopBarPart?: Component<{ view: View }>;
  /** Return a move in words, before it is made. */
  moveText(move: string, names: string[], you: number | null): string;

  // ---- the log
  readonly LogPiece?: Component<LogPieceProps>;
  readonly drawnPlaceholders: readonly string[]; // those that `LogPiece` draws
  readonly logBreaks: readonly string[]; // keys of messages that end a part of the game: a line is drawn below them
  /** Return messages of an entry that are added to those of the server, such as the cards that a seat drew. */
  extraMessages?(entry: Entry): Message[];

  // ---- the review
  readonly moment?: Lazy<MomentProps<View>>; // the board at a moment of a finished game
  readonly Pieces?: Component<{ children: Snippet }>; // stands around what draws pieces outside the board
  readonly MovePiece?: Component<{ move: string }>; // the drawing that stands before a move in a list
  readonly partEnd?: string; // key of the message that ends a part of the game, such as an epoch
  partName?(number: number): string; // of the part, from 1
  standsOut?(entry: Entry): boolean; // whether a move has a tick on the slider of a replay

  // ---- the keyboard
  readonly shortcuts: Readonly<Record<string, readonly string[]>>; // key: moves, or their first words
  readonly numberedMoves: readonly string[]; // first words of the moves that the keys 1 to 9 stand for
}

/** Check a game's interface against its own view, and return it as one of any game: the server sends it no other. */
export const defineGame = <View, Account = never>(ui: GameUi<View, Account>): GameUi => ui as unknown as GameUi;
