import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoise } from '../kernel/data/memoise.ts';

/** A page of the documentation for people who build on the server. */
interface Guide {
  name: string;
  title: string;
  /** Its first sentence. */
  description: string;
  text: string;
}

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));
const GUIDES = path.join(DOCS, 'guides');

/** The guides by name, read once. */
export const guides = memoise(() => {
  const folder = existsSync(GUIDES) ? GUIDES : DOCS;
  const files = globSync('*.md', { cwd: folder }).sort();
  return new Map(files.map((file) => [path.basename(file, '.md'), readGuide(folder, file)]));
});

function readGuide(folder: string, file: string): Guide {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const name = path.basename(file, '.md');
  const [heading = '', ...blocks] = text.split(/\n\s*\n/);
  const title = heading.replace(/^# /, '');
  const paragraph = blocks.find((each) => /^\w/.test(each)) ?? '';
  const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(paragraph.trim().replaceAll(/\s+/g, ' ')) ?? [];
  const plain = sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/:$/, '.');
  return { name, title, description: plain, text };
}
