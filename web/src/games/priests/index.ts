import { sunGame } from '../sun/game';
import { moveText } from '../sun/moveText';
import type { SunAccount, SunView } from '../sun/types';
import { defineGame } from '../types';
import Banner from './Banner.svelte';
import Pieces from './Pieces.svelte';

export default defineGame<SunView, SunAccount>({
  ...sunGame,
  name: 'priests',
  icon: 'priest',
  Banner,
  rulesParts: ['goal', 'turn', 'auction', 'priests', 'epoch', 'scoring', 'last', 'end'],
  rulesSection: ({ phase }) =>
    ({ bid: 'auction', over: 'end', place: 'turn', flip: 'priests' })[phase as string] ?? 'turn',
  rules: () => import('./rules'),
  moveText: (move) => moveText(move, 'sun.do.end_flips'),
  board: () => import('./Board.svelte'),
  moment: () => import('../sun/Moment.svelte'),
  Pieces,
});
