import { Type } from 'typebox';
import { VisitorMessage } from '../messages/messages.ts';
import { doc, Guid, nullable } from '../route/schemas.ts';
import { visitor } from '../visitors/visitor.ts';
import { MAX_MESSAGES, Seq, VisitorChat } from '../visitors/visitor-chat.ts';
import { call, eventsOf, refused } from './live.ts';

export { VisitorChat };

/** The protocol between a visitor's browser and the server. */
export const visitorLive = {
  namespace: '/visitor' as const,
  /** Supported versions, the current one last. Additive changes need no new version. */
  versions: [1, 2] as const,
  /** Without a version, 1. */
  auth: Type.Object({
    button_guid: doc('Public id of the widget.', Guid),
    token: doc("The visitor's token.", Type.String()),
    version: doc('Version of the protocol; left out: 1.', Type.Optional(Type.Integer())),
  }),
  calls: {
    resume: call({
      summary:
        'States the last message the client has; returns the ones after it. Call it on every connection, every 20 seconds and after `stale`.',
      rate: 'read',
      body: Type.Object({ seq: doc('Number of the last message the client has; 0 for none.', Seq) }),
      reply: Type.Object({
        chat: doc('Null before the first message.', nullable(VisitorChat)),
        messages: doc('After `seq`, oldest first.', Type.Array(VisitorMessage)),
        more: doc('Resume again from the last of these.', Type.Boolean()),
        online: doc('Whether an agent is online.', Type.Boolean()),
      }),
    }),
    send: call({
      summary: 'Sends a message. A repeated `client_message_id` returns the stored message.',
      rate: 'write',
      body: visitor.send.body,
      reply: VisitorMessage,
    }),
    typing: call({
      summary: 'Shows agents that the visitor is typing, and with `text` what. Nothing is stored.',
      rate: 'write',
      isLight: true,
      body: Type.Object({
        state: doc('Whether the visitor started or stopped.', Type.Enum(['start', 'stop'])),
        text: doc('What is written so far.', Type.Optional(Type.String({ maxLength: 1_000 }))),
      }),
      reply: Type.Object({}),
    }),
    received: call({
      summary: 'The browser has received everything up to this message.',
      rate: 'write',
      isLight: true,
      body: Type.Object({
        seq: doc('Number of the last message received.', Type.Integer({ minimum: 1, maximum: MAX_MESSAGES })),
      }),
      reply: Type.Object({}),
    }),
    seen: call({
      summary: 'The visitor has seen everything up to this message.',
      rate: 'write',
      body: visitor.markSeen.body,
      reply: Type.Object({ unread: doc('Messages that the visitor has not seen.', Type.Integer()) }),
    }),
  },
  events: eventsOf('visitor', {
    message: { summary: 'A message was added to the chat.', data: Type.Object({ message: VisitorMessage }) },
    chat: { summary: 'Anything else about the chat changed.', data: Type.Object({ chat: VisitorChat }) },
    typing: {
      summary: 'An agent started or stopped typing.',
      data: Type.Object({ state: Type.Enum(['start', 'stop']) }),
    },
    online: { summary: 'Whether an agent is online.', data: Type.Object({ online: Type.Boolean() }) },
    stale: { summary: 'Events may have been lost: resume now.', data: Type.Object({}) },
    refused,
  }),
};
