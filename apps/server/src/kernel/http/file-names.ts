const MAX_CHARACTERS = 255;
/** Line breaks, and characters that reverse the text direction, so that `gpj.exe` reads as `exe.jpg`. */
const DECEIVING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** The stored form of a file name: no path, one line, at most 255 characters. */
export function canonicalName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const plain = base.toWellFormed().replace(DECEIVING, '').normalize('NFC').trim();
  return /^\.*$/.test(plain) ? 'file' : shorten(plain);
}

/** Keeps the extension. */
function shorten(name: string) {
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  const extension = /\.[\p{L}\p{N}]{1,20}$/u.exec(name)?.[0] ?? '';
  const stem = characters.slice(0, MAX_CHARACTERS - [...extension].length).join('');
  return stem.trimEnd() + extension;
}

/** Header value with an ASCII name, and the exact one (RFC 6266) if it differs. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const fallback = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percentEncode);
  return `${kind}; filename="${fallback}"${fallback === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

const percentEncode = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
