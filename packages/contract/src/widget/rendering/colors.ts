/** Minimum contrast of text: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const READABLE = 4.5;
/** Coloured text on a dark background looks dull long before it becomes illegible. */
const BRIGHT = 7;
/** The darkest of the light chat backgrounds, and the lightest of the dark ones. */
const LIGHT = '#f1f3f5';
const DARK = '#23282e';

/** Black or white, whichever is legible on a colour. */
export const readableOn = (color: string) =>
  // When both are legible, white looks better on a coloured surface.
  contrast('#ffffff', color) >= READABLE ? '#fff' : '#000';

/** A colour as text on a light chat: unchanged if legible, else darkened as little as needed. */
export const readableOnLight = (color: string) => mixUntil(READABLE, LIGHT, [color, '#000000']);

/** The same for a dark chat, lightened. */
export const readableOnDark = (color: string) => mixUntil(BRIGHT, DARK, [color, '#ffffff']);

/** Mixes in just enough of the other colour to reach a contrast. */
function mixUntil(least: number, background: string, [color, other]: [string, string]) {
  let mixed = color;
  for (let share = 0.02; contrast(mixed, background) < least; share += 0.02) mixed = mix(color, other, share);
  return mixed;
}

function contrast(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: string, to: string, share: number) {
  const ends = partsOf(to);
  const parts = partsOf(from).map((part, at) => Math.round(part + ((ends[at] ?? part) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
