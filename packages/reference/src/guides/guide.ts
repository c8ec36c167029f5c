import { readFileSync } from 'node:fs';

/** A guide as the build leaves it, so that the server needs no Markdown. */
export interface Guide {
  name: string;
  title: string;
  /** Its first paragraph as text. */
  lead: string;
  chapter: string;
  /** Tags of the operations that it explains. */
  explains: string[];
  html: string;
  /** The parts below each heading; the first is the beginning. */
  sections: Section[];
}

export interface Section {
  /** Of the heading; empty for the beginning. */
  id: string;
  title: string;
  depth: number;
  text: string;
}

/** What the build writes. */
export interface Built {
  guides: Guide[];
  /** Names of the pictures in `docs/images` that guides show. */
  images: string[];
}

export const BUILT = new URL('../../dist/guides.json', import.meta.url);

let known: Built | undefined;

/** All guides in reading order. */
export function readGuides(): Built {
  try {
    known ??= JSON.parse(readFileSync(BUILT, 'utf8')) as Built;
    return known;
  } catch (cause) {
    throw new Error('The guides are not built. Run "npm run build -w packages/reference".', { cause });
  }
}

export const guideUrl = (name: string) => `/docs/guides/${name}`;
