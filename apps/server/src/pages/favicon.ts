import { mark } from '@parley/html';
import type { FastifyInstance } from 'fastify';

export function addFavicon(http: FastifyInstance) {
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    http.get(path, async (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(mark),
    );
  }
}
