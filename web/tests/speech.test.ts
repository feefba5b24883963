import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak, stopSpeaking, voiceFor, watchVoices } from '../src/lib/speech';

type Voice = SpeechSynthesisVoice;
const voice = (lang: string, localService = true, isDefault = false) =>
  ({ lang, localService, default: isDefault, name: lang, voiceURI: lang }) as Voice;

class FakeSynthesis extends EventTarget {
  voices: Voice[] = [];
  said: string[] = [];
  getVoices = () => this.voices;
  speak = ({ text, lang }: { text: string; lang: string }) => this.said.push(`${lang}: ${text}`);
  cancel = () => this.said.push('stop');
}
let fake: FakeSynthesis;

beforeEach(() => {
  fake = new FakeSynthesis();
  vi.stubGlobal('speechSynthesis', fake);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = '';
      voice: Voice | null = null;
      constructor(readonly text: string) {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a voice speaks the language of the page, and one of the device comes first', () => {
  const voices = [voice('en-US', false, true), voice('it-IT', false), voice('it_CH'), voice('es-ES')];
  expect(voiceFor('it', voices)?.lang).toBe('it_CH');
  expect(voiceFor('en', voices)?.lang).toBe('en-US');
  expect(voiceFor('en', [voice('eng')])).toBeNull();
  expect(voiceFor('it', [])).toBeNull();
});

test('of two voices of the device the default one is taken', () => {
  expect(voiceFor('en', [voice('en-US'), voice('en-GB', true, true)])?.lang).toBe('en-GB');
});

test('voices that come after the page are heard of, until nobody wants to know', () => {
  const heard: number[] = [];
  const stop = watchVoices((voices) => heard.push(voices.length));
  fake.voices = [voice('en-GB')];
  fake.dispatchEvent(new Event('voiceschanged'));
  stop();
  fake.dispatchEvent(new Event('voiceschanged'));
  expect(heard).toEqual([0, 1]);
});

test('a new text takes the place of the one that is being said', () => {
  speak('Take the die.', voice('en-GB'));
  speak('Prendi il dado.', voice('it-IT'));
  stopSpeaking();
  expect(fake.said).toEqual(['stop', 'en-GB: Take the die.', 'stop', 'it-IT: Prendi il dado.', 'stop']);
});

test('without speech nothing happens', () => {
  vi.stubGlobal('speechSynthesis', undefined);
  const heard: unknown[] = [];
  watchVoices((voices) => heard.push(voices))();
  speak('Take the die.', voice('en-GB'));
  stopSpeaking();
  expect(heard).toEqual([]);
  expect(fake.said).toEqual([]);
});
