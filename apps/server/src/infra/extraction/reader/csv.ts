import { parse } from 'csv-parse/sync';
import type { Block } from '../content.ts';
import { Outline } from './outline.ts';
import { describeTable } from './tables.ts';
import { readText } from './text.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_LINES = 20;

/** Rows of a table; text where it is none. */
export function readCsv(text: string, hasTabs = false): Block[] {
  const rows = parseRows(text, hasTabs ? '\t' : delimiterOf(text));
  if (!rows) return readText(text);
  const outline = new Outline();
  outline.text(describeTable(rows.map((cells) => ({ cells }))).join('\n'));
  return outline.end();
}

function parseRows(text: string, delimiter: string): string[][] | undefined {
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
    return rows;
  } catch {
    return undefined;
  }
}

/** The one that most lines have in the same number. */
function delimiterOf(text: string) {
  const lines = text.slice(0, 50_000).split(/\r?\n/, SAMPLE_LINES).filter(Boolean);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    return { delimiter, score: first && counts.filter((count) => count === first).length * 100 + first };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}
