/** What the server sends, as `docs/protocol.md` describes it. */

import type { Message } from './format';

export type SeatInfo = {
  kind: 'person' | 'bot' | 'open';
  name: string | null;
  bot: string | null;
  yours: boolean;
  away: boolean;
};

export type Table<View = unknown> = {
  id: string;
  seq: number;
  game: string;
  name: string | null;
  status: 'waiting' | 'running' | 'over';
  practice: boolean;
  created: number;
  listed: boolean;
  hints: boolean;
  seats: SeatInfo[];
  you: { seat: number | null; host: boolean } | null;
  to_act: number | null;
  moved: number;
  clock: { seconds_per_move: number; deadline: number | null; now: number } | null;
  deal: { commitment: string; open: boolean; seed: string | null; salt: string | null } | null;
  undo: { to: number; practice: boolean } | null;
  scores: number[] | null;
  winners: number[] | null;
  rematch: string | null;
  position: View | null;
  links?: Record<string, string>;
};

export type Entry = {
  seq: number;
  at: number;
  kind: string;
  seat?: number;
  name?: string | null;
  bot?: string | null;
  by?: 'person' | 'bot';
  move?: string;
  outcomes?: string[] | null;
  given?: Record<string, string[]> | null;
  told?: Message[];
  to?: number;
  practice?: boolean;
  text?: string;
  why?: string;
  table?: string;
};

/** With a gap there were more entries than it has; the log has them all. */
export type Update<View = unknown> = { entries: Entry[]; gap?: boolean; table: Table<View> };
export type Hint = { move: string; value: number | null; visits: number | null };

export type GameInfo = {
  game: string;
  title: string;
  min_players: number;
  max_players: number;
  secrets: boolean;
  ready: boolean;
};
export type BotInfo = { name: string; milliseconds: number };
export type Games = { games: GameInfo[]; bots: Record<string, BotInfo[]>; version: string };
export type TableLine = {
  id: string;
  game: string;
  name: string | null;
  status: 'waiting' | 'running' | 'over';
  practice: boolean;
  players: (string | null)[];
  open: number;
  your_turn: boolean;
  created: number;
  changed: number;
};

/** The table of Ra and of Priests of Ra, as `Position.view` gives it. */
export type SunSeat = {
  fame: number;
  suns: { up: number[]; down: number[] };
  tiles: Record<string, number>;
  ankhs?: number;
};
export type Bidding = { seat: number; state: 'leads' | 'out' | 'asked' | 'can' | 'cannot'; suns: number[] };
export type Preview = { points: number; gains: Record<string, number>; loses: Record<string, number> };
export type SunView = {
  game: 'ra' | 'priests';
  players: number;
  epoch: number;
  phase: 'turn' | 'draw' | 'bid' | 'over' | 'gods' | 'discard' | 'place' | 'flip';
  to_act: number | 'chance' | null;
  turn: number | null;
  ra_track: number;
  track_length: number;
  row: string[];
  centre: number;
  pile: Record<string, number>;
  pile_left: number;
  auction: { ra_player: number; kind: 'drawn' | 'voluntary' | 'forced'; bid: number; bidder: number | null } | null;
  seats: SunSeat[];
  scoring: Record<string, number>[];
  seat: number | null;
  legal: string[];
  may_outbid: number[];
  if_epoch_ended: Record<string, number>[];
  bidding: Bidding[];
  why_not: Record<string, Message>;
  if_played: Record<string, Preview>;
  notes: Record<string, Message>[];
  odds: { ra: number; bad: number };
  owed?: { unrest: number; earthquake: number };
  drawn?: string | null;
  flips?: number;
};

/** The table of Res Publica. */
export type Slot = { count: number; cards: string[] };
export type PublicaSeat = {
  sets: string[];
  cities: number;
  monuments: number[];
  cards: number;
  points: number;
  hand?: Record<string, number>;
  known?: Record<string, number>;
  at_least?: { people: number; technology: number };
  hand_points?: number;
};
export type Sayable = { most: Record<string, number>; together: Record<string, Record<string, number>> | null };
export type PublicaView = {
  game: 'respublica';
  players: number;
  phase: 'trade' | 'answer' | 'accept' | 'give' | 'lay' | 'draw' | 'deal' | 'last lay' | 'over';
  to_act: number | 'chance' | null;
  turn: number | null;
  decks: { people: number; technology: number };
  cities_left: number;
  monuments_left: number[];
  announcement: { mode: 'ask' | 'offer'; phrase: string } | null;
  answers: Record<string, string>;
  accepted: number | null;
  pending: { people: number; technology: number } | null;
  idle: number;
  final_round: number | null;
  seat: number | null;
  wanted: (string | null)[];
  seats: PublicaSeat[];
  given: string[] | null;
  legal: string[];
  why_not: Record<string, Message>;
  sayable: { ask?: Sayable; offer?: Sayable; for?: Sayable } | null;
  can_give: { what: Message; can: boolean }[];
  due: Slot[][] | null;
};
