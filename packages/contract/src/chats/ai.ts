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
  owner: doc('Who owns the next reply; null until a visitor has written.', nullableEnum(replyOwners)),
  turn: doc('Rises whenever a reply that is being written must not be sent.', Type.Integer(), { example: 4 }),
  operator_id: doc('The AI operator who answers, or would; null if there is none.', nullable(Id), { example: 12 }),
  silence: doc('Why the AI would not answer the next message; null if it would.', nullableEnum(silences)),
};

/** AI replies in a chat. */
export const ChatAi = Type.Object({
  chat_id: doc('The chat.', Id, { example: 218 }),
  ai_enabled: doc('False while AI replies are paused in the chat.', Type.Boolean()),
  paused_by: doc('The agent who paused it; null for a token, or while it is not paused.', nullable(Id)),
  paused_at: doc('When it was paused; null while it is not.', nullable(Timestamp), { example: null }),
  api_reply_at: doc('When a reply was last sent through the API; null if never.', nullable(Timestamp), {
    example: null,
  }),
  ...owner,
});
export type ChatAi = Static<typeof ChatAi>;

export const turnOutcomes = ['running', 'waiting', 'answered', 'drafted', 'escalated', 'superseded', 'failed'] as const;

const Attempt = Type.Object({
  credential_id: doc('The credential that was used; null for an external operator.', nullable(Id)),
  provider: doc('Who was asked.', Type.String(), { example: 'openai' }),
  model: doc('The model that was asked; null if it has no name.', nullable(Type.String()), { example: 'gpt-5-mini' }),
  status: doc('HTTP status of the response; null when there was none.', nullable(Type.Integer()), { example: 200 }),
  error: doc('What went wrong, as a slug such as `timeout`; null on success.', nullable(Type.String()), {
    example: null,
  }),
  duration_ms: doc('How long it took, in milliseconds.', Type.Integer(), { example: 1_830 }),
});

/** A rule of the knowledge base that an answer is built on. */
export const Source = Type.Object({
  rule_id: doc('The rule of the knowledge base.', Id, { example: 812 }),
  source: doc('Where the rule comes from: written by hand, the crawler or an upload.', Type.String(), {
    example: 'crawler',
  }),
  source_label: doc(
    'The site or document that it comes from; null for a rule written by hand.',
    nullable(Type.String()),
    {
      example: 'shop.example',
    },
  ),
  score: doc('How well it fits the conversation, by words and by meaning; the best have the highest.', Type.Number(), {
    example: 0.97,
  }),
  similarity: doc('How close its meaning is, up to 1; null if it was found by words alone.', nullable(Type.Number()), {
    example: 0.71,
  }),
  cited: doc('Whether the model named it in the reply.', Type.Boolean()),
});

const turn = {
  id: doc('Unique id of the turn.', Id, { example: 31 }),
  turn: doc('The `turn` of the chat that it was for.', Type.Integer(), { example: 3 }),
  trigger_message_id: doc('The visitor message that it answers; null if there is none.', nullable(Id), {
    example: 904,
  }),
  message_id: doc('The message or draft that it made; null for none.', nullable(Id), { example: 905 }),
  operator_id: doc('The AI operator who was to answer; null if there was none.', nullable(Id), { example: 12 }),
  assistant_id: doc('The assistant; null for an external operator.', nullable(Id), { example: 2 }),
  persona_version: doc("The version of the assistant's persona; null without an assistant.", nullable(Type.Integer()), {
    example: 5,
  }),
  outcome: doc(
    'What became of it. [The guide](/docs/guides/ai#explain) has the meaning of each.',
    Type.Enum([...turnOutcomes]),
  ),
  why: doc('Why it escalated, failed or was superseded, as a slug; else null.', nullable(Type.String()), {
    example: null,
  }),
  attempts: doc('Calls of models, in order.', Type.Array(Attempt)),
  retrieval: doc(
    'How the knowledge base was searched: by words and meaning, by words alone, or not at all.',
    Type.Enum(['hybrid', 'text', 'off']),
  ),
  sources: doc('Rules that were in the prompt, best first.', Type.Array(Source)),
  input_tokens: doc('Tokens of the prompts, as the provider counts them.', Type.Integer(), { example: 1_240 }),
  output_tokens: doc('Tokens of the answers.', Type.Integer(), { example: 62 }),
  cost_usd_micro: doc('Cost in millionths of a US dollar.', Type.Integer(), { example: 2_180 }),
  queued_ms: doc('Time until it began, in milliseconds; null if unknown.', nullable(Type.Integer()), { example: 4 }),
  first_token_ms: doc(
    'Time until the first part of the answer, in milliseconds; null without an answer.',
    nullable(Type.Integer()),
    { example: 420 },
  ),
  duration_ms: doc('Time until it ended, in milliseconds; null while it runs.', nullable(Type.Integer()), {
    example: 1_830,
  }),
  created_at: doc('When it began.', Timestamp),
};

/** A reply of the AI, or why there was none. */
export const Turn = Type.Object(turn);
export type Turn = Static<typeof Turn>;

export const TurnWithPrompt = Type.Object({
  ...turn,
  chat_id: doc('The chat.', Id, { example: 218 }),
  prompt: doc(
    'As the model got it, rebuilt. Empty if no model was asked.',
    Type.Array(
      Type.Object({
        role: doc(
          'Who speaks: instructions, the visitor or the assistant.',
          Type.Enum(['system', 'user', 'assistant']),
        ),
        content: doc('The text.', Type.String(), { example: 'How long does delivery take?' }),
      }),
    ),
  ),
});

export const Explanation = Type.Object({
  data: doc(
    'Who owns the next reply, what the AI did, and who was considered and notified.',
    Type.Object({
      chat_id: doc('The chat.', Id, { example: 218 }),
      ...owner,
      turns: doc('Attempts of the AI to reply, newest first, of the last 90 days.', Type.Array(Turn)),
      routing: doc(
        'The last decisions about the owner, newest first: each begins with its result. They are kept for 30 days. A message that changes nothing leaves none.',
        Type.Array(RoutingLine),
      ),
      notifications: doc(
        'Notifications that were sent to agents or not, newest first. They are kept for 30 days; one that is not sent for the same reason again is left out.',
        Type.Array(NotificationLine),
      ),
    }),
  ),
  next_cursor: doc('The `cursor` of the next page of turns; null on the last.', nullable(Type.String())),
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
    description:
      'See [who owns the next reply](/docs/guides/ai#who-owns-the-next-reply), and what changes each `silence`.',
    replies: { 200: bare(ChatAi) },
  }),
  setAi: route({
    ...ofChat,
    scope: 'chats:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/chats/{id}/ai',
    summary: "Pause AI replies in a chat, or hand it to the AI from the visitor's next message",
    description:
      'Pausing drops a reply that is being written, and a visitor who waits is routed. Handing over leaves the person in the chat, and `agent_id` becomes null.',
    key: 'required',
    body: Type.Object({
      enabled: doc('False pauses AI replies; true hands the chat to the AI.', Type.Boolean()),
    }),
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
      'Says why the AI spoke or was silent, why this agent owns the chat, and why a notification was or was not sent. `routing` and `notifications` are the same on every page of turns, which are kept for 90 days. `GET /v1/ai/turns/{id}` adds the prompt of one.',
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
    description:
      '202: the message is stored and on its way, as any reply of that agent. A draft serves once: the second time is 409.',
    key: 'required',
    body: Type.Object({
      body: doc('The edited text. Left out: the draft as it is.', Type.Optional(written(65_536)), {
        example: 'Delivery takes two days.',
      }),
      agent_id: doc(
        'Who sends it. Left out: the owner of the chat; a chat without an owner needs it.',
        Type.Optional(Id),
        { example: 7 },
      ),
    }),
    replies: { 202: one(Message) },
    problems: ['draft_used'],
  }),
  removeDraft: route({
    ...ofDraft,
    method: 'DELETE',
    path: '/v1/chats/{id}/drafts/{message_id}',
    summary: 'Discard a draft of the AI',
    description: 'The visitor never saw it. A draft that was sent or discarded before is 409.',
    key: 'optional',
    replies: { 204: none },
    problems: ['draft_used'],
  }),
};
