import { vi } from 'vitest';
import { setLanguage } from '../src/lib/i18n.svelte';

/** Load the English messages. */
export async function loadEnglish(): Promise<void> {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en');
  vi.unstubAllGlobals();
}
