/** Sharing the picture of a finished game: with the device's own way of sharing, else as a download. */

import display from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2?url';
import text from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';
import sprite from '$drawings/drawings.svg?raw';
import { t } from '../../../lib/i18n.svelte';
import type { Result } from '../types';
import { HEIGHT, resultPicture, WIDTH } from './picture';
import { outcomeKey } from './sources';

const FILE = 'tekhenu-result.png';

/** Return a file as a data URL: a picture loads nothing from elsewhere. */
async function asDataUrl(url: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `data:font/woff2;base64,${btoa(letters)}`;
}

/** Return CSS with our fonts; without them the picture has those of the system. */
async function fontFaces(): Promise<string> {
  try {
    const [titles, rest] = await Promise.all([asDataUrl(display), asDataUrl(text)]);
    return (
      `@font-face{font-family:Marcellus;src:url(${titles})}` +
      `@font-face{font-family:'Source Sans 3';font-weight:200 900;src:url(${rest})}`
    );
  } catch {
    return '';
  }
}

/** Return one symbol of the drawings. */
const symbol = (name: string) => new RegExp(`<symbol id="${name}".*?</symbol>`, 's').exec(sprite)?.[0] ?? '';

/** Draw an SVG into a PNG of twice its size. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 2 * WIDTH, height: 2 * HEIGHT });
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Hand a picture to the device's own dialog for sharing; return false if it has none for pictures. */
export async function offerToShare(file: File, title: string): Promise<boolean> {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') return false; // whoever closes the dialog does not want the file either
  }
  return true;
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Make the picture of a result, and share or download it. */
export async function shareResult(result: Result, date: Date): Promise<void> {
  const svg = resultPicture(result, date, await fontFaces(), symbol('mark'));
  const file = new File([await toPng(svg)], FILE, { type: 'image/png' });
  const title = t(outcomeKey(result), { vp: Math.abs(result.margin ?? 0) });
  if (!(await offerToShare(file, title))) download(file);
}
