import { Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { doc, Guid, Id, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

/** Identifies a visit while it lasts, not the person. */
export const VisitId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

/** A visitor who is on the site now. */
export const OnlineVisitor = Type.Object({
  id: doc('Unique id of the visit.', VisitId),
  page: doc('URL of the page that is open.', Type.String(), { example: 'https://shop.example.com/cart' }),
  title: doc('Title of that page; null if it was not sent.', nullable(Type.String()), { example: 'Cart' }),
  referrer: doc('Where the visitor came from; null if unknown.', nullable(Type.String()), {
    example: 'https://search.example.com/',
  }),
  pages: doc('Number of page views.', Type.Integer(), { example: 4 }),
  country: doc(
    'ISO 3166-1 alpha-2, if a proxy header or the GeoIP database has it; else null.',
    nullable(Type.String()),
    { example: 'DE' },
  ),
  since: doc('When the visit began.', Timestamp),
  seen_at: doc('When a page of the visit last reported itself.', Timestamp),
  contact_id: doc(
    'The contact, once the visitor or an agent has written, or the visitor filled in a form; else null.',
    nullable(Guid),
  ),
  name: doc('Name of the contact; null if unknown.', nullable(Type.String()), { example: 'Ira Novak' }),
  chat_id: doc('The chat of the contact on the site; null without one.', nullable(Id)),
});

const MAX_CHARACTERS = 10_000;

export const visitors = {
  list: route({
    method: 'GET',
    path: '/v1/visitors',
    summary: 'List visitors who are on the site now, latest arrival first',
    description:
      'A visit ends 90 seconds after the last sign of life of its pages. `id` names the visit, not the person.',
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
    description:
      "The widget opens the chat on the visitor's page with the message. A visitor without a contact becomes one. A visit that has ended is 404.",
    scope: 'chats:write',
    rate: 'write',
    key: 'required',
    params: Type.Object({ id: doc('Id of the visit, from the list of visitors.', VisitId) }),
    resource: 'visitInChat',
    body: Type.Object({
      body: doc('Text of the message.', written(MAX_CHARACTERS), { example: 'Hello! Can I help you to choose?' }),
      agent_id: doc(
        'Who writes. Left out: the owner of the chat; a chat without an owner needs it.',
        Type.Optional(Id),
        {
          example: 7,
        },
      ),
    }),
    replies: { 201: one(Chat) },
    beyond: true,
  }),
};
