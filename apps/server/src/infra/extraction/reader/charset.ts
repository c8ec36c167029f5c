import { isUtf8 } from 'node:buffer';
import { detect } from 'chardet';

/** `<meta charset>` and XML declarations stand at the beginning. */
const DECLARED_WITHIN = 4_096;
const SAMPLE = 64 * 1024;
/** Text in another encoding is hardly ever valid UTF-8 with as many characters outside ASCII. */
const CONVINCING = 8;

interface Declared {
  /** Of the HTTP header. */
  charset?: string | undefined;
  isMarkup?: boolean;
}

/** Decodes by byte order mark, HTTP header and `<meta>`, then by what the bytes look like. */
export function decode(bytes: Uint8Array, { charset, isMarkup = false }: Declared = {}): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  if (isUtf8(bytes) && countOutsideAscii(bytes) >= CONVINCING) return new TextDecoder().decode(bytes);
  for (const label of candidates(bytes, charset, isMarkup)) {
    const text = tryDecode(bytes, label);
    if (text !== undefined) return text;
  }
  return new TextDecoder(guess(bytes) ?? 'windows-1252').decode(bytes);
}

function markedEncoding([first, second, third]: Uint8Array) {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function* candidates(bytes: Uint8Array, charset: string | undefined, isMarkup: boolean) {
  if (charset) yield charset;
  if (isMarkup) {
    const declared = declaredIn(Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString('latin1'));
    // A declaration that could be read byte by byte is not in UTF-16, as browsers know too.
    if (declared && !/^utf-?16/i.test(declared)) yield declared;
  }
  // ISO-2022-JP is ASCII with escapes.
  if (!bytes.subarray(0, SAMPLE).includes(0x1b)) yield 'utf-8';
  const guessed = guess(bytes);
  if (guessed) yield guessed;
  yield 'utf-8';
}

/** What the bytes look like, if it can be decoded. */
function guess(bytes: Uint8Array) {
  const label = detect(sampleOf(bytes));
  try {
    return label === null ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function declaredIn(beginning: string) {
  return (
    /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(beginning)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)["']/i.exec(beginning)?.[1]
  );
}

/** Bytes around the first ones outside ASCII, since the rest says nothing. */
function sampleOf(bytes: Uint8Array) {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - 1_024);
  return bytes.subarray(start, start + SAMPLE);
}

function tryDecode(bytes: Uint8Array, label: string) {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function countOutsideAscii(bytes: Uint8Array) {
  let count = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) count += 1;
    if (count >= CONVINCING) break;
  }
  return count;
}
