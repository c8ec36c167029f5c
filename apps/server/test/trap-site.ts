import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Response {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** HTML, or all of a response, or whatever a handler does. */
type Page = string | Response | ((request: IncomingMessage, response: ServerResponse) => unknown);

interface Visit {
  /** With the query. */
  path: string;
  headers: IncomingMessage['headers'];
  at: number;
}

/** A site to crawl, on a host of its own by its port. Pages may change during a test; others are 404. */
export async function startSite(pages: Record<string, Page> = {}) {
  const visits: Visit[] = [];
  const load = { inFlight: 0, highest: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    visits.push({ path, headers: request.headers, at: performance.now() });
    load.inFlight += 1;
    load.highest = Math.max(load.highest, load.inFlight);
    response.on('close', () => {
      load.inFlight -= 1;
    });
    respond(pages[path] ?? pages[path.split('?')[0] ?? ''] ?? pages['*'], request, response);
  });
  server.on('connection', (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    pages,
    visits,
    load,
    port,
    url: `http://127.0.0.1:${port}`,
    close,
    /** Paths that were asked for, without what every crawl asks for. */
    paths: () => visits.map(({ path }) => path).filter((path) => !/^\/(?:robots\.txt|sitemap\.xml)$/.test(path)),
  };
}

function respond(page: Page | undefined, request: IncomingMessage, response: ServerResponse) {
  if (page === undefined) return void response.writeHead(404).end('Not found');
  if (typeof page === 'function') return void page(request, response);
  const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
  const type = headers['content-type'] === undefined && status === 200 ? { 'content-type': 'text/html' } : {};
  response.writeHead(status, { ...type, ...headers }).end(body);
}

/** A page with a text and links. */
export const page = (text: string, ...links: string[]) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${text.split(/[.\n]/)[0]}</title></head><body><main><h1>${text.split(/[.\n]/)[0]}</h1><p>${text}</p>${links
    .map((link) => `<p><a href="${link}">more</a></p>`)
    .join('')}</main></body></html>`;

export const redirect = (location: string, status = 302): Response => ({ status, headers: { location } });
