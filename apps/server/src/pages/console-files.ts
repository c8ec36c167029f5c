import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../kernel/problems.ts';
import { digest } from './static-files.ts';

interface ConsoleBuild {
  /** Hash of the page, which names every file with a hash of its content. */
  id: string;
  page: string;
  /** All other files, without compressed copies. */
  files: Set<string>;
}

const DIST = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const PAGE = 'index.html';

/** Placeholders in the built page, see index.html and vite.config.ts. */
const NONCE = '__nonce__';
const BUILD = '__build__';

/** Serves the built console at /app. */
export function addConsole(
  http: FastifyInstance,
  { publicUrl, directory = DIST }: { publicUrl: () => string; directory?: string },
) {
  http.register(fastifyStatic, {
    // Own routes: every path without a file is a screen of the console.
    serve: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    lastModified: false,
    setHeaders: (reply, file) => void reply.headers(headersOf(path.relative(directory, file))),
  });

  let known: ConsoleBuild | undefined;
  const readBuild = () => {
    known ??= findBuild(directory);
    if (!known) throw problem('unavailable', 'The console is not built: run "npm ci" or "npm run prepare".');
    return known;
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const build = readBuild();
    const name = (request.params as { '*'?: string })['*'] ?? '';
    if (build.files.has(name)) return reply.sendFile(name, directory);
    if (path.extname(name) && name !== PAGE) throw problem('route_not_found', 'The console has no such file.');
    return sendPage(reply, build, publicUrl());
  };
  http.get('/app', serve);
  http.get('/app/*', { onSend: correctScriptType }, serve);
  http.get('/app/build.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ build: readBuild().id }),
  );
  http.get('/', async (_request, reply) => reply.redirect('/app/', 302));
}

function findBuild(directory: string): ConsoleBuild | undefined {
  const files = new Set(globSync('**/*.*', { cwd: directory, exclude: ['**/*.{br,gz}'] }));
  if (!files.delete(PAGE)) return undefined;
  const page = readFileSync(path.join(directory, PAGE), 'utf8');
  return { id: digest(page), page, files };
}

/** The library sends a script type that RFC 9239 made obsolete. */
async function correctScriptType(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (String(reply.getHeader('content-type')).startsWith('application/javascript')) {
    reply.type('text/javascript; charset=utf-8');
  }
  return payload;
}

/** Without an ETag: a cached page would have the nonce of another response. */
function sendPage(reply: FastifyReply, { id, page }: ConsoleBuild, publicUrl: string) {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': policyOf(nonce, new URL(publicUrl).origin),
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE, nonce).replace(BUILD, id));
}

/**
 * The nonce allows styles that components add to the page. Files come from the public URL, even if the console was opened
 * at another address.
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
