import { type Access, verdictOfFailure } from './access.ts';
import type { Driver, Identity, Part } from './driver.ts';
import type { Content, Person, VendorEvent } from './events.ts';
import { equalsSecret, hmacHex, idOf, type Json, parseObject, requireId, textOf, timeOf } from './requests.ts';

// Viber's REST Bot API: https://developers.viber.com/docs/api/rest-bot-api/

const EVENT_TYPES = ['delivered', 'seen', 'failed', 'subscribed', 'unsubscribed', 'conversation_started'];

/** Codes of a token that is unknown, or whose account is blocked, gone, suspended or not authorized. */
const AUTH_CODES = new Set([2, 7, 8, 9, 15]);

const REFUSALS = { 5: 'recipient_unknown', 6: 'recipient_blocked', 10: 'not_connected' } as const;

const SENDER_LENGTH = 28;
const FILE_NAME_LENGTH = 256;

export const vb: Driver = {
  hosts: { api: 'https://chatapi.viber.com' },
  modes: ['webhook'],
  limits: { text: 7_000, caption: 768, fileCaption: 0, file: 50 * 1_048_576, image: 1_048_576 },
  pace: { perSecond: 30, chatMs: 0 },
  windowHours: null,
  isIdempotent: false,
  hasLocation: true,

  classify({ status: http, json }) {
    const status = json?.status;
    if (status === 0) return { verdict: { kind: 'ok' } };
    const said = { code: idOf(status) ?? String(http), detail: textOf(json?.status_message) ?? null };
    if (status === 12 || http === 429) return { verdict: { kind: 'rate', scope: 'connection' }, ...said };
    // Viber answers every call with a status: without one, somebody else answered.
    if (typeof status !== 'number') return { verdict: verdictOfFailure(http), ...said };
    if (AUTH_CODES.has(status)) return { verdict: { kind: 'auth' }, ...said };
    const reason = REFUSALS[status as keyof typeof REFUSALS] ?? 'content_rejected';
    return { verdict: { kind: 'refused', reason }, ...said };
  },

  identify,

  async register(access, { url }) {
    await call(access, 'set_webhook', { url, event_types: EVENT_TYPES, send_name: true });
    return {};
  },

  async unregister(access) {
    await call(access, 'set_webhook', { url: '' });
  },

  async check(access, hook) {
    const { json } = await call(access, 'get_account_info', {});
    const url = textOf(json.webhook);
    if (!url) return 'missing';
    return url === hook.url ? 'registered' : 'conflict';
  },

  authenticate: ({ headers, body }, { token }) =>
    equalsSecret(headers['x-viber-content-signature'], hmacHex('sha256', token, body)),

  read({ body }) {
    const update = parseObject(body);
    return update ? { events: readUpdate(update) } : 'malformed';
  },

  async send(access, { person: receiver, content }) {
    const name = (access.account ?? (await identify(access)).account).name ?? '';
    const { body } = await call(access, 'send_message', {
      receiver,
      sender: { name: cut(name, SENDER_LENGTH) },
      ...messageOf(content),
    });
    // The token has more digits than a number of the parsed answer holds.
    return String(parseObject(body)?.message_token);
  },

  fetchMedia: async (_access, ref) => ({ url: ref }),

  link: ({ link }, code) => (link ? `${link}&context=${code}` : undefined),
};

async function identify(access: Access): Promise<Identity> {
  const { json } = await call(access, 'get_account_info', {});
  const uri = textOf(json.uri) ?? null;
  return {
    account: { id: requireId(json.id), name: textOf(json.name) ?? null, username: uri },
    link: uri && `viber://pa?chatURI=${encodeURIComponent(uri)}`,
  };
}

const call = ({ call, hosts, token }: Access, method: string, json: object) =>
  call({ url: `${hosts.api}/pa/${method}`, headers: { 'x-viber-auth-token': token }, json });

/** Without half of a character at the end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

function messageOf(content: Part['content']) {
  if (content.kind === 'text') return { type: 'text', text: content.text };
  if (content.kind === 'location') return { type: 'location', location: { lat: content.lat, lon: content.lng } };
  const { file, caption = '' } = content;
  if (file.isImage) return { type: 'picture', text: caption, media: file.link };
  // The end has the extension, by which phones choose what opens the file.
  return { type: 'file', media: file.link, size: file.size, file_name: file.name.slice(-FILE_NAME_LENGTH) };
}

function readUpdate(update: Json): VendorEvent[] {
  const token = idOf(update.message_token);
  const person = personOf(update.sender ?? update.user ?? { id: update.user_id });
  if (token === undefined || !person) return [];
  const at = timeOf(update.timestamp);
  const common = { conversation: person.id, ...(at !== undefined && { at }) };
  const own = { ...common, id: token };
  // Receipts have the token of the message that they are about.
  const receipt = { ...common, id: `${token}:${update.event}` };
  switch (update.event) {
    case 'message':
      return [{ ...own, kind: 'message', person, messageId: token, content: contentOf(update.message) }];
    case 'conversation_started': {
      const code = textOf(update.context);
      return [{ ...own, kind: 'started', person, ...(code && { code }) }];
    }
    case 'subscribed':
      return [{ ...own, kind: 'allowed', person }];
    case 'unsubscribed':
      return [{ ...own, kind: 'blocked', person }];
    case 'delivered':
      return [{ ...receipt, kind: 'delivered', messageIds: [token] }];
    case 'seen':
      return [{ ...receipt, kind: 'read', messageIds: [token] }];
    case 'failed': {
      // The message reached a phone that could not read or show it.
      const reason = 'content_rejected' as const;
      return [
        { ...receipt, kind: 'failed', messageId: token, reason, code: null, detail: textOf(update.desc) ?? null },
      ];
    }
    default:
      return [];
  }
}

function personOf(user: Json): Person | undefined {
  const id = idOf(user?.id);
  const name = textOf(user?.name);
  const locale = textOf(user?.language);
  return id === undefined ? undefined : { id, ...(name && { name }), ...(locale && { locale }) };
}

function contentOf(message: Json): Content {
  const kind = textOf(message?.type) ?? 'message';
  return knownContentOf(kind, message) ?? { unknown: kind };
}

function knownContentOf(kind: string, message: Json): Content | undefined {
  const text = textOf(message?.text);
  const media = textOf(message?.media);
  switch (kind) {
    case 'text':
      return text ? { text } : undefined;
    case 'url':
      return textContent(text?.includes(media ?? '') ? [text] : [text, media], '\n');
    case 'contact':
      return textContent([textOf(message.contact?.name), textOf(message.contact?.phone_number)], ', ');
    case 'location': {
      const [lat, lng] = [Number.parseFloat(message.location?.lat), Number.parseFloat(message.location?.lon)];
      return Number.isFinite(lat) && Number.isFinite(lng) ? { coords: { lat, lng } } : undefined;
    }
    case 'picture':
    case 'video':
    case 'file':
    case 'sticker': {
      if (!media) return undefined;
      const size = message.size ?? message.file_size;
      const name = textOf(message.file_name) ?? NAMES[kind];
      const isImage = kind === 'picture' || kind === 'sticker';
      const files = [{ ref: media, isImage, name, ...(Number.isSafeInteger(size) && { size }) }];
      return { ...(text && kind !== 'sticker' && { text }), files };
    }
    default:
      return undefined;
  }
}

const NAMES = { picture: 'photo.jpg', video: 'video.mp4', file: 'file', sticker: 'sticker.png' };

function textContent(parts: (string | undefined)[], separator: string): Content | undefined {
  const text = parts.filter(Boolean).join(separator);
  return text ? { text } : undefined;
}
