import { sunGame } from '../sun/game';
import { moveText } from '../sun/moveText';
import type { SunAccount, SunView } from '../sun/types';
import { defineGame } from '../types';
import Banner from './Banner.svelte';
import Pieces from './Pieces.svelte';

export default defineGame<SunView, SunAccount>({
  ...sunGame,
  name: 'ra',
  icon: 'ra',
  Banner,
  rulesParts: ['goal', 'turn', 'auction', 'gods', 'disasters', 'epoch', 'scoring', 'last', 'end'],
  rulesSection: ({ phase }) =>
    ({ bid: 'auction', over: 'end', gods: 'gods', discard: 'disasters' })[phase as string] ?? 'turn',
  rules: () => import('./rules'),
  moveText: (move) => moveText(move, 'sun.do.end_gods'),
  board: () => import('./Board.svelte'),
  moment: () => import('../sun/Moment.svelte'),
  Pieces,
});
