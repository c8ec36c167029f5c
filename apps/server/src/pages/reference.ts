import { toOpenApi } from '@parley/contract';
import { buildSearchIndex, readGuides, renderDocs, renderProblems } from '@parley/reference';
import type { FastifyInstance } from 'fastify';
import { version } from '../infra/version.ts';
import { problem } from '../kernel/problems.ts';
import { jsonDocument, once, pageDocument, prefersJson, sendDocument } from './documents.ts';

/** Public documentation of the API: the OpenAPI document, the reference, and a page for each problem. */
export function addReference(http: FastifyInstance, { publicUrl }: { publicUrl: () => string }) {
  const describe = (url: string) => toOpenApi({ publicUrl: url, version });
  const openApi = once(publicUrl, (url) => jsonDocument(describe(url)));
  const docs = once(publicUrl, (url) => pageDocument(renderDocs(describe(url), readGuides().guides)));
  const index = once(publicUrl, (url) => jsonDocument(buildSearchIndex(describe(url), readGuides().guides)));
  const explained = once(publicUrl, (url) => problemDocuments(renderProblems(describe(url), readGuides().guides)));

  http.get('/api/openapi.json', async (request, reply) => sendDocument(request, reply, openApi()));
  http.get('/docs', async (request, reply) => sendDocument(request, reply, docs()));
  http.get('/docs/search.json', async (request, reply) => sendDocument(request, reply, index()));

  http.get('/api/problems', async (request, reply) => {
    const { page, json } = explained().list;
    return sendDocument(request, reply, prefersJson(request.headers.accept) ? json : page);
  });
  http.get<{ Params: { slug: string } }>('/api/problems/:slug', async (request, reply) => {
    const { page, json } = find(request.params.slug);
    return sendDocument(request, reply, prefersJson(request.headers.accept) ? json : page);
  });
  // The path of a problem where the API has its own host.
  http.get('/problems', async (_request, reply) => reply.redirect('/api/problems', 308));
  http.get<{ Params: { slug: string } }>('/problems/:slug', async (request, reply) => {
    find(request.params.slug);
    return reply.redirect(`/api/problems/${request.params.slug}`, 308);
  });

  function find(slug: string) {
    const found = explained().bySlug.get(slug);
    if (!found) throw problem('not_found', 'There is no problem with this name. See /api/problems for all of them.');
    return found;
  }
}

type Rendered = ReturnType<typeof renderProblems>;

function problemDocuments({ list, bySlug }: Rendered) {
  const toDocuments = ({ page, json }: Rendered['list']) => ({ page: pageDocument(page), json: jsonDocument(json) });
  return {
    list: toDocuments(list),
    bySlug: new Map(bySlug.entries().map(([slug, each]) => [slug, toDocuments(each)])),
  };
}
