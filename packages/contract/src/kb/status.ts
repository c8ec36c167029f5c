import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, nullable, nullableEnum, one } from '../route/schemas.ts';
import { kbCrawlStatuses } from './crawler.ts';

const Count = Type.Integer({ minimum: 0 });

const Embedding = Type.Object({
  credential_id: doc('The credential that is asked.', Id),
  provider: doc('Its provider.', Type.String(), { example: 'openai' }),
  model: doc('Its embedding model.', Type.String(), { example: 'text-embedding-3-small' }),
  dimensions: doc(
    'Length of an embedding; null until a text has been embedded.',
    nullable(Type.Integer({ minimum: 1 })),
    { example: 1_536 },
  ),
});

export const KbStatus = Type.Object({
  rules: doc('All rules.', Count, { example: 412 }),
  embedded: doc('Rules with an embedding of the current model.', Type.Integer({ minimum: 0 }), { example: 410 }),
  pending: doc('Rules that wait for one; until then they are found by words alone.', Type.Integer({ minimum: 0 }), {
    example: 2,
  }),
  embedding: doc('What embeds texts now; null without a usable credential.', nullable(Embedding)),
  index: doc('How texts of similar meaning are found.', Type.Enum(['signature', 'pgvector'])),
  uploads: doc(
    'Uploaded documents by state.',
    Type.Object({
      queued: doc('Documents that wait to be read.', Count, { example: 0 }),
      processing: doc('Documents that are being read.', Count, { example: 1 }),
      ready: doc('Documents whose rules are in use.', Count, { example: 6 }),
      failed: doc('Documents that could not be read.', Count, { example: 0 }),
    }),
  ),
  crawler: doc('State of the last or current crawl; null if there was none.', nullableEnum(kbCrawlStatuses), {
    example: 'done',
  }),
});
export type KbStatus = Static<typeof KbStatus>;

export const kbStatusRoutes = {
  readStatus: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/status',
    summary: 'Count rules and uploads, and retrieve what embeds texts',
    description: 'Without a usable credential, `embedding` is null and rules are found by their words alone.',
    replies: { 200: one(KbStatus) },
  }),
};
