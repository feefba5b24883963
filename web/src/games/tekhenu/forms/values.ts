/** Values of answers: what a question begins with, whether an answer is complete, which settings were changed. */

import type { Option, Prompt } from '../types';

export type FormValue = Record<string, unknown>;

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const asForm = (value: unknown): FormValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValue) : {};
export const optionOf = (prompt: Prompt, value: unknown): Option | undefined =>
  prompt.options?.find((option) => same(option.value, value));
export const areNumbers = (prompt: Prompt) => (prompt.options ?? []).every(({ value }) => typeof value === 'number');
export const isSwitch = (prompt: Prompt) =>
  prompt.kind === 'choice' &&
  prompt.options?.length === 2 &&
  prompt.options.every(({ value }) => typeof value === 'boolean');

/** Return the answer of a form to one of its questions: what was entered, else its default. */
export const fieldValue = (field: Prompt, value: unknown): unknown => asForm(value)[field.id] ?? field.default;

const FIRST_PARTS = ['game', 'automas', 'difficulty', 'expansion', 'by_hand'];
/** Return whether a field of the first form is one that the rulebook leaves open. */
export const isOpenRule = ({ id }: Prompt) => !FIRST_PARTS.includes(id);
export const isGameSetup = ({ id }: Prompt) => id === 'setup.game';
export const isChanged = (field: Prompt, value: unknown) => !same(fieldValue(field, value), field.default);

/** Return the answer of the first form with all that the rulebook leaves open as it usually is. */
export function withUsualRules(prompt: Prompt, value: unknown): FormValue {
  const open = (prompt.fields ?? []).filter(isOpenRule).map(({ id }) => id);
  return Object.fromEntries(Object.entries(asForm(value)).filter(([id]) => !open.includes(id)));
}

const MAX_BUTTONS = 10;
/** Return whether a number is chosen among buttons, one for each. */
export const isFew = ({ low = 0, high = 0, optional }: Prompt) => high - low < MAX_BUTTONS && !optional;

/** Return what a question begins with: its default, or the zero of a scale. */
export function startValue(prompt: Prompt): unknown {
  const { default: usual, kind, low = 0, high = 0, optional } = prompt;
  if (usual !== null || kind !== 'number' || optional || isFew(prompt)) return structuredClone(usual);
  return Math.max(low, Math.min(high, 0));
}

const DIE_AND_SECTION = 3; // before the actions in the answer of a turn

/** Return whether nothing is missing in an answer; whether it is allowed is for the server to say. */
export function isComplete(prompt: Prompt, value: unknown): boolean {
  if (prompt.kind === 'confirm') return true;
  if (prompt.kind === 'turn') return value === null || asList(value).length > DIE_AND_SECTION;
  if (prompt.kind === 'form')
    return (prompt.fields ?? []).every(
      (field) => field.optional || field.default !== null || isComplete(field, asForm(value)[field.id]),
    );
  if (prompt.kind === 'order') return asList(value).length === prompt.options?.length;
  if (prompt.kind === 'numbers') return asList(value).length === prompt.most;
  if (['several', 'owners', 'dice'].includes(prompt.kind)) return Array.isArray(value);
  if (prompt.kind === 'choice') return optionOf(prompt, value) !== undefined;
  return prompt.kind !== 'number' || prompt.optional || typeof value === 'number';
}

/** Return the message on the button that enters an answer. */
export const submitKey = (prompt: Prompt) => (isGameSetup(prompt) ? 'companion.begin' : 'companion.enter');
