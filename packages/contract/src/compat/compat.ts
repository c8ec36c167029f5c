import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, Id, nullable, plain } from '../route/schemas.ts';

// The wire formats of another platform's bots and channels. They are read loosely, as its clients write, and answered in
// one way.

/** Clients send ids as numbers or as texts. */
const LooseId = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  pattern: '^[0-9]{1,16}$',
});

/** Whatever the other side calls somebody. A number must be one that JSON keeps: rounded, two would be one. */
const LooseName = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  minLength: 1,
  maxLength: 255,
});

/** A text, or an object that has one. */
const LooseMessage = Type.Unsafe<string | Record<string, unknown>>({ type: ['string', 'object'] });

const botMessages = ['BOT_MESSAGE', 'INVITE_AGENT', 'INIT_RATE'] as const;
const BotMessageType = Type.Enum([...botMessages]);
export type BotMessageType = (typeof botMessages)[number];

export const BotReceipt = Type.Object({
  result: Type.Enum(['ok']),
  /** What became of it. */
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
    summary: 'A bot of the legacy platform writes, hands over to an agent or asks for a rating',
    auth: 'path-token',
    params: Type.Object({ token: Type.String() }),
    resource: 'botToken',
    rate: 'write',
    anyMediaType: true,
    body: Type.Object(
      {
        message_type: Type.Optional(BotMessageType),
        /** What its clients call `message_type`. */
        event: Type.Optional(BotMessageType),
        chat_id: LooseId,
        message: Type.Optional(LooseMessage),
      },
      { ...loose, anyOf: [{ required: ['message_type'] }, { required: ['event'] }] },
    ),
    // 200 where there was nothing to do: nobody is online, or the chat is theirs already.
    replies: { 200: bare(BotReceipt), 202: bare(BotReceipt) },
    problems: ['missing_scope', 'chat_has_no_client'],
  }),
  receive: route({
    ...bySecret,
    method: 'POST',
    path: '/compat/legacy/chat/{secret}',
    summary: 'A text from the other side of a channel, as a server of the legacy platform is sent it',
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
    summary: 'Whether anybody would answer now: a bare 0 or 1',
    rate: 'read',
    replies: { 200: plain },
  }),
};
