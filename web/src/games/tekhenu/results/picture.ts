/** The picture of a finished game: an SVG of our own, in the colours of papyrus whatever the theme of the page is. */

import { language, t } from '../../../lib/i18n.svelte';
import type { Result } from '../types';
import { byFamily, FAMILY_NAMES, linesOf, outcomeKey, type Family, type Line } from './sources';

export const WIDTH = 1200;
export const HEIGHT = 630;

const INK = '#2a2016';
const QUIET = '#5b4c37';
const FILLS: Record<Family, string> = {
  start: '#cda56b',
  actions: '#127a79',
  production: '#564a44',
  rewards: '#e5ac2f',
  board: '#38764a',
  cards: '#69468d',
  scoring: '#1f5595',
  others: '#8b8d92',
};
const SEAT_FILLS: Record<string, string> = { person: '#1f5595', a1: '#a63a26', a2: '#2b6b48', a3: '#68448c' };
// The shapes of the seats, in a square of 40: round, square, a drop, a hexagon.
const SEAT_SHAPES: Record<string, string> = {
  person: 'M20 0a20 20 0 1 1 0 40a20 20 0 1 1 0-40z',
  a1: 'M7 0h26a7 7 0 0 1 7 7v26a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7z',
  a2: 'M20 0a20 20 0 1 1 0 40H3a3 3 0 0 1-3-3V20A20 20 0 0 1 20 0z',
  a3: 'M10 1h20l10 19-10 19H10L0 20z',
};
const BARS = { left: 300, right: 1000, top: 292, bottom: 506, gap: 3 };

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

type TextStyle = {
  size: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  weight?: number;
  display?: boolean;
};

function words(x: number, y: number, text: string, style: TextStyle): string {
  const { size, fill = INK, anchor = 'start', weight = 400, display = false } = style;
  const family = display ? 'Marcellus, Optima, serif' : "'Source Sans 3', 'Segoe UI', system-ui, sans-serif";
  return (
    `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" ` +
    `text-anchor="${anchor}">${escape(text)}</text>`
  );
}

/** Return the sky, the dunes, and the dial of the obelisk that rises behind them like a sun. */
function landscape(): string {
  return `
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#f6dcb9"/><stop offset=".55" stop-color="#fdf3d6"/>
        <stop offset="1" stop-color="#fbf6ea"/>
      </linearGradient>
      <pattern id="own" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="12" height="12" fill="#1f5595"/><rect width="5" height="12" fill="#3a70b2"/>
      </pattern>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
    <g transform="translate(884 -4) scale(2.35)" stroke="#fbf6ea" stroke-width="1.2">
      <g fill="#fdf0c2"><path d="M60 60L60 6A54 54 0 0 1 107 33z"/><path d="M60 60L107 33A54 54 0 0 1 107 87z"/></g>
      <g fill="#dccba4"><path d="M60 60L107 87A54 54 0 0 1 60 114z"/><path d="M60 60L13 33A54 54 0 0 1 60 6z"/></g>
      <g fill="#5a5364"><path d="M60 60L60 114A54 54 0 0 1 13 87z"/><path d="M60 60L13 87A54 54 0 0 1 13 33z"/></g>
      <circle cx="60" cy="60" r="16" fill="#e9d6ab" stroke="#b08a4d"/>
      <path d="M60 60L18 74l4-9z" fill="#38323f" stroke="none"/>
      <path d="M60 46l10 14-10 14-10-14z" fill="#cda56b" stroke="#8d6a36"/>
    </g>
    <path d="M0 574c200-34 350-25 550-5s433 12 650-18v79H0z" fill="#e9d6ab"/>
    <path d="M0 602c260-22 420-8 640 2s380 0 560-14v40H0z" fill="#e3cd9b"/>`;
}

function subtitle(result: Result, date: Date): string {
  const parts = [t('companion.opponents', { number: result.automas, difficulty: result.difficulty })];
  if (result.time_of_seth) parts.push(t('companion.time_of_seth'));
  parts.push(new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(date));
  return parts.join(' · ');
}

/** Return a player's seal, name, bar and VP. */
function row(line: Line, y: number, height: number, scale: number, won: boolean): string {
  const { player, vp, sources } = line;
  const middle = y + height / 2;
  const seal =
    `<g transform="translate(64 ${middle - 20})"><path d="${SEAT_SHAPES[player]}" fill="${SEAT_FILLS[player]}"/>` +
    words(20, 28, player === 'person' ? t('tekhenu.terminal.me') : player.slice(1), {
      size: 22,
      fill: '#ffffff',
      anchor: 'middle',
      weight: 700,
    }) +
    '</g>';
  const name = words(120, middle + 9, t(`tekhenu.seat.${player}`), { size: 27, weight: won ? 700 : 400 });
  const parts = sources ? byFamily(sources).map(({ family, vp: some }) => [FILLS[family], some] as const) : null;
  let x = BARS.left;
  let bar = '';
  for (const [fill, some] of parts ?? [['url(#own)', vp] as const]) {
    const width = Math.max(0, some) * scale;
    bar += `<rect x="${x}" y="${middle - 17}" width="${Math.max(0, width - BARS.gap)}" height="34" fill="${fill}"/>`;
    x += width;
  }
  const points = words(1136, middle + 12, String(vp), { size: 36, anchor: 'end', weight: 700 });
  return seal + name + bar + points;
}

/** Return about how wide a text of 18 px is. */
const widthOf = (text: string) =>
  Array.from(text).reduce((sum, letter) => sum + (/[iljtfr,.']/.test(letter) ? 5 : /[mw]/.test(letter) ? 14 : 9), 0);

function legend(lines: Line[]): string {
  const shown = FAMILY_NAMES.filter((family) =>
    lines.some(({ sources }) => sources && byFamily(sources).some((one) => one.family === family)),
  );
  let x = 64;
  return shown
    .map((family) => {
      const text = t(`companion.family.${family}`);
      const part =
        `<rect x="${x}" y="526" width="16" height="16" rx="3" fill="${FILLS[family]}"/>` +
        words(x + 24, 540, text, { size: 18, fill: QUIET });
      x += 24 + widthOf(text) + 30;
      return part;
    })
    .join('');
}

/** Return the picture of a result as an SVG. `fonts` is CSS with the fonts; symbols come from the sprite `mark`. */
export function resultPicture(result: Result, date: Date, fonts = '', mark = ''): string {
  const lines = linesOf(result);
  const best = Math.max(1, ...lines.map(({ vp }) => vp));
  const scale = (BARS.right - BARS.left) / best;
  const height = Math.min(78, (BARS.bottom - BARS.top) / lines.length);
  const top = (BARS.top + BARS.bottom - height * lines.length) / 2;
  const verdict = t(outcomeKey(result), { vp: Math.abs(result.margin ?? 0) });
  const rows = lines.map((line, i) => row(line, top + i * height, height, scale, line.vp === best)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <style>${fonts}</style>${mark}${landscape()}
    <use href="#mark" x="64" y="44" width="44" height="44" style="--mark-sun:#d99b1c" color="${INK}"/>
    ${words(118, 78, t('site.name'), { size: 32, display: true })}
    ${words(64, 166, verdict, { size: 62, display: true, fill: (result.margin ?? 0) > 0 ? '#235a39' : INK })}
    ${words(64, 212, t('companion.picture_title'), { size: 27, weight: 600, fill: QUIET })}
    ${words(64, 250, subtitle(result, date), { size: 24, fill: QUIET })}
    ${rows}${legend(lines)}
  </svg>`;
}
