/** Quiet sounds, synthesised: a struck string for your turn, a tap for a move, a low bell, a chord for an end. */

import { settings } from './settings.svelte';

export type Sound = 'turn' | 'tap' | 'bell' | 'end';
const NOTES: Record<Sound, [hertz: number, at: number, seconds: number, volume: number][]> = {
  turn: [
    [587, 0, 0.5, 0.12],
    [880, 0.12, 0.7, 0.1],
  ],
  tap: [[330, 0, 0.09, 0.05]],
  bell: [
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

/** Play a sound, unless sounds are off. */
export function sound(name: Sound): void {
  if (!settings.sound || document.hidden === undefined) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  for (const [hertz, at, seconds, loudness] of NOTES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + at;
    tone.type = 'triangle';
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
