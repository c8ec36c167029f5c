import type { Block } from '../content.ts';
import { Outline } from './outline.ts';

/** Paragraphs between empty lines. */
export function readText(text: string): Block[] {
  const outline = new Outline();
  for (const paragraph of text.split(/(?:\r?\n|\r)[^\S\r\n]*(?:\r?\n|\r)/)) outline.text(paragraph);
  return outline.end();
}
