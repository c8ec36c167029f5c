import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from './kernel/problems.ts';

const directory = fileURLToPath(new URL('../../console/dist', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface File {
  type: string;
  body: Buffer;
  zipped: Buffer | undefined;
  tag: string;
  isHashed: boolean;
}

/** The built console at /app. Its files are few and small: they are read once, and their names change with them. */
export function addConsole(http: FastifyInstance) {
  const files = new Map<string, File>();
  const load = () => {
    if (files.size) return;
    for (const name of globSync('**/*', { cwd: directory }).filter((each) =>
      statSync(path.join(directory, each)).isFile(),
    )) {
      files.set(name, readFile(name));
    }
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    load();
    const name = (request.params as { '*'?: string })['*'] ?? '';
    const file = files.get(name) ?? (path.extname(name) ? undefined : files.get('index.html'));
    if (!file && !files.size)
      throw problem('unavailable', 'The console is not built: run "npm ci" or "npm run prepare".');
    if (!file) throw problem('route_not_found', 'The console has no such file.');
    return send(request, reply, file);
  };
  http.get('/app', serve);
  http.get('/app/*', serve);
  http.get('/', async (_request, reply) => reply.redirect('/app/', 302));
}

function readFile(name: string): File {
  const body = readFileSync(path.join(directory, name));
  const isText = /\.(html|js|css|svg|json)$/.test(name);
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    body,
    zipped: isText ? gzipSync(body, { level: 9 }) : undefined,
    tag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    isHashed: name.startsWith('assets/'),
  };
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { type, body, zipped, tag, isHashed }: File) {
  reply.headers({
    etag: tag,
    vary: 'accept-encoding',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'content-security-policy': POLICY,
  });
  if (headers['if-none-match'] === tag) return reply.code(304).send();
  reply.type(type);
  if (!zipped || !/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(zipped);
}
