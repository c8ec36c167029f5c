import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { defaulted, Id, nullable, one } from '../route/schemas.ts';
import { KbRule } from './rules.ts';

/** Why a rule was found. */
const Why = Type.Object({
  text_rank: nullable(Type.Integer({ minimum: 1, description: 'Rank by words. Equal scores share a rank' })),
  vector_rank: nullable(Type.Integer({ minimum: 1, description: 'Rank by meaning' })),
  terms: Type.Array(Type.String(), { description: 'Words of the query that the text has, as the text writes them' }),
});

export const KbHit = Type.Object({
  ...Type.Pick(KbRule, ['id', 'content', 'doc_id', 'source', 'source_label', 'source_ref']).properties,
  score: Type.Number({ minimum: 0, maximum: 1 }),
  similarity: nullable(Type.Number({ minimum: -1, maximum: 1, description: 'Cosine of query and text' })),
  why: Why,
});
export type KbHit = Static<typeof KbHit>;

export const KbSearch = Type.Object({
  hits: Type.Array(KbHit),
  mode: Type.Enum(['hybrid', 'text']),
  took_ms: Type.Integer({ minimum: 0 }),
});

export const kbSearchRoutes = {
  search: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/search',
    summary: 'Preview what would be found for a question, best first',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
      limit: defaulted(Type.Integer({ minimum: 1, maximum: 20 }), 5),
      operator_id: Type.Optional(Id),
    }),
    replies: { 200: one(KbSearch) },
    problems: ['not_found', 'kb_embed_credential_missing', 'kb_embed_provider_failed'],
  }),
};
