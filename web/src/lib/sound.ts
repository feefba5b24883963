/** Quiet sounds, made on the spot: a struck string for your turn, a tap for a move, a low bell for Ra. */

import { settings } from './settings.svelte';

export type Sound = 'turn' | 'tap' | 'ra' | 'end';
const NOTES: Record<Sound, [frequency: number, at: number, long: number, loud: number][]> = {
  turn: [
    [587, 0, 0.5, 0.12],
    [880, 0.12, 0.7, 0.1],
  ],
  tap: [[330, 0, 0.09, 0.05]],
  ra: [
    [147, 0, 1.2, 0.16],
    [220, 0.02, 1, 0.08],
  ],
  end: [
    [294, 0, 0.8, 0.1],
    [370, 0.15, 0.8, 0.1],
    [440, 0.3, 1.2, 0.1],
  ],
};
let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!settings.sound || document.hidden === undefined) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  for (const [frequency, at, long, loud] of NOTES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + at;
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + long);
  }
}
