import { type Static, Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { route } from '../route/route.ts';
import { doc, Flag, Guid, Id, nullable, one, page, pageOf, range, Timestamp } from '../route/schemas.ts';

const Score = Type.Integer({ minimum: 1, maximum: 5 });

/** A contact's current rating of an agent: one per pair, replaced by the next. */
export const Rating = Type.Object({
  agent_id: doc('Who was rated: the agent or AI operator who handled the chat then.', Id),
  contact_id: doc('The contact who rated.', Guid),
  contact_name: doc('Name of the contact; null if it is unknown.', nullable(Type.String()), { example: 'Ann Lee' }),
  score: doc('From 1 to 5, where 5 is best.', Score, { example: 5 }),
  comment: doc('What the contact said about it; null if nothing.', nullable(Type.String()), {
    example: 'Quick and friendly',
  }),
  chat_id: doc('The chat it was given in; null for old ratings.', nullable(Id)),
  created_at: doc('When the contact first rated this agent.', Timestamp),
  updated_at: doc('When the score was given; filters go by it.', Timestamp),
});
export type Rating = Static<typeof Rating>;

export const ratings = {
  list: route({
    method: 'GET',
    path: '/v1/ratings',
    summary: 'List ratings, newest first, optionally of one agent, by one contact, of one score or with a comment',
    description:
      'A contact has one rating for each agent: a later one replaces the earlier. Ratings come from visitors alone, so there is no route to write one.',
    scope: 'ratings:read',
    rate: 'read',
    query: page({
      agent_id: doc('Only ratings of this agent. An unknown one is 404.', Type.Optional(Id)),
      contact_id: doc('Only ratings by this contact. An unknown one is 404.', Type.Optional(Guid)),
      score: doc('Only ratings with this score.', Type.Optional(Score), { example: 5 }),
      commented: doc('1: only ratings with a comment, 0: only those without.', Type.Optional(Flag), { example: 1 }),
      ...range,
    }),
    replies: { 200: pageOf(Rating) },
    problems: ['not_found'],
  }),
};

export const chatRatingRoutes = {
  requestRating: route({
    scope: 'chats:write',
    rate: 'write',
    resource: 'chat',
    key: 'required',
    method: 'POST',
    path: '/v1/chats/{id}/rate-request',
    summary: 'Ask the visitor for a rating',
    description:
      '202: the request is in the chat, where the visitor sees it. `rating_requested_at` of the chat is set, and `chat.rated` is emitted if the visitor rates.',
    replies: { 202: one(Chat) },
    problems: ['chat_has_no_client'],
  }),
  readRating: route({
    method: 'GET',
    path: '/v1/chats/{id}/rating',
    summary: 'Retrieve the rating given in a chat',
    description: '404 if nothing was rated in the chat, or the contact has rated the same agent in another chat since.',
    scope: 'ratings:read',
    rate: 'read',
    resource: 'ratedChat',
    replies: { 200: one(Rating) },
  }),
};
