import { readFile } from 'node:fs/promises';
import { readGuides, renderGuide, renderGuideIndex } from '@parley/reference';
import type { FastifyInstance } from 'fastify';
import { memoise } from '../kernel/data/memoise.ts';
import { type Document, pageDocument, sendDocument } from './documents.ts';

const IMAGES = new URL('../../../../docs/images/', import.meta.url);

/** Public guides: how to integrate with this server and run it. */
export function addGuides(http: FastifyInstance) {
  const list = memoise(() => pageDocument(renderGuideIndex(readGuides().guides)));
  const rendered = new Map<string, Document>();

  http.get('/docs/guides', async (request, reply) => sendDocument(request, reply, list()));
  http.get<{ Params: { '*': string } }>('/docs/guides/*', async (request, reply) => {
    const guide = find(request.params['*']);
    return guide ? sendDocument(request, reply, guide) : reply.callNotFound();
  });
  http.get<{ Params: { name: string } }>('/docs/images/:name', async ({ params: { name } }, reply) => {
    if (!readGuides().images.includes(name)) return reply.callNotFound();
    reply.headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' });
    return reply.type('image/png').send(await readFile(new URL(name, IMAGES)));
  });

  /** Renders a guide when it is first asked for. */
  function find(name: string) {
    const { guides } = readGuides();
    const guide = guides.find((each) => each.name === name);
    const known = guide && (rendered.get(name) ?? pageDocument(renderGuide(guide, guides)));
    if (known) rendered.set(name, known);
    return known;
  }
}
