import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from './kernel/problems.ts';
import { readFiles, sendFile } from './static-files.ts';

interface Options {
  publicUrl: () => string;
  /** Where the console was built to. */
  directory?: string;
}

const DIST = fileURLToPath(new URL('../../console/dist', import.meta.url));
const PAGE = 'index.html';

/** What stands for the nonce in the page that was built; vite.config.ts has the same. */
const NONCE = '__nonce__';

/** The built console at /app. Its files are few and small: they are read once, and their names change with them. */
export function addConsole(http: FastifyInstance, { publicUrl, directory = DIST }: Options) {
  let files: ReturnType<typeof readFiles> = new Map();
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!files.size) files = readFiles(directory);
    if (!files.size) throw problem('unavailable', 'The console is not built: run "npm ci" or "npm run prepare".');
    const asked = (request.params as { '*'?: string })['*'] ?? '';
    // Every address without a file behind it is a screen of the console.
    const name = files.has(asked) || path.extname(asked) ? asked : PAGE;
    const file = files.get(name);
    if (!file) throw problem('route_not_found', 'The console has no such file.');
    if (name === PAGE) return sendPage(reply, file.body().toString(), publicUrl());
    return sendFile(request, reply, { file, headers: headersOf(name) });
  };
  http.get('/app', serve);
  http.get('/app/*', serve);
  http.get('/', async (_request, reply) => reply.redirect('/app/', 302));
}

/** Without a tag: a page that is kept would have the nonce of another answer. */
function sendPage(reply: FastifyReply, html: string, publicUrl: string) {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': policyOf(nonce, new URL(publicUrl).origin),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE, nonce));
}

/**
 * The nonce is for the styles that components write into the page: their variables, and what depends on the width of the
 * window. Files have the address that people reach the server at, also where the console was opened at another.
 */
function policyOf(nonce: string, filesAt: string) {
  return [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: ${filesAt}`,
    `media-src 'self' blob: ${filesAt}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function headersOf(name: string) {
  return {
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'referrer-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
}
