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
/** What is not compressed by itself. */
const PLAIN = /^(?:text\/|application\/json|image\/svg)/;

/** The best comes first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** What the build has compressed stands beside a file, under its name and this. */
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

type Compressed = { [encoding in Encoding]?: Buffer | undefined };

/** Something that is sent as it is to everybody. */
export interface StaticFile {
  type: string;
  /** Weak, because compressed bytes are others and mean the same. */
  tag: string;
  body: () => Buffer;
  /** Once: by the build, or by the first who takes it so. */
  compressed: (encoding: Encoding) => Promise<Buffer>;
}

/** Every file below a directory, by its path from there; none when there is no directory. */
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

/** Bytes as a file of this name. */
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

/** Sends it to whoever has not got it yet, as small as they take it. */
export async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { file, ...more }: { file: StaticFile; headers: Record<string, string> },
) {
  reply.headers({ etag: file.tag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff', ...more.headers });
  if (isKnown(headers['if-none-match'], file.tag)) return reply.code(304).send();
  reply.type(file.type);
  const encoding = PLAIN.test(file.type) ? chooseEncoding(headers['accept-encoding']) : undefined;
  if (!encoding) return reply.send(file.body());
  return reply.header('content-encoding', encoding).send(await file.compressed(encoding));
}

function isKnown(given: string | undefined, tag: string) {
  const tags = given?.split(',').map((each) => each.trim()) ?? [];
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
