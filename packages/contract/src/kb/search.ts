import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { defaulted, doc, Id, nullable, one } from '../route/schemas.ts';
import { KbRule } from './rules.ts';

/** Why a rule was found. */
const Why = Type.Object({
  text_rank: doc(
    'Rank by words, from 1; equal scores share a rank. Null if its words did not find it.',
    nullable(Type.Integer({ minimum: 1 })),
    { example: 1 },
  ),
  vector_rank: doc(
    'Rank by meaning, from 1; null if its meaning did not find it.',
    nullable(Type.Integer({ minimum: 1 })),
    { example: 2 },
  ),
  terms: doc('Words of the query that the text has, as the text writes them.', Type.Array(Type.String()), {
    example: ['deliver'],
  }),
});

export const KbHit = Type.Object({
  ...Type.Pick(KbRule, ['id', 'content', 'doc_id', 'source', 'source_label', 'source_ref']).properties,
  score: doc('How well it fits, of both ranks together; 1 is best.', Type.Number({ minimum: 0, maximum: 1 }), {
    example: 0.97,
  }),
  similarity: doc(
    'Cosine of the embeddings of query and text; null if it was searched by words alone.',
    nullable(Type.Number({ minimum: -1, maximum: 1 })),
    { example: 0.71 },
  ),
  why: doc('Why it was found.', Why),
});
export type KbHit = Static<typeof KbHit>;

export const KbSearch = Type.Object({
  hits: doc('Rules, best first.', Type.Array(KbHit)),
  mode: doc('`text` if nothing could be searched by meaning.', Type.Enum(['hybrid', 'text'])),
  took_ms: doc('Time of the search, in milliseconds.', Type.Integer({ minimum: 0 }), { example: 24 }),
});

export const kbSearchRoutes = {
  search: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/search',
    summary: 'Preview what would be found for a question, best first',
    description:
      "The same search as the AI's, with as many hits as you ask for. It embeds the query, which costs the provider's tokens.",
    query: Type.Object({
      q: doc(
        'A question, as a visitor would put it.',
        Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
        { example: 'How long does delivery take?' },
      ),
      limit: doc('Most hits to return.', defaulted(Type.Integer({ minimum: 1, maximum: 20 }), 5), { example: 5 }),
      operator_id: doc('Search as this AI operator would: rules of another one are left out.', Type.Optional(Id)),
    }),
    replies: { 200: one(KbSearch) },
    problems: ['not_found', 'kb_embed_credential_missing', 'kb_embed_provider_failed'],
  }),
};
