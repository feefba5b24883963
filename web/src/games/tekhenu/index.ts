import { defineGame } from '../types';
import Banner from './Banner.svelte';

export default defineGame({
  name: 'tekhenu',
  icon: 'obelisk',
  Banner,
  isCompanion: true,
  players: 1,
  rulesParts: ['goal', 'table', 'turn', 'automas', 'correct'],
  results: () => import('./results/Results.svelte'),
  tableClass: 'g-tekhenu',
  botNames: [],
  hidesHands: false,
  page: () => import('./Companion.svelte'),
  engine: () => import('./engine'),
  moveText: (move) => move,
  drawnPlaceholders: [],
  logBreaks: [],
  shortcuts: {},
  numberedMoves: [],
});
