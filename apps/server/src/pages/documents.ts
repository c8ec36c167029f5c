import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Page } from '@parley/html';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A public document, ready to be sent. */
export interface Document {
  type: string;
  body: string;
  zipped: Buffer;
  tag: string;
  policy: string;
}

/** JSON loads and runs nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

export function pageDocument({ text, policy }: Page): Document {
  return toDocument('text/html; charset=utf-8', text, policy);
}

export function jsonDocument(value: unknown): Document {
  return toDocument('application/json; charset=utf-8', JSON.stringify(value), NOTHING);
}

function toDocument(type: string, body: string, policy: string): Document {
  // Weak, because it also stands for the compressed bytes.
  const tag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  return { type, body, zipped: gzipSync(body), tag, policy };
}

/** Caches a document: it changes only with the public URL of the server. */
export function once<T>(publicUrl: () => string, write: (publicUrl: string) => T) {
  let known: { url: string; written: T } | undefined;
  return () => {
    const url = publicUrl();
    if (known?.url !== url) known = { url, written: write(url) };
    return known.written;
  };
}

export function sendDocument({ headers }: FastifyRequest, reply: FastifyReply, document: Document) {
  const { type, body, zipped, tag, policy } = document;
  reply.headers({
    etag: tag,
    vary: 'accept, accept-encoding',
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
  });
  if (isKnown(headers['if-none-match'], tag)) return reply.code(304).send();
  reply.type(type);
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(zipped);
}

function isKnown(ifNoneMatch: string | undefined, tag: string) {
  const tags = ifNoneMatch?.split(',').map((each) => each.trim()) ?? [];
  return tags.some((each) => each === '*' || each.replace(/^W\//, '') === tag.slice(2));
}

/** Whether `Accept` prefers JSON to HTML. */
export function prefersJson(accept = '') {
  const weights = new Map(accept.split(',').map(readRange));
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  const json = weights.get('application/json') ?? weights.get('application/*') ?? 0;
  return json > html;
}

function readRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith('q='));
  return [type, weight ? Number(weight.slice(2)) || 0 : 1];
}
