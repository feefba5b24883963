/** The log as lines of text: what the game says about each move, and who came and went. */

import type { Message } from '../lib/format';
import { has, t } from '../lib/i18n.svelte';
import type { Entry } from '../lib/types';

export type LogLine = { id: string; seq: number; seat: number | null; message: Message; kind: string };
/** Return the messages that a game adds to those of the server. */
export type ExtraMessages = (entry: Entry) => Message[];

const ABOUT_SEATS = ['sit', 'leave', 'away', 'late', 'back', 'fill', 'remove'];

/** Return the lines of an entry: several for a move with several consequences, none for what needs no words. */
export function linesOfEntry(entry: Entry, extraMessages: ExtraMessages = () => []): LogLine[] {
  const line = (message: Message, part = 0): LogLine => ({
    id: `${entry.seq}.${part}`,
    seq: entry.seq,
    seat: (message.params.seat as number | undefined) ?? null,
    message,
    kind: entry.kind,
  });
  if (entry.kind === 'move') return [...moveMessages(entry), ...extraMessages(entry)].map(line);
  if (entry.kind === 'chat' && entry.text === null) return []; // its writer has deleted themselves
  if (entry.kind === 'chat') return [line({ key: 'site.said', params: { seat: entry.seat, text: entry.text } })];
  if (entry.kind === 'undo') return [line({ key: 'site.happened.undo', params: { seat: entry.seat } })];
  if (entry.kind === 'away' && entry.why === 'time') {
    return [line({ key: 'site.happened.away_time', params: { seat: entry.seat } })];
  }
  if (entry.kind === 'coach') return [line({ key: coachKey(entry), params: { seat: entry.seat } })];
  if (ABOUT_SEATS.includes(entry.kind) && entry.seat !== undefined) {
    const { kind, seat } = entry;
    const nameThen = entry.name ?? t('site.player_number', { number: seat + 1 }); // by now somebody else may sit there
    return [line({ key: `site.happened.${kind}`, params: kind === 'leave' ? { seat, name: nameThen } : { seat } })];
  }
  return [];
}

/** Return the message for what a person said about the coach. */
const coachKey = ({ agrees, on }: Entry) => `site.happened.coach_${on ? 'on' : agrees ? 'wanted' : 'off'}`;

/** Return the messages of a move. If one of them is in no catalogue, the move is shown as its text. */
function moveMessages(entry: Entry): Message[] {
  const { told = [] } = entry;
  return told.every(({ key }) => has(key)) ? told : [moveAsText(entry)];
}

/** Return a message that shows a move and its outcomes as their text. */
export const moveAsText = ({ seat, move, outcomes }: Entry): Message => ({
  key: 'site.said',
  params: { seat, text: [move, ...(outcomes ?? [])].join(' ') },
});

/** Return the log without the moves that were undone. */
export function entriesInForce(entries: Entry[]): Entry[] {
  let inForce: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'undo') inForce = inForce.filter(({ kind, seq }) => kind !== 'move' || seq <= entry.to!);
    inForce.push(entry);
  }
  return inForce;
}

/** Return how many moves had been made, and not undone since, by an entry of the log. */
export const movesUpTo = (entries: Entry[], seq: number) => movesAround(entries, seq).done.length;

/** Return the moves that were not undone, by their entries: those up to an entry of the log, and those after it. */
export function movesAround(entries: Entry[], seq: number): { done: number[]; ahead: number[] } {
  const moves = entriesInForce(entries).filter(({ kind }) => kind === 'move');
  const done = moves.filter((entry) => entry.seq <= seq).map((entry) => entry.seq);
  return { done, ahead: moves.slice(done.length).map((entry) => entry.seq) };
}

/** Return the entry after which to look when one steps through the log: a move back, or ahead; null: there is none. */
export function stepFrom(entries: Entry[], seq: number, by: 1 | -1): number | null {
  const { done, ahead } = movesAround(entries, seq);
  return (by > 0 ? ahead[0] : done.filter((move) => move < seq).at(-1)) ?? null;
}

/** Return the log with the seats as they are numbered since lots were drawn at the start. */
export function withFinalSeats(entries: Entry[]): Entry[] {
  const start = entries.find((entry) => entry.lots);
  if (!start) return entries;
  return entries.map((entry) =>
    entry.seat === undefined || entry.seq > start.seq ? entry : { ...entry, seat: start.lots!.indexOf(entry.seat) },
  );
}

/** Return the log as lines of text, newest first. */
export const logLines = (entries: Entry[], extraMessages?: ExtraMessages): LogLine[] =>
  entriesInForce(withFinalSeats(entries))
    .flatMap((entry) => linesOfEntry(entry, extraMessages))
    .reverse();
