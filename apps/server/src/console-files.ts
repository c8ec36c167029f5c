import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from './kernel/problems.ts';
import { readFiles, type StaticFile, sendFile } from './static-files.ts';

interface Options {
  publicUrl: () => string;
  /** Where the console was built to. */
  directory?: string;
}

const DIST = fileURLToPath(new URL('../../console/dist', import.meta.url));
const PAGE = 'index.html';

/** What stands for them in the page that was built, see index.html and vite.config.ts. */
const NONCE = '__nonce__';
const BUILD = '__build__';

/** The built console at /app. Its files are few and small: they are read once, and their names change with them. */
export function addConsole(http: FastifyInstance, { publicUrl, directory = DIST }: Options) {
  let files: ReturnType<typeof readFiles> = new Map();
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    open();
    const asked = (request.params as { '*'?: string })['*'] ?? '';
    // Every address without a file behind it is a screen of the console.
    const name = files.has(asked) || path.extname(asked) ? asked : PAGE;
    const file = files.get(name);
    if (!file) throw problem('route_not_found', 'The console has no such file.');
    if (name === PAGE) return sendPage(reply, file, publicUrl());
    return sendFile(request, reply, { file, headers: headersOf(name) });
  };
  const open = () => {
    if (!files.size) files = readFiles(directory);
    const page = files.get(PAGE);
    if (!page) throw problem('unavailable', 'The console is not built: run "npm ci" or "npm run prepare".');
    return page;
  };
  http.get('/app', serve);
  http.get('/app/*', serve);
  http.get('/app/build.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ build: buildOf(open()) }),
  );
  http.get('/', async (_request, reply) => reply.redirect('/app/', 302));
}

/** Without a tag: a page that is kept would have the nonce of another answer. */
function sendPage(reply: FastifyReply, page: StaticFile, publicUrl: string) {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': policyOf(nonce, new URL(publicUrl).origin),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page.body().toString().replaceAll(NONCE, nonce).replace(BUILD, buildOf(page)));
}

/** Of all that was built: the page names its files, and their names change with them. */
const buildOf = ({ tag }: StaticFile) => tag.slice(3, -1);

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
    'content-security-policy': "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}
