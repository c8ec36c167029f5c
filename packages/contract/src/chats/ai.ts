import { type Static, Type } from 'typebox';
import { Message, written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, doc, Id, none, nullable, nullableEnum, one, page, Timestamp } from '../route/schemas.ts';
import { NotificationLine, RoutingLine } from './decisions.ts';

export const replyOwners = ['ai', 'human', 'support'] as const;

/** Why the AI does not answer in a chat. */
export const silences = [
  'ai_off',
  'shadow',
  'no_operator',
  'no_credential',
  'paused',
  'person',
  'handed_over',
  'support',
  'spam',
  'blocked',
] as const;
export type Silence = (typeof silences)[number];

const owner = {
  /** Who owns the next reply; null until a visitor has written. */
  owner: nullableEnum(replyOwners),
  /** Rises whenever a reply that is being written must not be sent. */
  turn: Type.Integer(),
  /** The AI operator who answers, or would. */
  operator_id: nullable(Id),
  /** Why the AI would not answer the next message; null if it would. */
  silence: nullableEnum(silences),
};

/** AI replies in a chat. */
export const ChatAi = Type.Object({
  chat_id: Id,
  ai_enabled: Type.Boolean(),
  /** The agent who paused it; null for a token. */
  paused_by: nullable(Id),
  paused_at: nullable(Timestamp),
  /** When a reply was last sent through the API. */
  api_reply_at: nullable(Timestamp),
  ...owner,
});
export type ChatAi = Static<typeof ChatAi>;

export const turnOutcomes = ['running', 'waiting', 'answered', 'drafted', 'escalated', 'superseded', 'failed'] as const;

const Attempt = Type.Object({
  credential_id: nullable(Id),
  provider: Type.String(),
  model: nullable(Type.String()),
  /** Of HTTP. */
  status: nullable(Type.Integer()),
  error: nullable(Type.String()),
  duration_ms: Type.Integer(),
});

/** A rule of the knowledge base that an answer is built on. */
export const Source = Type.Object({
  rule_id: Id,
  source: Type.String(),
  source_label: nullable(Type.String()),
  score: Type.Number(),
  similarity: nullable(Type.Number()),
  cited: Type.Boolean(),
});

const turn = {
  id: Id,
  turn: Type.Integer(),
  trigger_message_id: nullable(Id),
  message_id: nullable(Id),
  operator_id: nullable(Id),
  assistant_id: nullable(Id),
  persona_version: nullable(Type.Integer()),
  outcome: Type.Enum([...turnOutcomes]),
  /** Why it escalated, failed or was superseded. */
  why: nullable(Type.String()),
  /** Calls of models, in order. */
  attempts: Type.Array(Attempt),
  retrieval: Type.Enum(['hybrid', 'text', 'off']),
  sources: Type.Array(Source),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  cost_usd_micro: Type.Integer(),
  queued_ms: nullable(Type.Integer()),
  first_token_ms: nullable(Type.Integer()),
  duration_ms: nullable(Type.Integer()),
  created_at: Timestamp,
};

/** A reply of the AI, or why there was none. */
export const Turn = Type.Object(turn);
export type Turn = Static<typeof Turn>;

export const TurnWithPrompt = Type.Object({
  ...turn,
  chat_id: Id,
  /** As the model got it, rebuilt. Empty for an external operator. */
  prompt: Type.Array(Type.Object({ role: Type.Enum(['system', 'user', 'assistant']), content: Type.String() })),
});

export const Explanation = Type.Object({
  data: Type.Object({
    chat_id: Id,
    ...owner,
    turns: Type.Array(Turn),
    routing: doc(
      'The last decisions about the owner, newest first: each begins with its result. They are kept for 30 days. A message that changes nothing leaves none.',
      Type.Array(RoutingLine),
    ),
    notifications: doc(
      'Notifications that were sent to agents or not, newest first. They are kept for 30 days; one that is not sent for the same reason again is left out.',
      Type.Array(NotificationLine),
    ),
  }),
  next_cursor: nullable(Type.String()),
});
export type Explanation = Static<typeof Explanation>;

const ofChat = { resource: 'chat' } as const;
const ofDraft = { scope: 'messages:write', rate: 'write', resource: 'draft', beyond: true, audit: false } as const;

export const chatAiRoutes = {
  readAi: route({
    ...ofChat,
    scope: 'chats:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/chats/{id}/ai',
    summary: 'Retrieve who owns the next reply in a chat, whether AI replies are paused, and why the AI is silent',
    replies: { 200: bare(ChatAi) },
  }),
  setAi: route({
    ...ofChat,
    scope: 'chats:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/chats/{id}/ai',
    summary: "Pause AI replies in a chat, or hand it to the AI from the visitor's next message",
    key: 'required',
    body: Type.Object({ enabled: Type.Boolean() }),
    replies: { 200: bare(ChatAi) },
  }),
  explain: route({
    ...ofChat,
    scope: 'chats:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/chats/{id}/explain',
    summary:
      'Explain a chat: who owns the next reply and why, each turn of the AI, who was notified of it, all newest first',
    description:
      'Says why the AI spoke or was silent, why this agent owns the chat, and why a notification was or was not sent. `routing` and `notifications` are the same on every page of turns.',
    query: page({}),
    replies: { 200: bare(Explanation) },
    beyond: true,
  }),
  sendDraft: route({
    ...ofDraft,
    method: 'POST',
    path: '/v1/chats/{id}/drafts/{message_id}/send',
    summary:
      'Send a draft of the AI as an agent, as it is or edited (body). Without agent_id, as the owner of the chat',
    key: 'required',
    body: Type.Object({ body: Type.Optional(written(65_536)), agent_id: Type.Optional(Id) }),
    replies: { 202: one(Message) },
    problems: ['draft_used'],
  }),
  removeDraft: route({
    ...ofDraft,
    method: 'DELETE',
    path: '/v1/chats/{id}/drafts/{message_id}',
    summary: 'Discard a draft of the AI',
    key: 'optional',
    replies: { 204: none },
    problems: ['draft_used'],
  }),
};
