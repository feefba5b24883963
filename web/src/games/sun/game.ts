/** What Ra and Priests of Ra have in common on the site. */

import { t } from '../../lib/i18n.svelte';
import type { GameUi } from '../types';
import EpochSteps from './EpochSteps.svelte';
import LogPiece from './LogPiece.svelte';
import MovePiece from './MovePiece.svelte';
import type { SunAccount, SunView } from './types';

type NotShared = 'name' | 'icon' | 'Banner' | 'rulesParts' | 'rules' | 'board' | 'moment' | 'Pieces' | 'moveText';
type Shared = Omit<GameUi<SunView, SunAccount>, NotShared>;

export const sunGame: Shared = {
  isCompanion: false,
  hasLesson: true,
  hasPuzzles: true,
  players: 4,
  tableClass: 'g-sun',
  botNames: ['Tiye', 'Kenna', 'Nefru', 'Senbi', 'Hori'],
  hidesHands: false,
  ending: () => import('./Ending.svelte'),
  TopBarPart: EpochSteps,
  LogPiece,
  drawnPlaceholders: ['{tile:tile}', '{sun}', '{centre}'],
  logBreaks: ['sun.told.won', 'sun.told.epoch', 'sun.told.unsold', 'sun.told.flushed', 'sun.told.over'],
  MovePiece,
  partEnd: 'sun.told.epoch',
  partName: (number) => `${t('sun.epoch')} ${'I'.repeat(number)}`,
  standsOut: ({ outcomes }) => outcomes?.[0] === 'ra',
  shortcuts: { p: ['pass'], d: ['draw'], i: ['invoke'] },
  numberedMoves: ['bid', 'flip'],
};
