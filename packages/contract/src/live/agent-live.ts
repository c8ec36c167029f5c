import { Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { Contact } from '../contacts/contacts.ts';
import { ClientMessageId, Message, messages, SeenMessages, sentByAgent, Typing } from '../messages/messages.ts';
import { Id, nullable } from '../route/schemas.ts';
import { OnlineVisitor } from '../visitors/visitors.ts';
import { call, changesOf, eventsOf, refused } from './live.ts';

const Head = Type.Object({ id: Id, version: Type.Integer() });
const Colleague = Type.Object({
  id: Id,
  online: Type.Boolean(),
  status: Type.Enum(['active', 'relaxation', 'banned']),
});
/** Who looks at a chat. Of two such words the one with the greater `order` is the later one. */
const Viewers = Type.Object({ chat_id: Id, viewers: Type.Array(Id), order: Type.Integer() });
const TypingState = Type.Enum(['start', 'stop']);

const reads = { rate: 'read', scope: 'chats:read' } as const;
const writes = { rate: 'write', scope: 'messages:write' } as const;
const inChat = { chat_id: Id };

/** Where a client stands in a chat: the id of the newest message or note that it has, 0 for none. */
const AfterId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Everything that is said between a console and the server. */
export const agentLive = {
  namespace: '/agent',
  calls: {
    resume: call({
      ...reads,
      summary:
        'Says where the client stands in the widget, and is told which chats changed since. On connecting, every 20 seconds, and after `stale`.',
      body: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 16_384 })) }),
      reply: Type.Object({
        /** For the next time. */
        cursor: Type.String(),
        /** The cursor was too old, or there was none: load the pages that are shown anew. */
        reset: Type.Boolean(),
        /** Every chat that changed since the cursor, with the version it has now. */
        heads: Type.Array(Head),
        agents: Type.Array(Colleague),
        /** Of the chat that the client looks at. */
        viewers: nullable(Viewers),
      }),
    }),
    chats: call({
      ...reads,
      summary: 'Chats by id. Of those that are not answered there are none any more.',
      body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
      reply: Type.Object({ chats: Type.Array(Chat) }),
    }),
    catch_up: call({
      ...reads,
      scope: 'messages:read',
      summary: 'A chat as it is now, with the messages and notes after the one that the client has.',
      body: Type.Object({ ...inChat, after_id: AfterId }),
      reply: Type.Object({
        chat: Chat,
        /** After `after_id`, oldest first. */
        messages: Type.Array(Message),
        /** There are more: catch up again from the last of these. */
        more: Type.Boolean(),
      }),
      problems: ['not_found'],
    }),
    look: call({
      rate: 'write',
      scope: 'messages:read',
      summary: 'The agent looks at this chat now, or with null at none; colleagues see that, and previews come of it.',
      body: Type.Object({ chat_id: Type.Union([Id, Type.Null()]) }),
      reply: Type.Object({ viewers: Type.Array(Id), order: Type.Integer() }),
      problems: ['not_found'],
    }),
    watch: call({
      rate: 'read',
      scope: 'contacts:read',
      summary: 'Hears of visitors on the site from now on, or no longer.',
      body: Type.Object({ visitors: Type.Boolean() }),
      reply: Type.Object({}),
    }),
    send: call({
      ...writes,
      summary: 'Sends a message as oneself; one that was sent before is answered as it was stored.',
      body: sentByAgent({ ...inChat, client_message_id: ClientMessageId }),
      reply: Message,
      problems: ['not_found'],
    }),
    note: call({
      ...writes,
      summary: 'Leaves a note that only operators see; one that was left before is answered as it was stored.',
      body: Type.Object({
        ...inChat,
        client_message_id: ClientMessageId,
        body: messages.addNote.body.properties.body,
        mentions: messages.addNote.body.properties.mentions,
      }),
      reply: Message,
      problems: ['not_found'],
    }),
    typing: call({
      ...writes,
      summary: 'Shows the visitor that somebody is typing; about one in five seconds reaches them.',
      isLight: true,
      body: Type.Object({ ...inChat, state: TypingState }),
      reply: Typing,
      problems: ['not_found'],
    }),
    seen: call({
      ...writes,
      summary: 'Marks the messages of the visitor from one to another as seen, both included.',
      body: Type.Object({ ...inChat, ...messages.markRangeSeen.body.properties }),
      reply: SeenMessages,
      problems: ['not_found'],
    }),
  },
  events: eventsOf('agent', {
    message: {
      summary: 'A message or note was added to a chat, which changed it so.',
      data: Type.Object({
        message: Message,
        chat: changesOf(Chat, ['id', 'version']),
        /** Who is to hear of it whoever owns the chat: all of the departments in which nobody has answered it. */
        told: Type.Optional(Type.Array(Id)),
      }),
    },
    chat: { summary: 'Something else about a chat changed.', data: Type.Object({ chat: Chat }) },
    heads: {
      summary: 'These chats changed: ask for those that are shown.',
      data: Type.Object({ heads: Type.Array(Head) }),
    },
    gone: {
      summary: 'These chats are no more: their contact was erased, or turned out to be another one.',
      data: Type.Object({ ids: Type.Array(Id) }),
    },
    typing: {
      summary: 'Somebody is typing in a chat, or no longer. Whoever looks at it also gets what, as far as it is known.',
      data: Type.Object({
        chat_id: Id,
        side: Type.Enum(['client', 'agent']),
        agent_id: Type.Optional(Id),
        state: TypingState,
        text: Type.Optional(Type.String()),
      }),
    },
    viewers: {
      summary: 'Who looks at a chat that the client looks at.',
      data: Viewers,
    },
    agent: {
      summary: 'A colleague came, left or takes a break, joined or was shut out.',
      data: Type.Object({ agent: Colleague }),
    },
    contact: { summary: 'A contact changed, or what the site says of them.', data: Type.Object({ contact: Contact }) },
    visitors: {
      summary: 'Visitors who came or went on to another page, and those who are gone.',
      data: Type.Object({ here: Type.Array(OnlineVisitor), gone: Type.Array(Type.String()) }),
    },
    stale: { summary: 'Something may have been missed: resume now.', data: Type.Object({}) },
    refused,
  }),
};
