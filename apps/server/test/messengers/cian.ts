import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

const WEBHOOK_TYPES = new Set([
  'offersMessagesIncoming',
  'newbuildingMessagesIncoming',
  'inquiryOffersMessagesIncoming',
  'agentMessagesIncoming',
  'chatsReadability',
]);

const BOT_ID = 68_084_393;
const MAX_TEXT = 4_000;

interface Chat {
  chatId: string;
  customer: Customer;
  offer: { id: number; title: string; url: string };
}

interface CianFake extends FakeVendor {
  /** Cian's bot opens a chat in the name of a customer. */
  writeAsBot: (from: Customer, text: string) => Promise<string>;
  /** The customer turns to another offer: what follows is in a new chat. */
  turnToNextOffer: (by: Customer) => void;
  /** Cian fails this many times to say whose a chat is. */
  hideChats: (times: number) => void;
}

/** Cian's public API. `unsubscribeVersion`: the only version of that call which exists. */
export async function startCian({
  port,
  token = randomBytes(16).toString('hex'),
  unsubscribeVersion = 'v3',
}: {
  port?: number;
  token?: string;
  unsubscribeVersion?: 'v2' | 'v3';
} = {}): Promise<CianFake> {
  let known = token;
  let lastId = randomInt(1e9, 2e9);
  const sellerId = randomInt(1e6, 1e7);
  const chats = new Map<string, Chat>();
  /** Ids of chats by customer. */
  const begun = new Map<string, string>();
  let hidings = 0;
  let last: { body: string; conversation: string } | undefined;

  const ok = (result: unknown): VendorReply => ({ json: { operationId: randomUUID(), result } });
  const no = (status: number, code: string, message: string, headers?: Record<string, string>): VendorReply => ({
    status,
    headers,
    json: { operationId: randomUUID(), result: { message, errors: [{ code, message, key: null }] } },
  });

  const fake = await startFake({
    vendor: 'cian',
    port,
    recipientOf: ({ path, json }) =>
      path === '/v1/send-message' ? (chats.get(json?.chatId)?.customer.id ?? '') : undefined,
    refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds) {
      const rejected = no(400, 'validationError', 'The message is not valid');
      const answers: Record<typeof fate, VendorReply> = {
        limited: no(429, 'tooManyRequests', 'Too many requests', { 'retry-after': String(seconds) }),
        broken: { status: 502, text: 'Bad Gateway' },
        credential_rejected: no(401, 'unauthorized', 'The token is not valid'),
        recipient_blocked: rejected,
        recipient_unknown: no(404, 'chatNotFound', 'The chat was not found'),
        window_closed: rejected,
        content_rejected: rejected,
      };
      return answers[fate];
    },
    handle(call) {
      if (call.headers.authorization !== `Bearer ${known}`) return no(401, 'unauthorized', 'The token is not valid');
      return methods[`${call.method} ${call.path}`]?.(call) ?? no(404, 'notFound', 'There is no such method');
    },
  });

  const subscription = ({ json }: VendorCall) =>
    typeof json?.url === 'string' &&
    Array.isArray(json.webhookTypes) &&
    json.webhookTypes.length > 0 &&
    json.webhookTypes.every((type: string) => WEBHOOK_TYPES.has(type));

  const methods: Record<string, (call: VendorCall) => VendorReply> = {
    'POST /v3/subscribe-webhooks'(call) {
      if (!subscription(call)) return no(400, 'validationError', 'url and webhookTypes are required');
      fake.hookUrl = call.json.url;
      return ok({});
    },
    [`POST /${unsubscribeVersion}/unsubscribe-webhooks`](call) {
      if (!subscription(call)) return no(400, 'validationError', 'url and webhookTypes are required');
      if (fake.hookUrl === call.json.url) fake.hookUrl = undefined;
      return ok([]);
    },
    'POST /v1/send-message'({ json }) {
      const chat = chats.get(json?.chatId);
      const text = json?.content?.text;
      if (!chat) return no(404, 'chatNotFound', 'The chat was not found');
      if (typeof text !== 'string' || !text.trim() || text.length > MAX_TEXT)
        return no(400, 'validationError', 'content.text is not valid');
      const { chatId: conversation, customer } = chat;
      const id = nextId();
      fake.sent.push({ id, person: customer.id, conversation, kind: 'text', text, at: performance.now() });
      return ok({ messageId: id });
    },
    'POST /v1/read-chat': ({ json }) =>
      chats.has(json?.chatId) ? ok({}) : no(404, 'chatNotFound', 'The chat was not found'),
    'GET /v1/get-chat'({ query }) {
      if (hidings > 0) {
        hidings -= 1;
        return { status: 502, text: 'Bad Gateway' };
      }
      const chat = chats.get(query.get('chatId') ?? '');
      if (!chat) return no(404, 'chatNotFound', 'The chat was not found');
      const { chatId, customer, offer } = chat;
      const users = [
        { userId: sellerId, role: 'responder', name: 'The agency' },
        { userId: Number(customer.id), role: 'initiator', name: customer.name },
      ];
      return ok({ chat: { chatId, offerId: offer.id, offer, users } });
    },
  };

  function nextId() {
    lastId += 1;
    return `m${lastId}`;
  }

  function chatOf(customer: Customer) {
    const found = chats.get(begun.get(customer.id) ?? '');
    if (found) return found;
    const id = randomInt(1e8, 1e9);
    const offer = { id, title: 'A flat with two rooms', url: `https://www.cian.ru/sale/flat/${id}/` };
    const chat = { chatId: `c${randomBytes(8).toString('hex')}`, customer, offer };
    chats.set(chat.chatId, chat);
    begun.set(customer.id, chat.chatId);
    return chat;
  }

  async function update(customer: Customer, message: { userId: number; direction: 'in' | 'out'; content: object }) {
    const { chatId, offer } = chatOf(customer);
    const messageId = nextId();
    const body = JSON.stringify({
      chats: [
        { chatId, offerId: offer.id, messages: [{ messageId, createdAt: new Date().toISOString(), ...message }] },
      ],
      users: [
        { userId: Number(customer.id), name: customer.name },
        { userId: BOT_ID, name: 'Cian' },
      ],
      offers: [offer],
    });
    last = { body, conversation: chatId };
    // Without a hook, nobody is told.
    if (fake.hookUrl !== undefined) await fake.push(last);
    return messageId;
  }

  return Object.assign(fake, {
    credential: { url: null, token },
    write: (from: Customer, { text, isUnknown }: Written) =>
      update(from, {
        userId: Number(from.id),
        direction: 'in',
        content: isUnknown ? { poll: { question: 'Which one?' } } : { text: text ?? '' },
      }),
    writeAsBot: (from: Customer, text: string) => update(from, { userId: BOT_ID, direction: 'in', content: { text } }),
    turnToNextOffer({ id }: Customer) {
      begun.delete(id);
    },
    hideChats(times: number) {
      hidings = times;
    },
    repeat: async () => (last ? fake.pushOnce(last) : null),
    async typeElsewhere(to: Customer, text: string) {
      await update(to, { userId: sellerId, direction: 'out', content: { text } });
    },
    loseHook() {
      fake.hookUrl = undefined;
    },
    revoke() {
      known = 'revoked';
    },
  });
}
