import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, nullable, nullableEnum, one } from '../route/schemas.ts';
import { kbCrawlStatuses } from './crawler.ts';

const Count = Type.Integer({ minimum: 0 });

const Embedding = Type.Object({
  credential_id: Id,
  provider: Type.String(),
  model: Type.String(),
  dimensions: nullable(Type.Integer({ minimum: 1, description: 'Null until a text has been embedded' })),
});

export const KbStatus = Type.Object({
  rules: Count,
  embedded: Type.Integer({ minimum: 0, description: 'Rules with an embedding of the current model' }),
  pending: Type.Integer({ minimum: 0, description: 'Rules that wait for one' }),
  /** What embeds texts now; null without a usable credential. */
  embedding: nullable(Embedding),
  index: Type.Enum(['signature', 'pgvector'], { description: 'How texts of similar meaning are found' }),
  uploads: Type.Object({ queued: Count, processing: Count, ready: Count, failed: Count }),
  /** State of the last or current crawl; null if there was none. */
  crawler: nullableEnum(kbCrawlStatuses),
});
export type KbStatus = Static<typeof KbStatus>;

export const kbStatusRoutes = {
  readStatus: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/status',
    summary: 'Count rules and uploads, and retrieve what embeds texts',
    replies: { 200: one(KbStatus) },
  }),
};
