import { Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { Guid, Id, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

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
  /** Two letters (ISO 3166), where a proxy or a database of addresses says so. */
  country: nullable(Type.String()),
  since: Timestamp,
  seen_at: Timestamp,
  /** Who they are, once they have written or said so, or somebody has written to them. */
  contact_id: nullable(Guid),
  name: nullable(Type.String()),
  chat_id: nullable(Id),
});

const MOST_CHARACTERS = 10_000;

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
  startChat: route({
    method: 'POST',
    path: '/v1/visitors/{id}/chat',
    summary: 'Write to somebody who is on the site now: in the chat they have, or in one that begins with it',
    scope: 'chats:write',
    rate: 'write',
    key: 'required',
    params: Type.Object({ id: VisitId }),
    resource: 'visitInChat',
    body: Type.Object({ body: written(MOST_CHARACTERS), agent_id: Type.Optional(Id) }),
    replies: { 201: one(Chat) },
    beyond: true,
  }),
};
