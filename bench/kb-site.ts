// A site in its own process: as many pages as a crawl takes, each with a few paragraphs of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { questionOf, randomFrom } from './kb-chunks.ts';

const LINKS = 20;
const PARAGRAPHS = 6;
const SENTENCES = 8;

const paragraphOf = (random: () => number) =>
  `<p>${Array.from({ length: SENTENCES }, () => `${questionOf(random)}.`).join(' ')}</p>`;

/** Each page links to the next ones. */
function pageOf(number: number) {
  const random = randomFrom(number);
  const links = Array.from({ length: LINKS }, (_, at) => `<a href="/p/${number * LINKS + at + 1}">More</a>`);
  const text = Array.from({ length: PARAGRAPHS }, () => paragraphOf(random));
  return `<!doctype html><title>Page ${number}</title><main><h1>Page ${number}</h1>${text.join('')}</main>${links.join(' ')}`;
}

const server = createServer(({ url = '/' }, response) => {
  const number = url === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(number));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGINT', () => process.exit(0));
