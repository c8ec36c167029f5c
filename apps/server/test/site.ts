import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Page {
  html: string;
  headers?: Record<string, string>;
}

/** A site: pages by path, on an origin unique in the worker. */
export async function openSite(pages: Record<string, Page | string>) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const found = pages[pathname];
    if (found === undefined) return void response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
    const { html, headers } = typeof found === 'string' ? { html: found } : found;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Kept open: a reused port would share browser storage with an earlier site.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
