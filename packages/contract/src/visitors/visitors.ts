import { Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { Guid, Id, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

/** Identifies a visit while it lasts, not the person. */
export const VisitId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

/** A visitor who is on the site now. */
export const OnlineVisitor = Type.Object({
  id: VisitId,
  page: Type.String(),
  title: nullable(Type.String()),
  referrer: nullable(Type.String()),
  /** Number of page views. */
  pages: Type.Integer(),
  /** ISO 3166-1 alpha-2, if a proxy header or the GeoIP database has it. */
  country: nullable(Type.String()),
  since: Timestamp,
  seen_at: Timestamp,
  /** Set once the visitor or an agent has written, or the visitor filled in a form. */
  contact_id: nullable(Guid),
  name: nullable(Type.String()),
  chat_id: nullable(Id),
});

const MAX_CHARACTERS = 10_000;

export const visitors = {
  list: route({
    method: 'GET',
    path: '/v1/visitors',
    summary: 'List visitors who are on the site now, latest arrival first',
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
    summary: 'Send a message to a visitor who is on the site now, in their chat or a new one',
    scope: 'chats:write',
    rate: 'write',
    key: 'required',
    params: Type.Object({ id: VisitId }),
    resource: 'visitInChat',
    body: Type.Object({ body: written(MAX_CHARACTERS), agent_id: Type.Optional(Id) }),
    replies: { 201: one(Chat) },
    beyond: true,
  }),
};
