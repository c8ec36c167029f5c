import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
};
/** Types that are not already compressed. */
const COMPRESSIBLE = /^(?:text\/|application\/json|image\/svg)/;

/** Best first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Suffixes of the copies that the build compressed. */
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

type Compressed = { [encoding in Encoding]?: Buffer | undefined };

/** A response that is the same for everybody. */
export interface StaticFile {
  type: string;
  /** Weak, since compressed bodies share it. */
  tag: string;
  body: () => Buffer;
  /** Compressed once: by the build, or for the first request. */
  compressed: (encoding: Encoding) => Promise<Buffer>;
}

/** Files below a directory by relative path; none if it does not exist. */
export function readFiles(directory: string): Map<string, StaticFile> {
  const names = globSync('**/*', { cwd: directory }).filter((name) => statSync(path.join(directory, name)).isFile());
  const bytesOf = new Map(names.map((name) => [name, readFileSync(path.join(directory, name))]));
  const own = [...bytesOf].filter(([name]) => !Object.values(SUFFIXES).includes(path.extname(name)));
  return new Map(own.map(([name, bytes]) => [name, toFile(name, bytes, readyOf(name, bytesOf))]));
}

const readyOf = (name: string, bytesOf: Map<string, Buffer>): Compressed => ({
  br: bytesOf.get(name + SUFFIXES.br),
  gzip: bytesOf.get(name + SUFFIXES.gzip),
});

export function toFile(name: string, bytes: Buffer, ready?: Compressed): StaticFile {
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
  return createFile({ type, tag: `W/"${digest(bytes)}"`, body: () => bytes }, ready);
}

export function createFile(parts: Omit<StaticFile, 'compressed'>, ready: Compressed = {}): StaticFile {
  const done: { [encoding in Encoding]?: Promise<Buffer> | Buffer | undefined } = { ...ready };
  return {
    ...parts,
    compressed: async (encoding) => (done[encoding] ??= compress(encoding, parts.body())),
  };
}

export const digest = (content: string | Buffer) => createHash('sha1').update(content).digest('base64url');

function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 });
  const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return promisify(brotliCompress)(bytes, { params: best });
}

/** Sends a file in the best encoding that the client accepts, or 304 if the client has it. */
export async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { file, ...more }: { file: StaticFile; headers: Record<string, string> },
) {
  reply.headers({ etag: file.tag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff', ...more.headers });
  if (matchesTag(headers['if-none-match'], file.tag)) return reply.code(304).send();
  reply.type(file.type);
  const encoding = COMPRESSIBLE.test(file.type) ? chooseEncoding(headers['accept-encoding']) : undefined;
  if (!encoding) return reply.send(file.body());
  return reply.header('content-encoding', encoding).send(await file.compressed(encoding));
}

function matchesTag(header: string | undefined, tag: string) {
  const tags = header?.split(',').map((each) => each.trim()) ?? [];
  return tags.some((each) => each === '*' || each.replace(/^W\//, '') === tag.slice(2));
}

function chooseEncoding(accepted = '') {
  const weights = new Map(accepted.toLowerCase().split(',').map(readChoice));
  return ENCODINGS.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

function readChoice(choice: string): [string, number] {
  const [name = '', ...parameters] = choice.split(';').map((part) => part.trim());
  const weight = parameters.find((each) => each.startsWith('q='));
  return [name, weight ? Number(weight.slice(2)) || 0 : 1];
}
