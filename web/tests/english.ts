import { vi } from 'vitest';
import { setLanguage, type Language } from '../src/lib/i18n.svelte';

/** Load the messages of a language. */
export async function loadMessages(language: Language): Promise<void> {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage(language);
  vi.unstubAllGlobals();
}

/** Load the English messages. */
export const loadEnglish = () => loadMessages('en');
