import { Type } from 'typebox';
import { route } from './route.ts';
import { Guid, Id, nullable, page, pageOf, Timestamp } from './schemas.ts';

/** Names somebody on the site while they are there; it says nothing of who they are. */
export const VisitId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

/** Somebody who is on the site now. */
export const OnlineVisitor = Type.Object({
  id: VisitId,
  page: Type.String(),
  title: nullable(Type.String()),
  referrer: nullable(Type.String()),
  /** How many pages they have opened. */
  pages: Type.Integer(),
  since: Timestamp,
  seen_at: Timestamp,
  /** Who they are, once they have written or said so. */
  contact_id: nullable(Guid),
  name: nullable(Type.String()),
  chat_id: nullable(Id),
});

export const visitors = {
  list: route({
    method: 'GET',
    path: '/v1/visitors',
    summary: 'Who is on the site now, whoever came last first',
    scope: 'contacts:read',
    rate: 'read',
    query: page({}),
    resource: 'visit',
    replies: { 200: pageOf(OnlineVisitor) },
    beyond: true,
  }),
};
