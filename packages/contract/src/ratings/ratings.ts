import { type Static, Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { route } from '../route/route.ts';
import { Flag, Guid, Id, nullable, one, page, pageOf, range, Timestamp } from '../route/schemas.ts';

const Score = Type.Integer({ minimum: 1, maximum: 5 });

/** A contact's current rating of an agent: one per pair, replaced by the next. */
export const Rating = Type.Object({
  agent_id: Id,
  contact_id: Guid,
  contact_name: nullable(Type.String()),
  score: Score,
  comment: nullable(Type.String()),
  /** The chat it was given in. */
  chat_id: nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Rating = Static<typeof Rating>;

export const ratings = {
  list: route({
    method: 'GET',
    path: '/v1/ratings',
    summary: 'List ratings, newest first, optionally of one agent, by one contact, of one score or with a comment',
    scope: 'ratings:read',
    rate: 'read',
    query: page({
      agent_id: Type.Optional(Id),
      contact_id: Type.Optional(Guid),
      score: Type.Optional(Score),
      /** 1: only ratings with a comment, 0: only those without. */
      commented: Type.Optional(Flag),
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
    replies: { 202: one(Chat) },
    problems: ['chat_has_no_client'],
  }),
  readRating: route({
    method: 'GET',
    path: '/v1/chats/{id}/rating',
    summary: 'Retrieve the rating given in a chat',
    scope: 'ratings:read',
    rate: 'read',
    resource: 'ratedChat',
    replies: { 200: one(Rating) },
  }),
};
