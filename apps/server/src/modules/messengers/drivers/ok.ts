import { type Access, verdictOfFailure } from './access.ts';
import type { Driver, Part } from './driver.ts';
import type { Content, MediaRef, VendorEvent } from './events.ts';
import { idOf, type Json, objectsOf, parseObject, textOf, timeOf } from './requests.ts';

// Messages of Odnoklassniki groups: https://apiok.ru/dev/graph_api/bot_api

/** Unknown error, service unavailable, system failure. */
const PASSING_CODES = new Set([1, 2, 9999]);
const AUTH_CODES = new Set([102, 103]);
const RATE_CODE = 11;
const NOT_FOUND_CODE = 300;

export const ok: Driver = {
  hosts: { api: 'https://api.ok.ru' },
  modes: ['webhook'],
  limits: { text: 4_000, caption: 4_000, file: 50 * 1_048_576, image: 10 * 1_048_576 },
  pace: { perSecond: 20, chatMs: 0 },
  windowHours: null,
  isIdempotent: false,

  classify({ status, json }) {
    const error = json?.error_code;
    const code = Number(error);
    const said = { code: idOf(error) ?? String(status), detail: textOf(json?.error_msg) ?? null };
    if (AUTH_CODES.has(code)) return { verdict: { kind: 'auth' }, ...said };
    if (code === RATE_CODE || status === 429) return { verdict: { kind: 'rate', scope: 'connection' }, ...said };
    if (PASSING_CODES.has(code)) return { verdict: { kind: 'retry' }, ...said };
    if (status >= 500 || typeof json !== 'object' || json === null) {
      return { verdict: verdictOfFailure(status), ...said };
    }
    if (error === undefined && status < 400 && json?.success !== false) return { verdict: { kind: 'ok' } };
    const reason = code === NOT_FOUND_CODE ? 'recipient_unknown' : 'content_rejected';
    return { verdict: { kind: 'refused', reason }, ...said };
  },

  async register(access, { url }) {
    await call(access, 'subscribe', { url });
    return {};
  },

  async unregister(access, { url }) {
    await call(access, 'unsubscribe', { url });
  },

  // A group has as many subscriptions as it wants: those of others are no conflict.
  async check(access, hook) {
    const { json } = await call(access, 'subscriptions');
    return objectsOf(json.subscriptions).some(({ url }) => url === hook.url) ? 'registered' : 'missing';
  },

  // OK signs nothing: the key in the address is what guards the hook.
  authenticate: () => true,

  read({ body }) {
    const update = parseObject(body);
    return update ? { events: readUpdate(update) } : 'malformed';
  },

  async send(access, { conversation, content }) {
    const recipient = { chat_id: conversation };
    const path = `messages/${encodeURIComponent(conversation).replace('%3A', ':')}`;
    const { json } = await call(access, path, { recipient, message: messageOf(content) });
    return String(json.message_id);
  },

  fetchMedia: async (_access, ref) => ({ url: ref }),
};

const call = ({ call, hosts, token }: Access, path: string, json?: object) =>
  call({ url: `${hosts.api}/graph/me/${path}?${new URLSearchParams({ access_token: token })}`, json });

function messageOf(content: Part['content']) {
  if (content.kind !== 'file') return { text: content.kind === 'text' ? content.text : '' };
  const { file, caption } = content;
  const attachment = { type: file.isImage ? 'IMAGE' : 'FILE', payload: { url: file.link } };
  return { ...(caption !== undefined && { text: caption }), attachment };
}

function readUpdate({ webhookType, sender, recipient, message, timestamp }: Json): VendorEvent[] {
  const type = textOf(webhookType);
  const person = textOf(sender?.user_id);
  const conversation = textOf(recipient?.chat_id);
  const id = textOf(message?.mid);
  // Not every update says what it is: one without a type is a message.
  if (type && type !== 'MESSAGE_CREATED') return [];
  // What a group writes has another sender than a user.
  if (!person?.startsWith('user:') || !conversation?.startsWith('chat:') || !id) return [];
  const name = textOf(sender.name);
  const at = timeOf(timestamp);
  return [
    {
      id,
      kind: 'message',
      conversation,
      person: { id: person, ...(name && { name }) },
      messageId: id,
      content: contentOf(message),
      ...(at !== undefined && { at }),
    },
  ];
}

/** Names for files by type, since OK has none. */
const NAMES = new Map([
  ['IMAGE', 'photo.jpg'],
  ['VIDEO', 'video.mp4'],
  ['AUDIO', 'audio.mp3'],
  ['FILE', 'file'],
]);

function contentOf(message: Json): Content {
  const attachments = objectsOf(message.attachments);
  const files = attachments.flatMap(fileOf);
  const text = textOf(message.text) ?? '';
  const links = attachments.map(({ type, payload }) => (type === 'SHARE' && textOf(payload?.url)) || '');
  // A shared page is mostly in the text already.
  const whole = [text, ...links.filter((link) => !text.includes(link))].filter(Boolean).join('\n');
  if (!whole && !files.length) return { unknown: textOf(attachments[0]?.type) ?? 'message' };
  return { ...(whole && { text: whole }), ...(files.length && { files }) };
}

function fileOf({ type, payload }: Json): MediaRef[] {
  const url = textOf(payload?.url);
  const name = NAMES.get(type);
  return url && name ? [{ ref: url, isImage: type === 'IMAGE', name: textOf(payload.name) ?? name }] : [];
}
