import { Type } from 'typebox';
import { Chat } from '../chats/chats.ts';
import { LogEntry } from '../chats/log.ts';
import { Contact } from '../contacts/contacts.ts';
import { ClientMessageId, Message, messages, SeenMessages, sentByAgent, Typing } from '../messages/messages.ts';
import { doc, Id, nullable } from '../route/schemas.ts';
import { OnlineVisitor } from '../visitors/visitors.ts';
import { call, changesOf, eventsOf, refused } from './live.ts';

const Head = Type.Object({ id: doc('The chat.', Id), version: doc('Counts the changes of the chat.', Type.Integer()) });
const Colleague = Type.Object({
  id: doc('The agent.', Id),
  online: doc('Connected now.', Type.Boolean()),
  status: doc('`relaxation` is a break; `banned` is suspended.', Type.Enum(['active', 'relaxation', 'banned'])),
});
/** Viewers of a chat. The greater `order` is newer. */
const Viewers = Type.Object({
  chat_id: doc('The chat.', Id),
  viewers: doc('Agents who view it.', Type.Array(Id)),
  order: doc('The greater is newer.', Type.Integer()),
});
const TypingState = Type.Enum(['start', 'stop']);

const reads = { rate: 'read', scope: 'chats:read' } as const;
const writes = { rate: 'write', scope: 'messages:write' } as const;
const inChat = { chat_id: doc('The chat.', Id) };

/** Id of the newest message or note the client has; 0 for none. */
const AfterId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A version of a chat; 0 is before all. */
const AfterVersion = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The protocol between a console and the server. */
export const agentLive = {
  namespace: '/agent' as const,
  calls: {
    resume: call({
      ...reads,
      summary:
        "States the client's position; returns the chats that changed since. Call it on every connection, every 20 seconds and after `stale`.",
      body: Type.Object({
        cursor: doc(
          'The `cursor` of the last response; left out at first.',
          Type.Optional(Type.String({ maxLength: 16_384 })),
        ),
      }),
      reply: Type.Object({
        cursor: doc('For the next `resume`.', Type.String()),
        reset: doc('There was no cursor, or it was too old: reload the pages you show.', Type.Boolean()),
        heads: doc('Chats that changed since the cursor, with their current version.', Type.Array(Head)),
        agents: doc('The team.', Type.Array(Colleague)),
        viewers: doc('Viewers of the chat the client views; null if it views none.', nullable(Viewers)),
      }),
    }),
    chats: call({
      ...reads,
      summary: 'Chats by id. Ids missing from the response no longer exist.',
      body: Type.Object({ ids: doc('The chats.', Type.Array(Id, { minItems: 1, maxItems: 100 })) }),
      reply: Type.Object({ chats: doc('Those that exist.', Type.Array(Chat)) }),
    }),
    catch_up: call({
      ...reads,
      scope: 'messages:read',
      summary:
        'The current chat, with the messages and notes after `after_id`, the log after `after_log_id`, and the earlier messages whose delivery or content changed after `after_version` of the chat.',
      body: Type.Object({
        ...inChat,
        after_id: doc('Id of the newest message or note the client has; 0 for none.', AfterId),
        after_log_id: doc('Id of the newest line of the log the client has; left out: no log.', Type.Optional(AfterId)),
        after_version: doc(
          'The last version the client caught up with; left out: no changed messages.',
          Type.Optional(AfterVersion),
        ),
      }),
      reply: Type.Object({
        chat: doc('The chat as it is now.', Chat),
        messages: doc('After `after_id`, oldest first.', Type.Array(Message)),
        log: doc('After `after_log_id`, oldest first; empty without it.', Type.Array(LogEntry)),
        changed: doc(
          'Up to `after_id`, changed after `after_version`, in the order of their changes; empty without it.',
          Type.Array(Message),
        ),
        version: doc('Every change up to this version is included: the next `after_version`.', Type.Integer()),
        more: doc('Catch up again from the last of these.', Type.Boolean()),
      }),
      problems: ['not_found'],
    }),
    look: call({
      rate: 'write',
      scope: 'messages:read',
      summary:
        'Sets the chat the agent is viewing, or none with null. Other agents see it, and the client gets typing previews of that chat.',
      body: Type.Object({ chat_id: doc('The chat; null for none.', Type.Union([Id, Type.Null()])) }),
      reply: Type.Object({
        viewers: doc('Agents who view it.', Type.Array(Id)),
        order: doc('The greater is newer.', Type.Integer()),
      }),
      problems: ['not_found'],
    }),
    watch: call({
      rate: 'read',
      scope: 'contacts:read',
      summary: 'Subscribes to visitors on the site, or unsubscribes.',
      body: Type.Object({ visitors: doc('Whether to subscribe.', Type.Boolean()) }),
      reply: Type.Object({}),
    }),
    send: call({
      ...writes,
      summary: 'Sends a message as yourself. A repeated `client_message_id` returns the stored message.',
      body: sentByAgent({ ...inChat, client_message_id: ClientMessageId }),
      reply: Message,
      problems: ['not_found'],
    }),
    note: call({
      ...writes,
      summary: 'Adds a note that only agents see. A repeated `client_message_id` returns the stored note.',
      body: Type.Object({
        ...inChat,
        client_message_id: ClientMessageId,
        body: messages.addNote.body.properties.body,
        file: messages.addNote.body.properties.file,
        mentions: messages.addNote.body.properties.mentions,
      }),
      reply: Message,
      problems: ['not_found'],
    }),
    typing: call({
      ...writes,
      summary: 'Shows the visitor that an agent is typing. Throttled to one signal in five seconds.',
      isLight: true,
      body: Type.Object({ ...inChat, state: TypingState }),
      reply: Typing,
      problems: ['not_found'],
    }),
    seen: call({
      ...writes,
      summary: 'Marks a range of visitor messages as seen, both ends included.',
      body: Type.Object({ ...inChat, ...messages.markRangeSeen.body.properties }),
      reply: SeenMessages,
      problems: ['not_found'],
    }),
  },
  events: eventsOf('agent', {
    message: {
      summary: 'A message or note was added to a chat; `chat` has the members it changed.',
      data: Type.Object({
        message: Message,
        chat: changesOf(Chat, ['id', 'version']),
        told: doc(
          'Agents to notify regardless of the owner: the departments of an unanswered chat.',
          Type.Optional(Type.Array(Id)),
        ),
      }),
    },
    message_changed: {
      summary:
        'A message was delivered, read, edited or deleted in a messenger, or did not reach the customer; `chat` has the members this changed.',
      data: Type.Object({ message: Message, chat: changesOf(Chat, ['id', 'version']) }),
    },
    chat: {
      summary: 'Anything else about a chat changed; `log` has the lines this added to its log.',
      data: Type.Object({ chat: Chat, log: Type.Optional(Type.Array(LogEntry)) }),
    },
    removed: {
      summary: 'A draft of the AI was sent or discarded and left its chat.',
      data: Type.Object({ chat_id: Id, message_id: Id }),
    },
    heads: {
      summary: 'These chats changed: request the ones you show.',
      data: Type.Object({ heads: Type.Array(Head) }),
    },
    gone: {
      summary: 'These chats no longer exist: the contact was erased or merged.',
      data: Type.Object({ ids: Type.Array(Id) }),
    },
    typing: {
      summary: 'Somebody started or stopped typing in a chat. Clients that view it also get the text, if known.',
      data: Type.Object({
        chat_id: Id,
        side: Type.Enum(['client', 'agent']),
        agent_id: Type.Optional(Id),
        state: TypingState,
        text: Type.Optional(Type.String()),
      }),
    },
    viewers: {
      summary: 'The viewers of the chat that this client views.',
      data: Viewers,
    },
    agent: {
      summary: 'An agent went online or offline, took a break, joined or was suspended.',
      data: Type.Object({ agent: Colleague }),
    },
    contact: { summary: 'A contact or its custom data changed.', data: Type.Object({ contact: Contact }) },
    visitors: {
      summary: 'Visitors who arrived or opened another page, and visitors who left.',
      data: Type.Object({ here: Type.Array(OnlineVisitor), gone: Type.Array(Type.String()) }),
    },
    stale: { summary: 'Events may have been lost: resume now.', data: Type.Object({}) },
    refused,
  }),
};
