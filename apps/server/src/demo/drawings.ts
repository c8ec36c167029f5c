import { type Html, html, trusted } from '@parley/html';

/** Pottery, each piece in a square of 240: the glaze, the bare clay below it, a rim and a highlight. */
const PIECES = {
  mug: `<ellipse class="shadow" cx="122" cy="198" rx="72" ry="9"/>
<path class="handle" d="M160 106h10a26 26 0 0 1 26 26v2a28 28 0 0 1-28 28h-10"/>
<path class="glaze" d="M60 76h108v88a34 34 0 0 1-34 34H94a34 34 0 0 1-34-34Z"/>
<path class="clay" d="M60 158c18 8 34-5 54 1s36 4 54-3v8a34 34 0 0 1-34 34H94a34 34 0 0 1-34-34Z"/>
<ellipse class="rim" cx="114" cy="76" rx="54" ry="12"/><ellipse class="inside" cx="114" cy="78" rx="46" ry="8"/>
<path class="light" d="M77 102v40"/>`,
  teapot: `<ellipse class="shadow" cx="124" cy="196" rx="78" ry="9"/>
<path class="handle" d="M176 108c40-14 48 56-8 58"/>
<path class="glaze" d="M78 152c-26-6-30-38-44-62l-10-3 3-12 24 5c16 22 20 40 38 44Z"/>
<ellipse class="glaze" cx="122" cy="142" rx="64" ry="54"/>
<path class="clay" d="M64 164c18-8 36 6 58 0s40-6 58 1c-8 19-30 31-58 31s-50-13-58-32Z"/>
<path class="rim" d="M82 101c6-17 22-23 40-23s34 6 40 23c-22 7-58 7-80 0Z"/>
<circle class="clay" cx="122" cy="70" r="10"/><path class="light" d="M78 126c3-8 8-14 14-18"/>`,
  bowl: `<ellipse class="shadow" cx="120" cy="190" rx="70" ry="9"/>
<path class="clay" d="M90 168h60l-5 22H95Z"/>
<path class="glaze" d="M36 98h168c0 50-34 78-64 78h-40c-30 0-64-28-64-78Z"/>
<path class="clay" d="M56 146c22-8 38 7 64 1s42-7 64 0c-11 19-28 29-44 29h-40c-16 0-33-10-44-30Z"/>
<ellipse class="rim" cx="120" cy="98" rx="84" ry="18"/><ellipse class="inside" cx="120" cy="101" rx="74" ry="13"/>
<path class="light" d="M58 124c3 8 7 15 12 21"/>`,
  vase: `<g class="tone-leaf"><path class="stem" d="M121 46c-2-16 4-28 16-38M120 46c-4-12-12-20-24-24"/>
<ellipse class="glaze" cx="141" cy="13" rx="13" ry="6" transform="rotate(-42 141 13)"/>
<ellipse class="rim" cx="140" cy="31" rx="13" ry="6" transform="rotate(14 140 31)"/>
<ellipse class="glaze" cx="92" cy="19" rx="13" ry="6" transform="rotate(24 92 19)"/>
<ellipse class="rim" cx="104" cy="37" rx="11" ry="5" transform="rotate(-14 104 37)"/></g>
<ellipse class="shadow" cx="122" cy="208" rx="52" ry="8"/>
<path class="glaze" d="M102 48h36v34c0 14 36 32 36 74 0 32-22 52-54 52s-54-20-54-52c0-42 36-60 36-74Z"/>
<path class="clay" d="M66 162c20-8 34 6 54 0s36-6 54 0c-4 29-25 46-54 46s-50-17-54-46Z"/>
<ellipse class="rim" cx="120" cy="48" rx="18" ry="5"/><path class="light" d="M88 128c4-10 10-18 17-26"/>`,
  plate: `<ellipse class="shadow" cx="124" cy="128" rx="92" ry="90"/>
<circle class="rim" cx="120" cy="120" r="90"/><circle class="glaze" cx="120" cy="120" r="82"/>
<circle class="inside" cx="120" cy="120" r="56"/><circle class="rim" cx="120" cy="120" r="52"/>
<g class="speckles"><circle cx="84" cy="70" r="2.500"/><circle cx="160" cy="62" r="2"/><circle cx="186" cy="112" r="3"/>
<circle cx="52" cy="128" r="2"/><circle cx="104" cy="186" r="2.500"/><circle cx="162" cy="172" r="2"/>
<circle cx="110" cy="104" r="2.500"/><circle cx="138" cy="132" r="2"/><circle cx="120" cy="150" r="1.500"/></g>
<path class="light" d="M58 92c8-16 20-28 36-35"/>`,
  candle: `<ellipse class="shadow" cx="116" cy="200" rx="80" ry="9"/>
<path class="flame" d="M114 18c12 15 17 24 17 33a17 17 0 0 1-34 0c0-9 5-18 17-33Z"/>
<path class="wax" d="M94 74c8 5 12-2 20 1s13 3 20-1v86H94Z"/><path class="stem" d="M114 76V60"/>
<circle class="handle" cx="184" cy="172" r="18"/>
<path class="glaze" d="M38 164h152c0 22-20 36-44 36H82c-24 0-44-14-44-36Z"/>
<path class="clay" d="M50 184c22-6 40 5 64 0s44-5 64 0c-8 10-20 16-32 16H82c-12 0-24-6-32-16Z"/>
<ellipse class="rim" cx="114" cy="164" rx="76" ry="13"/><path class="shade" d="M88 142h52v20c-14 6-38 6-52 0Z"/>`,
};

export type Piece = keyof typeof PIECES;

const TONES: Record<Piece, string> = {
  mug: 'olive',
  teapot: 'rust',
  bowl: 'sand',
  vase: 'sky',
  plate: 'cream',
  candle: 'plum',
};

export const pieces = Object.keys(PIECES) as Piece[];
export const toneOf = (piece: Piece) => `tone-${TONES[piece]}`;

export const draw = (piece: Piece): Html =>
  html`<svg class="piece ${toneOf(piece)}" viewBox="0 0 240 240" aria-hidden="true">${trusted(PIECES[piece])}</svg>`;

/** Pottery on a table by a window. */
export const stillLife = (): Html => html`<svg class="still-life" viewBox="0 0 560 460" aria-hidden="true">
<path class="window" d="M110 388V210a170 170 0 0 1 340 0v178Z"/><circle class="sun" cx="352" cy="176" r="58"/>
<path class="hill" d="M110 330c60-46 112-40 168-8s112 14 172-22v88H110Z"/>
<path class="table" d="M20 388h520v14a14 14 0 0 1-14 14H34a14 14 0 0 1-14-14Z"/>
${(
  [
    ['vase', 84, 130, 300],
    ['teapot', 236, 189, 246],
    ['mug', 400, 259, 158],
    ['bowl', 18, 271, 150],
  ] as const
).map(
  ([piece, x, y, size]) =>
    html`<svg class="${toneOf(piece)}" x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 240 240">${trusted(PIECES[piece])}</svg>`,
)}
</svg>`;
