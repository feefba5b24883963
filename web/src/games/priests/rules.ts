import { tileEntries } from '../sun/rules/pieces';
import type { RulesOfGame } from '../types';
import Figure from './RulesFigure.svelte';
import Glossary from './RulesGlossary.svelte';
import { PRIESTS_TILES } from './tiles';

export default {
  Figure,
  Glossary,
  piecesPart: 'tiles',
  pieces: () => tileEntries(PRIESTS_TILES),
} satisfies RulesOfGame;
