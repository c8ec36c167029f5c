// A QR code after ISO/IEC 18004, as much of it as the address for an authenticator needs: bytes in version 9 with error
// correction level L and mask 0. One version for every text keeps the tables of the others out.

const SIZE = 53;
const CAPACITY = 230;
const BLOCKS = 2;
const BLOCK_LENGTH = 116;
const CORRECTION = 30;
/** Level and mask, and the version, with their check bits. */
const FORMAT = 0x77c4;
const VERSION = 0x9a99;

const range = (length: number) => Array.from({ length }, (_, index) => index);
const bitOf = (value: number, index: number) => ((value >>> index) & 1) === 1;

/** Rows of modules, dark ones true; undefined when the text is too long. */
export function encodeQr(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length > CAPACITY) return undefined;
  const bits = withCorrection(toCodewords(bytes)).flatMap((byte) => range(8).map((index) => bitOf(byte, 7 - index)));
  const modules = range(SIZE).map((y) => range(SIZE).map((x) => patternAt(x, y)));
  let next = 0;
  for (const [x, y] of dataPath()) {
    const row = modules[y] ?? [];
    if (row[x] === undefined) row[x] = (bits[next++] ?? false) !== ((x + y) % 2 === 0);
  }
  return modules.map((row) => row.map(Boolean));
}

/** Mode 4, the length, the bytes and an end, in halves of bytes; then two fillers in turn. */
function toCodewords(bytes: number[]) {
  const halves = [4, ...[bytes.length, ...bytes].flatMap((byte) => [byte >>> 4, byte & 15]), 0];
  const data = range(halves.length / 2).map((at) => ((halves[2 * at] ?? 0) << 4) | (halves[2 * at + 1] ?? 0));
  return range(BLOCKS * BLOCK_LENGTH).map((at) => data[at] ?? ((at - data.length) % 2 ? 0x11 : 0xec));
}

/** The blocks and what corrects each, interleaved. */
function withCorrection(data: number[]) {
  const blocks = range(BLOCKS).map((index) => data.slice(index * BLOCK_LENGTH, (index + 1) * BLOCK_LENGTH));
  const interleave = (parts: number[][]) => (parts[0] ?? []).flatMap((_, at) => parts.map((part) => part[at] ?? 0));
  return [...interleave(blocks), ...interleave(blocks.map(remainder))];
}

/** Of the division by Reed and Solomon's generator, in the field of 256 elements with 0x11d. */
function remainder(data: number[]) {
  let generator = [1];
  for (let degree = 0, root = 1; degree < CORRECTION; degree++, root = multiply(root, 2)) {
    const before = generator;
    generator = [...before, 0].map((value, at) => value ^ multiply(before[at - 1] ?? 0, root));
  }
  return data.reduce<number[]>((rest, byte) => {
    const factor = byte ^ (rest[0] ?? 0);
    return generator.slice(1).map((value, at) => (rest[at + 1] ?? 0) ^ multiply(value, factor));
  }, []);
}

function multiply(a: number, b: number) {
  return range(8).reduce((product, index) => {
    const doubled = (product << 1) ^ ((product >>> 7) * 0x11d);
    return bitOf(b, 7 - index) ? doubled ^ a : doubled;
  }, 0);
}

/** The module there if it is the same for every text: what scanners find, align and time themselves by. */
function patternAt(x: number, y: number) {
  const distance = (...centre: number[]) => Math.max(Math.abs(x - (centre[0] ?? 0)), Math.abs(y - (centre[1] ?? 0)));
  const finder = Math.min(distance(3, 3), distance(SIZE - 4, 3), distance(3, SIZE - 4));
  if (finder <= 4) return finder !== 2 && finder !== 4;
  if (x === 6 || y === 6) return (x + y) % 2 === 0;
  const places = [26, 46].flatMap((at) => [distance(at, 26), distance(26, at), distance(at, at)]);
  const alignment = Math.min(...places, distance(26, 6), distance(6, 26));
  if (alignment <= 2) return alignment !== 1;
  const [near, far] = [Math.min(x, y), Math.max(x, y) - SIZE + 11];
  if (near < 6 && far >= 0 && far < 3) return bitOf(VERSION, 3 * near + far);
  if (x === 8 && y < 9) return bitOf(FORMAT, y < 6 ? y : y - 1);
  if (x === 8 && y >= SIZE - 8) return y === SIZE - 8 || bitOf(FORMAT, y - SIZE + 15);
  if (y === 8 && x >= SIZE - 8) return bitOf(FORMAT, SIZE - 1 - x);
  if (y === 8 && x < 8) return bitOf(FORMAT, x < 6 ? 14 - x : 8);
  return undefined;
}

/** Up and down in turn, in columns two modules wide from the right, past the column that marks time. */
function dataPath() {
  return range((SIZE - 1) / 2).flatMap((column) => {
    const right = SIZE - 1 - 2 * column;
    const pair = right > 6 ? [right, right - 1] : [right - 1, right - 2];
    return range(SIZE).flatMap((step) => pair.map((x) => [x, column % 2 ? step : SIZE - 1 - step] as const));
  });
}
