import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, Id, nullable, plain } from '../route/schemas.ts';

// The wire formats of the legacy platform's bots and channels. Requests are read loosely, as its clients write; responses
// have one form.

/** Clients send ids as numbers or strings. */
const LooseId = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  pattern: '^[0-9]{1,16}$',
});

/** The sender's own id. A number must be safe in JSON: rounding would make two people one. */
const LooseName = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  minLength: 1,
  maxLength: 255,
});

/** A string, or an object with a text. */
const LooseMessage = Type.Unsafe<string | Record<string, unknown>>({ type: ['string', 'object'] });

const botMessages = ['BOT_MESSAGE', 'INVITE_AGENT', 'INIT_RATE'] as const;
const BotMessageType = Type.Enum([...botMessages]);
export type BotMessageType = (typeof botMessages)[number];

export const BotReceipt = Type.Object({
  result: Type.Enum(['ok']),
  /** The outcome. */
  status: Type.Enum(['sent', 'agent_invited', 'agent_present', 'no_agents_online', 'rating_requested']),
});

export const ChatReceipt = Type.Object({ result: Type.Enum(['ok']), chat_id: Id, message_id: Id });

const loose = { additionalProperties: true } as const;
const bySecret = {
  auth: 'path-secret',
  params: Type.Object({ secret: Type.String() }),
  resource: 'legacyChannel',
} as const;

export const compat = {
  bot: route({
    method: 'POST',
    path: '/compat/legacy/bot/{token}',
    summary: 'Legacy: bot message, agent invitation or rating request',
    auth: 'path-token',
    params: Type.Object({ token: Type.String() }),
    resource: 'botToken',
    rate: 'write',
    anyMediaType: true,
    body: Type.Object(
      {
        message_type: Type.Optional(BotMessageType),
        /** Alias of `message_type`. */
        event: Type.Optional(BotMessageType),
        chat_id: LooseId,
        message: Type.Optional(LooseMessage),
      },
      { ...loose, anyOf: [{ required: ['message_type'] }, { required: ['event'] }] },
    ),
    // 200 when there was nothing to do: no agent is online, or the owner already is.
    replies: { 200: bare(BotReceipt), 202: bare(BotReceipt) },
    problems: ['missing_scope', 'chat_has_no_client'],
  }),
  receive: route({
    ...bySecret,
    method: 'POST',
    path: '/compat/legacy/chat/{secret}',
    summary: 'Legacy: inbound text message of a channel',
    rate: 'write',
    anyMediaType: true,
    body: Type.Object(
      {
        sender: Type.Object({ id: LooseName }, loose),
        recipient: Type.Optional(nullable(Type.Object({ id: Type.Optional(LooseName) }, loose))),
        message: LooseMessage,
      },
      loose,
    ),
    replies: { 202: bare(ChatReceipt) },
    problems: ['visitor_blocked'],
  }),
  status: route({
    ...bySecret,
    method: 'GET',
    path: '/compat/legacy/chat/{secret}/status',
    summary: 'Legacy: channel status, a bare 0 or 1',
    rate: 'read',
    replies: { 200: plain },
  }),
};
