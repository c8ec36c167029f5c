import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '../../../infra/files/file-store.ts';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import type { UnitOfWork } from '../../../kernel/data/context.ts';
import { contentDisposition } from '../../../kernel/http/file-names.ts';
import { problem } from '../../../kernel/problems.ts';
import { readTicket } from './links.ts';
import { isExpired } from './service.ts';
import { find } from './store.ts';

/** Uploads are untrusted: only images are shown inline, and nothing can run. */
const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Serves files at their signed links. */
export function addFileServing(
  http: FastifyInstance,
  { unitOfWork, storage }: { unitOfWork: UnitOfWork; storage: FileStore },
) {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { ticket: text } = request.params as { ticket: string };
    const { file, caching } = await unitOfWork.read(async (work) => {
      const ticket = readTicket(work.vault, text, work.now);
      const found = ticket && (await find(work, ticket.widgetId, ticket.id));
      if (!ticket || !found || isExpired(found, work.now)) throw problem('not_found');
      return { file: found, caching: cachingUntil(ticket.expires, work.now) };
    });
    const isInline = isInlineImage(file.type);
    const bytes = request.method === 'HEAD' ? undefined : await storage.read(file.key);
    if (request.method === 'GET' && !bytes) throw problem('not_found');
    return reply
      .headers(HEADERS)
      .type(isInline ? file.type : 'application/octet-stream')
      .header('content-length', file.size)
      .header('content-disposition', contentDisposition(isInline ? 'inline' : 'attachment', file.name))
      .header('cache-control', caching)
      .send(bytes);
  };
  http.route({ method: ['GET', 'HEAD'], url: '/files/:ticket/:name', handler });
}

const MONTH_SECONDS = 30 * 24 * 3_600;

function cachingUntil(expires: Temporal.Instant | undefined, now: Temporal.Instant) {
  if (!expires) return `public, max-age=${MONTH_SECONDS}, immutable`;
  return `private, max-age=${Math.floor(now.until(expires).total('seconds'))}, immutable`;
}
