/** What Ra and Priests of Ra have in common on the site. */

import type { GameUi } from '../types';
import EpochSteps from './EpochSteps.svelte';
import LogPiece from './LogPiece.svelte';
import type { SunView } from './types';

type Shared = Omit<GameUi<SunView>, 'name' | 'icon' | 'Banner' | 'rulesParts' | 'rulesPieces' | 'board' | 'moveText'>;

export const sunGame: Shared = {
  isCompanion: false,
  players: 4,
  tableClass: 'g-sun',
  botNames: ['Tiye', 'Kenna', 'Nefru', 'Senbi', 'Hori'],
  hidesHands: false,
  TopBarPart: EpochSteps,
  LogPiece,
  drawnPlaceholders: ['{tile:tile}', '{sun}', '{centre}'],
  logBreaks: ['sun.told.won', 'sun.told.epoch', 'sun.told.unsold', 'sun.told.flushed', 'sun.told.over'],
  shortcuts: { p: ['pass'], d: ['draw'], i: ['invoke'] },
  numberedMoves: 'bid',
};
