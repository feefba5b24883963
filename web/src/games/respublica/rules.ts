import { capitalized, t } from '../../lib/i18n.svelte';
import type { RulesOfGame } from '../types';
import { CARDS, PEOPLE } from './phrases';
import Figure from './rules/Figure.svelte';
import Glossary from './rules/Glossary.svelte';

/** Return every card with what five of it bring, for the search. */
const pieces = () =>
  CARDS.map((card) => ({
    id: `card-${card}`,
    title: capitalized(t(`respublica.card.${card}`)),
    text: t(PEOPLE.includes(card) ? 'respublica.explain.city_help' : 'rules.figure.monument'),
  }));

export default { Figure, Glossary, piecesPart: 'cards', pieces } satisfies RulesOfGame;
