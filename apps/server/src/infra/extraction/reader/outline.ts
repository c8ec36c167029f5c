import { type Block, ExtractionError } from '../content.ts';
import { MAX_CHARACTERS } from '../limits.ts';
import { cleanLine, cleanText } from '../plain-text.ts';

interface Heading {
  level: number;
  text: string;
  hasText: boolean;
}

/** Collects blocks under the headings of a document, in their order. */
export class Outline {
  readonly blocks: Block[] = [];
  #path: Heading[] = [];
  #characters = 0;

  heading(level: number, text: string, page?: number) {
    const line = cleanLine(text);
    if (!line) return;
    this.#leave(level, page);
    this.#path.push({ level, text: line, hasText: false });
  }

  text(text: string, page?: number) {
    const clean = cleanText(text);
    if (!clean) return;
    for (const heading of this.#path) heading.hasText = true;
    this.#add({ headings: this.#path.map((heading) => heading.text), text: clean }, page);
  }

  end(): Block[] {
    this.#leave(0);
    return this.blocks;
  }

  /** A heading with nothing below it is text itself. */
  #leave(level: number, page?: number) {
    while ((this.#path.at(-1)?.level ?? -1) >= level) {
      const gone = this.#path.pop();
      if (gone && !gone.hasText) this.text(gone.text, page);
    }
  }

  #add(block: Block, page: number | undefined) {
    this.#characters += block.text.length;
    if (this.#characters > MAX_CHARACTERS) throw new ExtractionError('too_large');
    this.blocks.push(page === undefined ? block : { ...block, page });
  }
}
