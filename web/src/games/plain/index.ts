/** A game that is registered on the server but has no folder here: its picture, and its moves as buttons. */

import { moveAsText } from '../../table/logLines';
import { defineGame, type GameUi } from '../types';
import Banner from './Banner.svelte';

const PLAYER_NAMES = ['Ada', 'Boole', 'Conway', 'Dido', 'Euler'];

export interface PlainView {
  legal?: string[];
  to_act?: number | 'chance' | null;
}

export default function plainGame(name: string): GameUi {
  return defineGame<PlainView>({
    name,
    icon: 'mark',
    Banner,
    isCompanion: false,
    players: 4,
    rulesParts: [],
    tableClass: 'g-plain',
    botNames: PLAYER_NAMES,
    hidesHands: true, // nobody here knows whether it has secrets
    board: () => import('./Board.svelte'),
    moveText: (move) => move,
    drawnPlaceholders: [],
    logBreaks: [],
    extraMessages: (entry) => (entry.told?.length ? [] : [moveAsText(entry)]),
    shortcuts: {},
    numberedMoves: [''],
  });
}
