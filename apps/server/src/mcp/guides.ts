import { globSync, readFileSync } from 'node:fs';
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

const GUIDES = fileURLToPath(new URL('../../../../docs/guides', import.meta.url));

/** The guides by name, read once. */
export const guides = memoise(() => {
  const names = globSync('**/*.md', { cwd: GUIDES }).map((file) => file.replace(/\.md$/, ''));
  return new Map(names.sort().map((name) => [name, readGuide(name)]));
});

function readGuide(name: string): Guide {
  const text = readFileSync(path.join(GUIDES, `${name}.md`), 'utf8');
  const [heading = '', ...blocks] = text.split(/\n\s*\n/);
  const title = heading.replace(/^# /, '');
  const paragraph = blocks.find((each) => /^\w/.test(each)) ?? '';
  const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(paragraph.trim().replaceAll(/\s+/g, ' ')) ?? [];
  const plain = sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/:$/, '.');
  return { name, title, description: plain, text };
}
