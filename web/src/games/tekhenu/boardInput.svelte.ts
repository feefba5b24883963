/** What a tap on the board does: answer the open question, or ask for a correction. */

import { t, translate } from '../../lib/i18n.svelte';
import { PersonTurn, type TakenDie } from './personTurn.svelte';
import { boardOf, boardsOf, unique, type BoardName } from './boards';
import type { StepChanges } from './tableAtStep';
import type { Option, Prompt } from './types';

/** Return the space on the board that an option of a question stands for, if it does. */
export function optionSpace({ value }: Option): string | null {
  if (typeof value === 'string' && value.includes('.')) return value;
  if (!Array.isArray(value)) return null;
  if (typeof value[0] === 'string') return `die.${value.join('.')}`;
  return value.length === 2 ? `conquest.${value.join('.')}` : null;
}

/** Return the number of a column of the temple as it is on the board: 6 to 10. */
export const columnNumber = (column: number | string | undefined) => Number(column) + 5;

/** Return the name of a space, or of anything else that can be corrected. */
export function spaceName(name: string): string {
  const [first, ...rest] = name.split('.');
  const [one, two] = rest;
  if (first === 'pillar' || first === 'conquest')
    return t(`tekhenu.space.${first}`, { row: one, column: columnNumber(two) });
  if (first === 'temple') return t('tekhenu.space.temple', { line: one });
  if (first === 'osiris') return t('tekhenu.space.osiris', { row: one, district: two });
  if (first === 'region') return t('tekhenu.space.region', { region: one });
  if (first === 'statue') {
    const gap = { god: 'god', osiris: 'space', people: 'side', temple: 'line' }[one!]!;
    return t(`tekhenu.space.statue_${one}`, { [gap]: two });
  }
  if (first === 'dice') return t('tekhenu.field.dice', { section: one });
  if (/^a[123]$/.test(first!)) return t('tekhenu.field.automa', { player: first, field: one });
  return t(`tekhenu.field.${first}`);
}

export class BoardInput {
  prompt = $state.raw<Prompt | null>(null);
  correctable = $state.raw<readonly string[]>([]);
  correcting = $state(false);
  picked = $state<string[]>([]);
  /** What the step on the screen changes; null while a question is asked. */
  changes = $state.raw<StepChanges | null>(null);

  readonly turn = new PersonTurn((value) => this.answer(value));

  /** What a tap leads to; set by the companion. */
  answer: (value: unknown) => void = () => undefined;
  correct: (name: string) => void = () => undefined;

  #options = $derived(
    (this.prompt?.options ?? []).flatMap((option) => {
      const space = optionSpace(option);
      return space ? [{ space, option }] : [];
    }),
  );

  /** Whether the open question is answered on the board. */
  get onBoard(): boolean {
    return this.#options.length > 0;
  }

  /** The board on which the open question is answered, and those that the step on the screen changes. */
  get boards(): BoardName[] {
    if (this.changes) return boardsOf(this.changes);
    return unique(this.#options.map(({ space }) => boardOf(space)));
  }

  /** Whether the step on the screen puts something there or takes it away. */
  isGoal(name: string): boolean {
    return this.changes?.spaces.includes(name) ?? false;
  }

  /** Return whose piece the step on the screen puts there, if any. */
  ghost(name: string) {
    return this.changes?.ghosts[name];
  }

  #option(name: string): Option | undefined {
    return this.#options.find(({ space }) => space === name)?.option;
  }

  /** Return what a tap on a space would correct, or null. */
  #correction(name: string): string | null {
    const asked = name.startsWith('die.') ? `dice.${name.split('.')[1]}` : name;
    return this.correctable.includes(asked) ? asked : null;
  }

  can(name: string): boolean {
    return this.correcting ? this.#correction(name) !== null : this.#option(name) !== undefined;
  }

  isPicked(name: string): boolean {
    return this.picked.includes(name) || (this.turn.die !== null && name === `die.${this.turn.die.join('.')}`);
  }

  /** Answer with a space, add it to the answer, or ask for its correction. */
  tap(name: string): void {
    if (this.correcting) {
      const asked = this.#correction(name);
      if (asked) this.correct(asked);
      return;
    }
    const option = this.#option(name);
    if (!option) return;
    if (this.prompt?.kind === 'turn') this.turn.take(option.value as TakenDie);
    else if (this.prompt?.kind !== 'several') this.answer(option.value);
    else if (this.isPicked(name)) this.picked = this.picked.filter((one) => one !== name);
    else if (this.picked.length < (this.prompt.most ?? 99)) this.picked = [...this.picked, name];
  }

  label(name: string): string {
    const option = this.#option(name);
    return option && !this.correcting
      ? translate(option.label)
      : spaceName(name.startsWith('die.') ? `dice.${name.split('.')[1]}` : name);
  }
}
