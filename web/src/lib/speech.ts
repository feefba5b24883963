/** Reading aloud with the voices of the browser. */

type Synthesis = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'> &
  Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

const synthesis = (): Synthesis | undefined => globalThis.speechSynthesis;

/** Return the best voice for a language: one of this device, which works offline, before one of a service. */
export function voiceFor(language: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().replace('_', '-').split('-')[0] === language);
  const worth = (voice: SpeechSynthesisVoice) => 2 * Number(voice.localService) + Number(voice.default);
  return fitting.toSorted((one, other) => worth(other) - worth(one))[0] ?? null;
}

/** Call `changed` with the voices of the browser, now and whenever they change; return how to stop that. */
export function watchVoices(changed: (voices: SpeechSynthesisVoice[]) => void): () => void {
  const found = synthesis();
  if (!found) return () => undefined;
  const tell = () => changed(found.getVoices());
  tell();
  found.addEventListener('voiceschanged', tell); // many browsers load their voices after the page
  return () => found.removeEventListener('voiceschanged', tell);
}

/** Say a text instead of whatever is being said. */
export function speak(text: string, voice: SpeechSynthesisVoice): void {
  const found = synthesis();
  if (!found) return;
  found.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  found.speak(utterance);
}

/** Stop speaking. */
export const stopSpeaking = () => synthesis()?.cancel();
