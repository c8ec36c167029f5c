export interface Piece {
  /** Where it begins. */
  at: number;
  text: string;
  isMarked: boolean;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text in pieces, with the words that a question shares with it apart. */
export function markWords(text: string, terms: string[]): Piece[] {
  const marked = new Set(terms);
  const pieces: Piece[] = [];
  for (const { segment, index } of words.segment(text)) {
    const isMarked = marked.has(segment);
    const last = pieces.at(-1);
    if (last && !last.isMarked && !isMarked) last.text += segment;
    else pieces.push({ at: index, text: segment, isMarked });
  }
  return pieces;
}
