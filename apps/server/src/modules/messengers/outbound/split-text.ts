/** Where a long text may be cut, best first. */
const BREAKS = ['\n\n', '\n', '. ', ' '];

/** Cuts a text into parts of at most `limit` UTF-16 units: between paragraphs, lines, sentences or words, never inside a character. */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const at = cutIn(rest, limit);
    const part = rest.slice(0, at).trimEnd();
    if (part) parts.push(part);
    rest = rest.slice(at).trimStart();
  }
  return rest ? [...parts, rest] : parts;
}

/** The first half stays whole, so that a break near the start doesn't make a tiny part. */
function cutIn(text: string, limit: number) {
  for (const mark of BREAKS) {
    const at = text.lastIndexOf(mark, limit - mark.length);
    if (at >= limit / 2) return at + mark.length;
  }
  return characterBreak(text, limit);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A character of people may be a flag or a family of many code points. */
const LONGEST_CHARACTER = 64;

function characterBreak(text: string, limit: number) {
  const from = Math.max(0, limit - LONGEST_CHARACTER);
  let at = 0;
  for (const { index } of graphemes.segment(text.slice(from, limit + LONGEST_CHARACTER))) {
    if (from + index <= limit) at = from + index;
  }
  // A surrogate pair that the window began in is no character.
  return at > from ? at : limit;
}
