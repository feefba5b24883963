/** What a tap on the board does: answer the open question, or ask for a correction. */

import { t, translate } from '../../lib/i18n.svelte';
import type { Option, Prompt, Step } from './types';

/** Return the space on the board that an option of a question stands for, if it does. */
export function optionSpace({ value }: Option): string | null {
  if (typeof value === 'string' && value.includes('.')) return value;
  if (!Array.isArray(value)) return null;
  if (value.length === 3) return `die.${value.join('.')}`;
  return value.length === 2 ? `conquest.${value.join('.')}` : null;
}

/** Return the spaces where a step happens. */
export function stepSpaces({ key, params }: Step): string[] {
  const p = params as Record<string, string | number>;
  const spaces: Record<string, string> = {
    'tekhenu.step.pillar': `pillar.${p.row}.${p.column}`,
    'tekhenu.step.conquest': `conquest.${p.row}.${p.column}`,
    'tekhenu.step.temple_building': `temple.${p.line}`,
    'tekhenu.step.osiris_building': `osiris.${p.row}.${p.district}`,
    'tekhenu.step.region_building': `region.${p.region}`,
    'tekhenu.step.statue_god': `statue.god.${p.god}`,
    'tekhenu.step.statue_seth': 'statue.god.seth',
    'tekhenu.step.statue_osiris': `statue.osiris.${p.space}`,
    'tekhenu.step.statue_people': `statue.people.${p.space}`,
    'tekhenu.step.statue_temple': `statue.temple.${p.line}`,
    'tekhenu.step.reward': `statue.god.${p.god}`,
    'tekhenu.step.your_reward': `statue.god.${p.god}`,
    'tekhenu.step.take_die': `section.${p.section}`,
  };
  return spaces[key] ? [spaces[key]] : [];
}

/** Return the name of a space, or of anything else that can be corrected. */
export function spaceName(name: string): string {
  const [first, ...rest] = name.split('.');
  const [one, two] = rest;
  if (first === 'pillar' || first === 'conquest') return t(`tekhenu.space.${first}`, { row: one, column: two });
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
  highlighted = $state.raw<readonly string[]>([]);

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
    return this.picked.includes(name);
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
    if (this.prompt?.kind !== 'several') this.answer(option.value);
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
