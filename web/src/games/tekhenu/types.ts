/** The view of a Tekhenu session, as the server sends it. */

import type { Message } from '../../lib/format';
import type { SoloGame } from '../../lib/types';

export type Owner = 'person' | 'a1' | 'a2' | 'a3';
export type Die = [colour: string, value: number];
export type Option = { value: unknown; label: Message };
export type Prompt = {
  id: string;
  kind: 'number' | 'choice' | 'several' | 'owners' | 'order' | 'numbers' | 'dice' | 'confirm' | 'form' | 'turn';
  question: Message;
  options?: Option[];
  actions?: Option[]; // of a turn: what can be done with the die
  help?: Message[];
  low?: number;
  high?: number;
  most?: number;
  least?: number; // of numbers, where it is not `most`
  fields?: Prompt[];
  default: unknown;
  optional: boolean;
};
/** A change of the table: where, as keys and indexes, and what is there then. */
export type Change = [path: (string | number)[], value: unknown];
export type Step = Message & {
  who: Owner | null; // whom it concerns
  vp: number;
  why: Message[];
  turn: Owner | null; // whose turn it is when it is done
  tile: string | null; // the action tile of that turn
  changes: Change[];
};
export type Entry = { id: string; value: unknown };
export type Pieces = { buildings: number; pillars: number; statues: number };
export type Automa = Pieces & {
  vp: number;
  population: number;
  happiness: number;
  decrees: number;
  technologies: number;
  blessings: number;
  ankhs: number;
  district: string;
  obelisk: string;
  line: number;
  cell: [row: number, column: number];
};
export type Board = {
  settings: { region_vp: number[]; time_of_seth?: boolean; population_end: number; statues_per_god: number };
  difficulty: number;
  dice: Record<string, Die[]>;
  status: Record<string, string[]>;
  light: Record<string, 'sunny' | 'shaded' | 'dark'>;
  horus_order: string[];
  god_statues: Record<string, Owner[]>;
  osiris: { buildings: (Owner | null)[][]; statues: (Owner | null)[] };
  leaders: Record<string, Owner | null>;
  temple: {
    pillars: (Owner | null)[][];
    conquest: number[][];
    buildings: (Owner | null)[];
    statues: Record<string, Owner | null>;
  };
  seth?: { regions: (Owner | Owner[] | null)[]; statues: Record<string, Owner | null> };
  conquest_stack: number;
  order: Owner[];
  person: Pieces;
  automas: Record<string, Automa>;
  tiles_left: Record<string, number>;
  round: number;
};
export type SheetRow = { when: string; item: string; vp: Record<string, number> };
/** The result of a finished game; VP by source add up to an automa's VP. */
export type Result = Omit<SoloGame, 'table' | 'finished'>;
export type CompanionView = {
  table: Board; // after all steps
  before: Board; // before the first step
  round: number;
  player: Owner | null;
  prompt: Prompt | null;
  steps: Step[];
  done: number[]; // the steps that are done on the real table, by index
  waiting: Entry[];
  dropped: Entry[];
  correctable: string[];
  can_use_cultist: boolean;
  can_undo: boolean;
  can_redo: boolean;
  over: boolean;
  sheet: SheetRow[];
  result: Result | null; // of a finished game
  scores_prompt?: Prompt | null; // for the person's own scorings, after the game; not in views of older versions
};

export const GODS = ['horus', 'ra', 'hathor', 'bastet', 'thoth', 'osiris'];
export const DISTRICTS = ['papyrus', 'bread', 'limestone', 'granite'];
export const COLOUR_OF: Record<string, string> = {
  papyrus: 'yellow',
  bread: 'brown',
  limestone: 'white',
  granite: 'black',
};
export type PieceKind = 'pillar' | 'building' | 'statue';
export const SEATS: Owner[] = ['person', 'a1', 'a2', 'a3'];
export const godIcon = (god: string) => (god === 'ra' ? 'god-ra' : god);
