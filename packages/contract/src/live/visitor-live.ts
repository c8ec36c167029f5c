import { Type } from 'typebox';
import { VisitorMessage } from '../messages/messages.ts';
import { Guid, nullable } from '../route/schemas.ts';
import { visitor } from '../visitors/visitor.ts';
import { MOST_MESSAGES, Seq, VisitorChat } from '../visitors/visitor-chat.ts';
import { call, eventsOf, refused } from './live.ts';

export { VisitorChat };

/** Everything that is said between a visitor's browser and the server. */
export const visitorLive = {
  namespace: '/visitor',
  /** Those that the server speaks, the current one last. A change that only adds something makes no new one. */
  versions: [1, 2] as const,
  /** Who states no version speaks the first. */
  auth: Type.Object({ button_guid: Guid, token: Type.String(), version: Type.Optional(Type.Integer()) }),
  calls: {
    resume: call({
      summary:
        'Says which message is the last one that is there, and is told what came after it. On connecting, every 20 seconds, and after `stale`.',
      rate: 'read',
      body: Type.Object({ seq: Seq }),
      reply: Type.Object({
        /** Null while nothing was written. */
        chat: nullable(VisitorChat),
        /** After `seq`, oldest first. */
        messages: Type.Array(VisitorMessage),
        /** There are more: resume again from the last of these. */
        more: Type.Boolean(),
        /** Whether somebody would answer now. */
        online: Type.Boolean(),
      }),
    }),
    send: call({
      summary: 'Writes a message; one that was sent before is answered as it was stored.',
      rate: 'write',
      body: visitor.send.body,
      reply: VisitorMessage,
    }),
    typing: call({
      summary: 'Shows that the visitor is typing, and with `text` also what. Nothing of it is kept.',
      rate: 'write',
      isLight: true,
      body: Type.Object({
        state: Type.Enum(['start', 'stop']),
        text: Type.Optional(Type.String({ maxLength: 1_000 })),
      }),
      reply: Type.Object({}),
    }),
    received: call({
      summary: 'The browser has everything up to this message, seen or not.',
      rate: 'write',
      isLight: true,
      body: Type.Object({ seq: Type.Integer({ minimum: 1, maximum: MOST_MESSAGES }) }),
      reply: Type.Object({}),
    }),
    seen: call({
      summary: 'The visitor has seen everything up to this message.',
      rate: 'write',
      body: visitor.markSeen.body,
      reply: Type.Object({ unread: Type.Integer() }),
    }),
  },
  events: eventsOf('visitor', {
    message: { summary: 'A message of the chat, whoever wrote it.', data: Type.Object({ message: VisitorMessage }) },
    chat: { summary: 'Something else about the chat changed.', data: Type.Object({ chat: VisitorChat }) },
    typing: {
      summary: 'Somebody is typing an answer, or no longer.',
      data: Type.Object({ state: Type.Enum(['start', 'stop']) }),
    },
    online: { summary: 'Whether somebody would answer now.', data: Type.Object({ online: Type.Boolean() }) },
    stale: { summary: 'Something may have been missed: resume now.', data: Type.Object({}) },
    refused,
  }),
};
