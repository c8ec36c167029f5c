import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = globSync('{apps,packages,e2e,scripts,bench}/**/*.{ts,tsx,js,css}', {
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
});
const folders = new Set(
  sources.flatMap((file) => file.split('/').map((_, end, parts) => parts.slice(0, end).join('/'))),
);

/** Paths in backticks: files of the repository, and folders that start at a known place. Addresses start with a slash. */
const FILE = /`(\w[\w./-]+\.(?:ts|tsx|css))`/g;
const FOLDER = /`((?:apps|packages|modules|kernel|infra|e2e|scripts|bench)\/[\w/-]+?)\/?`/g;

const isPath = (path: string, known: Iterable<string>) =>
  Iterator.from(known).some((each) => each === path || each.endsWith(`/${path}`));

const PAGES = globSync(['docs/**/*.md', '*.md', 'packages/*/README.md'], { exclude: ['docs/decisions/**'] });

test.for(PAGES)('%s names files and folders that exist', (page) => {
  const text = readFileSync(page, 'utf8');
  const files = [...text.matchAll(FILE)].flatMap(([, path = '']) => (isPath(path, sources) ? [] : path));
  const missing = [...text.matchAll(FOLDER)].flatMap(([, path = '']) => (isPath(path, folders) ? [] : path));
  expect([...files, ...missing]).toEqual([]);
});

test.for([...PAGES, ...globSync('docs/decisions/*.md')])('%s links to files that exist', (page) => {
  const links = readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g);
  const relative = [...links].flatMap(([, link = '']) => (/^(?:[a-z]+:|\/)/.test(link) ? [] : link));
  expect(relative.filter((link) => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
});
