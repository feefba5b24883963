import { describe, expect, it } from 'vitest';
import en from '../../src/heliopolis/text/en.json';
import es from '../../src/heliopolis/text/es.json';
import it_ from '../../src/heliopolis/text/it.json';
import priests from '../src/games/priests';
import { PRIESTS_TILES } from '../src/games/priests/tiles';
import ra from '../src/games/ra';
import { RA_TILES } from '../src/games/ra/tiles';
import { faces, familyOf, sectionOf } from '../src/games/sun/tileSet';

const CATALOGUES: Record<string, string>[] = [en, it_, es];

describe.each([
  ['Ra', RA_TILES, ra],
  ['Priests of Ra', PRIESTS_TILES, priests],
])('the tiles of %s', (_, tiles, game) => {
  const all = tiles.pile.flatMap(faces);

  it('are each explained by one sentence in every language', () => {
    for (const tile of all) {
      expect(tiles.families.filter((family) => family.tiles.includes(tile))).toHaveLength(1);
      for (const messages of CATALOGUES) expect(messages).toHaveProperty([`sun.help.${familyOf(tiles, tile).name}`]);
    }
  });

  it('are explained differently, family by family', () => {
    for (const messages of CATALOGUES) {
      const sentences = tiles.families.map(({ name }) => messages[`sun.help.${name}`]);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });

  it('name sections that the rules have', () => {
    const subjects = ['sun 8', 'track', 'ankhs 0', 'fame 0', ...all.map((tile) => `tile ${tile}`)];
    for (const subject of subjects) expect(game.rulesParts).toContain(sectionOf(tiles, subject));
  });
});

it('a fortress is a monument in Ra and a building in Priests of Ra, and pyramids differ too', () => {
  expect(familyOf(RA_TILES, 'fortress').name).toBe('monument');
  expect(familyOf(PRIESTS_TILES, 'fortress').name).toBe('building');
  expect(familyOf(RA_TILES, 'pyramid').name).toBe('monument');
  expect(familyOf(PRIESTS_TILES, 'pyramid').name).toBe('pyramid');
});
