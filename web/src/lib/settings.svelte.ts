/** The settings of this browser's user, saved in the browser. */

export type Speed = 'normal' | 'fast' | 'off';
export type Pace = 'slow' | 'normal' | 'fast' | 'none';
export type Theme = 'auto' | 'papyrus' | 'night';

const DEFAULTS = {
  theme: 'auto' as Theme,
  speed: 'normal' as Speed,
  sound: true,
  pace: 'normal' as Pace, // of the bots
  confirm: false,
  forced: true, // decisions with one option are made by themselves
  previews: true,
  warnings: true, // of the coach, before a choice that gives away much
  aloud: false, // instructions are read aloud
};
type Settings = typeof DEFAULTS;

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem('settings') ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

/** The settings as they are now; change them with `set`. */
export const settings = $state<Settings>({ ...DEFAULTS, ...stored() });

/** Change a setting and save it. */
export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  localStorage.setItem('settings', JSON.stringify(settings));
  if (key === 'theme') showTheme();
}

/** Show the page in the colours that were chosen. */
export function showTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export const isNight = () =>
  settings.theme === 'night' || (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const MAX_DWELL: Record<Pace, number> = { slow: 900, normal: 900, fast: 350, none: 0 }; // ms; the server does the rest

/** Return how long a move stays on the screen before the next is shown, and how long a piece travels, in ms. */
export function animationTimes(): { dwell: number; travel: number } {
  if (settings.speed === 'off' || prefersReducedMotion()) return { dwell: 0, travel: 0 };
  const [dwell, travel] = settings.speed === 'fast' ? [350, 160] : [900, 320];
  return { dwell: Math.min(dwell, MAX_DWELL[settings.pace]), travel };
}
