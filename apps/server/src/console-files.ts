import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from './kernel/problems.ts';
import { readFiles, sendFile } from './static-files.ts';

const directory = fileURLToPath(new URL('../../console/dist', import.meta.url));

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The built console at /app. Its files are few and small: they are read once, and their names change with them. */
export function addConsole(http: FastifyInstance) {
  let files: ReturnType<typeof readFiles> = new Map();
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!files.size) files = readFiles(directory);
    if (!files.size) throw problem('unavailable', 'The console is not built: run "npm ci" or "npm run prepare".');
    const asked = (request.params as { '*'?: string })['*'] ?? '';
    // Every address without a file behind it is a screen of the console.
    const name = files.has(asked) || path.extname(asked) ? asked : 'index.html';
    const file = files.get(name);
    if (!file) throw problem('route_not_found', 'The console has no such file.');
    return sendFile(request, reply, { file, headers: headersOf(name) });
  };
  http.get('/app', serve);
  http.get('/app/*', serve);
  http.get('/', async (_request, reply) => reply.redirect('/app/', 302));
}

function headersOf(name: string) {
  return {
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'referrer-policy': 'same-origin',
    'content-security-policy': POLICY,
  };
}
