import { beforeAll, expect, test, vi } from 'vitest';
import { resultPicture } from '../src/games/tekhenu/results/picture';
import { offerToShare } from '../src/games/tekhenu/results/share';
import { itemsAt, roundsOf, timesOf, timeText, vpOf } from '../src/games/tekhenu/results/rounds';
import { byFamily, itemsOf, linesOf, outcomeKey, recordOf } from '../src/games/tekhenu/results/sources';
import type { Result } from '../src/games/tekhenu/types';
import english from '../../src/heliopolis/text/en.json';
import { loadEnglish } from './english';

beforeAll(loadEnglish);

const ROUNDS: { when: string; sources: Record<string, number> }[] = [
  { when: 'start', sources: { start: 10 } },
  { when: 'round 3', sources: { ra: 9, rewards: 4 } },
  { when: '8', sources: { districts: 12 } },
  { when: 'round 9', sources: { corrections: -2 } },
  { when: 'end', sources: { decrees: 8 } },
];
const RESULT: Result = {
  automas: 2,
  difficulty: 1,
  time_of_seth: true,
  settings: {},
  person_vp: 60,
  margin: 12,
  winners: ['person'],
  person_rounds: [
    { when: 'play', sources: { play: 48 } },
    { when: 'end', sources: { scoring: 12 } },
  ],
  players: {
    a1: {
      vp: 41,
      sources: { start: 10, ra: 9, rewards: 4, districts: 12, decrees: 8, corrections: -2 },
      rounds: ROUNDS,
    },
    a2: { vp: 48, sources: { start: 10, ra: 20, production: 6, happiness: 9, order: 3 }, rounds: [] },
  },
};

test('every item of the score sheet belongs to a family', () => {
  const items = Object.keys(english)
    .filter((key) => key.startsWith('tekhenu.sheet.') && !key.endsWith('.total'))
    .map((key) => key.slice('tekhenu.sheet.'.length));
  const players = { a1: { vp: items.length, sources: Object.fromEntries(items.map((item) => [item, 1])), rounds: [] } };
  expect(itemsOf({ players }).toSorted()).toEqual(items.toSorted());
});

test('the families of an automa add up to its VP', () => {
  for (const { vp, sources } of Object.values(RESULT.players)) {
    expect(byFamily(sources).reduce((sum, part) => sum + part.vp, 0)).toBe(vp);
  }
});

test('VP by round add up, the person’s too', () => {
  const [person, a1] = roundsOf(RESULT);
  for (const player of [person!, a1!]) {
    expect(timesOf([player]).reduce((sum, when) => sum + vpOf(player, when), 0)).toBe(player.vp);
  }
  expect(timesOf([a1!])).toHaveLength(20);
  expect(timesOf([person!])).toContain('play');
  expect(itemsAt([person!, a1!], 'round 3')).toEqual(['ra', 'rewards']);
  expect(timeText('round 3')).toBe('round 3');
  expect(timeText('8')).toBe('after round 8');
});

test('a result of an older version has no VP by round', () => {
  const older = { ...RESULT, person_rounds: undefined, players: { a1: { vp: 9, sources: { start: 9 } } } };
  expect(roundsOf(older as unknown as Result)).toEqual([]);
});

test('the best player comes first, and a person without VP is left out', () => {
  expect(linesOf(RESULT).map(({ player }) => player)).toEqual(['person', 'a2', 'a1']);
  expect(linesOf({ ...RESULT, person_vp: null }).map(({ player }) => player)).toEqual(['a2', 'a1']);
});

test('a game is won, lost, shared or unknown', () => {
  expect(outcomeKey(RESULT)).toBe('companion.result_won');
  expect(outcomeKey({ margin: -3, winners: ['a1'] })).toBe('companion.result_lost');
  expect(outcomeKey({ margin: 0, winners: ['person', 'a1'] })).toBe('companion.result_shared');
  expect(outcomeKey({ margin: null, winners: null })).toBe('companion.result_unknown');
});

test('the record counts games, wins and the average margin of each difficulty', () => {
  const game = (automas: number, difficulty: number, margin: number | null) => ({ automas, difficulty, margin });
  expect(recordOf([game(2, 0, 5), game(1, 1, 10), game(1, 1, -4), game(1, 1, 0), game(1, 0, null)])).toEqual([
    { automas: 1, difficulty: 1, games: 3, won: 1, margin: 2 },
    { automas: 2, difficulty: 0, games: 1, won: 1, margin: 5 },
  ]);
});

test('the picture says who won, when, against whom, and everybody’s VP', () => {
  const svg = resultPicture(RESULT, new Date(2026, 10, 16));
  for (const text of ['You won by 12 VP', '2 automas, difficulty 1', 'Time of Seth', '2026', '>60<', '>48<', '>41<']) {
    expect(svg).toContain(text);
  }
});

test('bars of the picture are as long as the VP', () => {
  const svg = resultPicture(RESULT, new Date());
  const own = /<rect x="300" y="[\d.]+" width="([\d.]+)" height="34" fill="url\(#own\)"/.exec(svg);
  expect(Number(own?.[1])).toBeCloseTo(697);
});

test('a picture is handed to the device if it takes files; closing its dialog is no failure', async () => {
  const file = new File(['x'], 'x.png');
  vi.stubGlobal('navigator', {});
  expect(await offerToShare(file, 'title')).toBe(false);
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { canShare: () => true, share });
  expect(await offerToShare(file, 'title')).toBe(true);
  expect(share).toHaveBeenCalledWith({ files: [file], title: 'title' });
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  expect(await offerToShare(file, 'title')).toBe(true);
  share.mockRejectedValueOnce(new DOMException('no gesture', 'NotAllowedError'));
  expect(await offerToShare(file, 'title')).toBe(false);
  vi.unstubAllGlobals();
});
