import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, doc, Id, nullable, plain } from '../route/schemas.ts';

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
  result: doc('Always `ok`.', Type.Enum(['ok'])),
  status: doc(
    'The outcome.',
    Type.Enum(['sent', 'agent_invited', 'agent_present', 'no_agents_online', 'rating_requested']),
  ),
});

export const ChatReceipt = Type.Object({
  result: doc('Always `ok`.', Type.Enum(['ok'])),
  chat_id: doc('The chat that the message is in.', Id),
  message_id: doc('The stored message.', Id),
});

const loose = { additionalProperties: true } as const;
const bySecret = {
  auth: 'path-secret',
  params: Type.Object({ secret: doc('Signing secret of the custom channel.', Type.String()) }),
  resource: 'legacyChannel',
} as const;

export const compat = {
  bot: route({
    method: 'POST',
    path: '/compat/legacy/bot/{token}',
    summary: 'Legacy: bot message, agent invitation or rating request',
    description:
      "For bots written for the legacy platform. `BOT_MESSAGE` sends a message for the chat's owner, or for the team; `INVITE_AGENT` assigns an agent who is at work; `INIT_RATE` asks for a rating. The token needs `messages:write` or `chats:write`, or `responder:inject`. 200: there was nothing to do.",
    auth: 'path-token',
    params: Type.Object({ token: doc('An API token of the widget.', Type.String()) }),
    resource: 'botToken',
    rate: 'write',
    anyMediaType: true,
    body: Type.Object(
      {
        message_type: doc('What the bot does.', Type.Optional(BotMessageType), { example: 'BOT_MESSAGE' }),
        event: doc('Alias of `message_type`.', Type.Optional(BotMessageType), { example: 'BOT_MESSAGE' }),
        chat_id: doc('The chat, as a number or a string.', LooseId),
        message: doc('A string, or an object with `text`; of `BOT_MESSAGE` alone.', Type.Optional(LooseMessage), {
          example: 'Your order is on its way.',
        }),
      },
      {
        ...loose,
        anyOf: [{ required: ['message_type'] }, { required: ['event'] }],
        examples: [{ message_type: 'BOT_MESSAGE', chat_id: 218, message: 'Your order is on its way.' }],
      },
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
    description:
      'For channels written for the legacy platform: like `POST /v1/channels/{id}/messages`, but text only. An unknown or inactive channel is 404; one without `legacy_compat_enabled` is 403.',
    rate: 'write',
    anyMediaType: true,
    body: Type.Object(
      {
        sender: doc(
          'Who writes.',
          Type.Object(
            {
              id: doc("The sender's id on your side; always the same for the same person.", LooseName, {
                example: 'customer-42',
              }),
            },
            loose,
          ),
        ),
        recipient: doc(
          'Where they write, on your side.',
          Type.Optional(
            nullable(
              Type.Object(
                {
                  id: doc(
                    'Tells conversations of one sender apart. Left out: one conversation.',
                    Type.Optional(LooseName),
                    { example: 'orders' },
                  ),
                },
                loose,
              ),
            ),
          ),
        ),
        message: doc('A string, or an object with `text`.', LooseMessage, { example: 'Where is my order?' }),
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
    description:
      '`1` while somebody can answer: an agent is connected or an AI operator answers. Plain text, not JSON.',
    rate: 'read',
    replies: { 200: plain },
  }),
};
