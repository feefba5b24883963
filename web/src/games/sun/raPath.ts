/** The path of the sun over the sky, on which the Ra track stands: half an ellipse from dawn to dusk, in percent. */

export type Place = { x: number; y: number };

const place = (turn: number): Place => ({ x: 50 - 45.5 * Math.cos(turn), y: 84 - 68 * Math.sin(turn) });
const arc = Array.from({ length: 51 }, (_, i) => place((Math.PI * i) / 50));

/** The whole path, for an SVG of 100 by 100. */
export const raPath = arc.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Return where the spaces of a track stand: at equal steps of width, so that they do not crowd at the ends. */
export const raSpaces = (length: number): Place[] =>
  Array.from({ length }, (_, i) => {
    const share = length > 1 ? i / (length - 1) : 0.5;
    const even = Math.acos(1 - 2 * share);
    return place(0.25 * Math.PI * share + 0.75 * even);
  });
