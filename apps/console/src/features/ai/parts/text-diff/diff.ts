/** A piece of a text: what both versions have, or one of them. */
interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export interface DiffLine {
  kind: 'same' | 'changed';
  /** Words of the line, those of both versions together. */
  pieces: Piece[];
}

/** Beyond it, comparing word by word takes too long. */
const MOST_CELLS = 4_000_000;

/** Two versions of a text, line by line, and within changed lines word by word. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const lines: DiffLine[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = () => {
    if (!removed.length && !added.length) return;
    lines.push(...diffWords(removed.join('\n'), added.join('\n')));
    [removed, added] = [[], []];
  };
  for (const { kind, text } of diff(old, now)) {
    if (kind === 'removed') removed.push(text);
    else if (kind === 'added') added.push(text);
    else {
      flush();
      lines.push({ kind: 'same', pieces: [{ kind, text }] });
    }
  }
  flush();
  return lines;
}

function diffWords(before: string, after: string): DiffLine[] {
  const words = (text: string) => text.match(/\n|[^\S\n]+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
  const lines: DiffLine[] = [{ kind: 'changed', pieces: [] }];
  for (const { kind, text } of diff(words(before), words(after))) {
    if (text === '\n') lines.push({ kind: 'changed', pieces: [] });
    else addTo(lines.at(-1)?.pieces ?? [], { kind, text });
  }
  return lines;
}

/** Neighbours of one kind are one piece. */
function addTo(pieces: Piece[], piece: Piece) {
  const last = pieces.at(-1);
  if (last?.kind === piece.kind) last.text += piece.text;
  else pieces.push(piece);
}

/** By the longest common subsequence, after what both begin and end with. */
function diff(before: string[], after: string[]): Piece[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (text: string): Piece => ({ kind: 'same', text });
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function diffMiddle(before: string[], after: string[]): Piece[] {
  const removed = (text: string): Piece => ({ kind: 'removed', text });
  const added = (text: string): Piece => ({ kind: 'added', text });
  const width = after.length + 1;
  if ((before.length + 1) * width > MOST_CELLS) return [...before.map(removed), ...after.map(added)];
  // Lengths of the common subsequence from each place on.
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old = '', now = ''] = [before[i], after[j]];
    if (i < before.length && j < after.length && old === now) {
      pieces.push({ kind: 'same', text: old });
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      pieces.push(removed(old));
      i++;
    } else {
      pieces.push(added(now));
      j++;
    }
  }
  return pieces;
}
