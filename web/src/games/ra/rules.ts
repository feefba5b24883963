import { tileEntries } from '../sun/rules/pieces';
import type { RulesOfGame } from '../types';
import Figure from './RulesFigure.svelte';
import Glossary from './RulesGlossary.svelte';
import { RA_TILES } from './tiles';

export default { Figure, Glossary, piecesPart: 'tiles', pieces: () => tileEntries(RA_TILES) } satisfies RulesOfGame;
