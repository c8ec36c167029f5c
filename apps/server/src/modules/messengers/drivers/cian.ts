import { type Access, VendorRefusal, verdictOfStatus } from './access.ts';
import type { Driver } from './driver.ts';
import type { Content, VendorEvent } from './events.ts';
import { idOf, type Json, objectsOf, parseObject, textOf, timeOf } from './requests.ts';

// Cian's public API: https://public-api.cian.ru/docs/

const WEBHOOK_TYPES = [
  'offersMessagesIncoming',
  'newbuildingMessagesIncoming',
  'inquiryOffersMessagesIncoming',
  'agentMessagesIncoming',
  'chatsReadability',
];

/** Writes the first message of chats that Cian starts for a customer. */
const BOT_ID = '68084393';

export const cian: Driver = {
  hosts: { api: 'https://public-api.cian.ru' },
  modes: ['webhook'],
  limits: { text: 4_000, caption: 0, file: 0, image: 0 },
  pace: { perSecond: 5, chatMs: 500 },
  windowHours: null,
  isIdempotent: false,

  classify(answer) {
    const { status, json } = answer;
    const result = json?.result;
    const [error] = objectsOf(result?.errors ?? json?.errors);
    const said = {
      code: idOf(error?.code) ?? String(status),
      detail: textOf(error?.message) ?? textOf(result?.message) ?? textOf(json?.message) ?? null,
    };
    const verdict = verdictOfStatus(answer);
    // Some answers with errors have the status of a success.
    if (verdict.kind === 'ok' && error) return { verdict: { kind: 'refused', reason: 'content_rejected' }, ...said };
    return verdict.kind === 'ok' ? { verdict } : { verdict, ...said };
  },

  async register(access, { url }) {
    await post(access, '/v3/subscribe-webhooks', { url, webhookTypes: WEBHOOK_TYPES });
    return {};
  },

  async unregister(access, { url }) {
    const body = { url, webhookTypes: WEBHOOK_TYPES };
    try {
      await post(access, '/v3/unsubscribe-webhooks', body);
    } catch (error) {
      // Only the second version of this call is known to exist.
      if (!(error instanceof VendorRefusal) || error.status !== 404) throw error;
      await post(access, '/v2/unsubscribe-webhooks', body);
    }
  },

  // Cian signs nothing: the key in the address is what guards the hook.
  authenticate: () => true,

  read({ body }) {
    const update = parseObject(body);
    return update ? { events: readUpdate(update) } : 'malformed';
  },

  async send(access, { conversation, content, key }) {
    const text = content.kind === 'text' ? content.text : '';
    const { json } = await post(access, '/v1/send-message', { chatId: conversation, content: { text } });
    return idOf(json?.result?.messageId) ?? `sent:${key}`;
  },

  async markSeen(access, { conversation }) {
    await post(access, '/v1/read-chat', { chatId: conversation });
  },

  async profile(access, { conversation }) {
    const url = `${access.hosts.api}/v1/get-chat?${new URLSearchParams({ chatId: conversation })}`;
    const { json } = await access.call({ url, headers: authorization(access) });
    const chat = json?.result?.chat;
    const customer = objectsOf(chat?.users).find(({ role, userId }) => role === 'initiator' && idOf(userId) !== BOT_ID);
    const person = idOf(customer?.userId);
    const name = textOf(customer?.name);
    const page = pageOf(chat?.offer);
    return { ...(person && { person }), ...(name && { name }), ...(page && { page }) };
  },
};

const authorization = ({ token }: Access) => ({ authorization: `Bearer ${token}` });

const post = (access: Access, path: string, json: object) =>
  access.call({ url: `${access.hosts.api}${path}`, headers: authorization(access), json });

function readUpdate(update: Json): VendorEvent[] {
  const chats = objectsOf(update.chats);
  const names = new Map(objectsOf(update.users).map(({ userId, name }) => [idOf(userId), textOf(name)]));
  return chats.flatMap((chat) => {
    const page = pageOf(offerOf(chat, update));
    return objectsOf(chat.messages).flatMap((message) => readMessage(message, { chat, names, page }));
  });
}

/** How an offer names itself is not documented: the only one of a single chat is the one of this chat. */
function offerOf(chat: Json, { chats, offers }: Json): Json {
  const given = objectsOf(offers);
  const id = idOf(chat.offerId);
  const named = given.find(
    (offer) => id !== undefined && [offer.id, offer.offerId, offer.cianId].map(idOf).includes(id),
  );
  return named ?? (objectsOf(chats).length === 1 && given.length === 1 ? given[0] : undefined);
}

function pageOf(offer: Json) {
  const url = textOf(offer?.url);
  return url && /^https?:\/\//.test(url) ? url : undefined;
}

interface Surroundings {
  chat: Json;
  names: Map<string | undefined, string | undefined>;
  page: string | undefined;
}

function readMessage(message: Json, { chat, names, page }: Surroundings): VendorEvent[] {
  const conversation = idOf(chat.chatId);
  const id = idOf(message.messageId);
  if (conversation === undefined || id === undefined) return [];
  const at = timeOf(message.createdAt);
  const content = contentOf(message);
  const common = { id, conversation, messageId: id, content, ...(at !== undefined && { at }) };
  // The hook does not say who the customer is when somebody else writes.
  const unknown = { id: `chat:${conversation}` };
  if (message.direction === 'out') return [{ ...common, kind: 'typed-elsewhere', person: unknown }];
  const author = idOf(message.userId);
  const said = { ...common, kind: 'message' as const, ...(page && { page }) };
  if (author === undefined || author === BOT_ID) return [{ ...said, person: unknown, isPersonUnknown: true }];
  const name = names.get(author);
  return [{ ...said, person: { id: author, ...(name && { name }) } }];
}

/** Cian has no names for kinds of content: the member is the kind. */
function contentOf({ content, type }: Json): Content {
  const text = textOf(content?.text);
  if (text !== undefined) return { text };
  const members = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  return { unknown: textOf(content?.type) ?? textOf(type) ?? members.find((name) => name !== 'text') ?? 'message' };
}
