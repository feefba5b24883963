/** What the server says about its games. */

import { get } from './api';
import { has, t } from './i18n.svelte';
import type { BotInfo, GameInfo, Games } from './types';

let facts = $state.raw<GameInfo[]>([]);
let loaded: Promise<Games> | null = null;

/** Return the games of the server and their bots, which are loaded once. */
export function loadGames(): Promise<Games> {
  loaded ??= get<Games>('games').then(
    (games) => {
      facts = games.games;
      return games;
    },
    (error: unknown) => {
      loaded = null;
      throw error;
    },
  );
  return loaded;
}

/** Return the facts of a game, once they are loaded. */
export const gameFacts = (game: string): GameInfo | undefined => facts.find((info) => info.game === game);

/** Return the title of a game: in the language of the page, else as the server has it. */
export const gameTitle = (game: string): string =>
  has(`site.game.${game}`) ? t(`site.game.${game}`) : (gameFacts(game)?.title ?? game);

/** Return the level of bots that nobody has chosen: a medium one, as every game has. */
export const usualLevel = (levels: BotInfo[]): string => (levels.find(isMedium) ?? levels[0])?.name ?? '';
const isMedium = ({ name }: BotInfo) => name === 'medium';
