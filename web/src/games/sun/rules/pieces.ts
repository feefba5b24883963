import { t } from '../../../lib/i18n.svelte';
import type { RulesEntry } from '../../../rules/search';
import type { TileSet } from '../tileSet';

/** Return every tile with what it does, for the search. */
export const tileEntries = ({ families }: TileSet): RulesEntry[] =>
  families.flatMap(({ name, tiles }) =>
    tiles.map((tile) => ({ id: `tile-${tile}`, title: t(`sun.tile.${tile}`), text: t(`sun.help.${name}`) })),
  );
