import { defineGame } from '../types';
import Banner from './Banner.svelte';
import { moveText } from './moveText';
import { privateMessages } from './privateMessages';
import TurnSteps from './TurnSteps.svelte';
import type { ResPublicaAccount, ResPublicaView } from './types';

const SECTIONS: Record<string, string> = {
  trade: 'trade',
  lay: 'lay',
  draw: 'draw',
  deal: 'draw',
  'last lay': 'end',
  over: 'end',
};

export default defineGame<ResPublicaView, ResPublicaAccount>({
  name: 'respublica',
  icon: 'city',
  Banner,
  isCompanion: false,
  hasLesson: true,
  hasPuzzles: true,
  players: 4,
  rulesParts: ['goal', 'trade', 'answers', 'lay', 'draw', 'end'],
  rulesSection: ({ phase }) => SECTIONS[phase] ?? 'answers',
  rules: () => import('./rules'),
  tableClass: 'g-respublica',
  botNames: ['Livia', 'Cato', 'Drusus', 'Junia', 'Galba'],
  hidesHands: true,
  board: () => import('./Board.svelte'),
  ending: () => import('./Ending.svelte'),
  publicSeats: () => import('./PublicSeats.svelte'),
  moment: () => import('./Moment.svelte'),
  TopBarPart: TurnSteps,
  moveText,
  drawnPlaceholders: [],
  logBreaks: ['respublica.told.over'],
  extraMessages: privateMessages,
  shortcuts: { p: ['nothing', 'decline'], d: ['draw'] },
  numberedMoves: [],
});
