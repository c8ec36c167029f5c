/** Control characters but tab and newline, byte order marks, soft hyphens, and the marks of interlinear annotation. */
const UNWANTED = /[^\P{Cc}\t\n]|[\uFEFF\u00AD\uFFF9-\uFFFB]/gu;

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair; lines without spaces around them. */
export function cleanText(text: string) {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
    .replace(UNWANTED, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same in one line. */
export function cleanLine(text: string) {
  return cleanText(text).replace(/\n+/g, ' ');
}

/** At most so many UTF-16 units, never ending in half of a surrogate pair. */
export function cut(text: string, length: number) {
  if (text.length <= length) return text;
  const end = text.codePointAt(length - 1) === text.charCodeAt(length - 1) ? length : length - 1;
  return text.slice(0, end);
}
