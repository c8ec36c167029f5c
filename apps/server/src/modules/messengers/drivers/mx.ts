import { type Access, VendorRefusal, type VendorRequest, verdictOfStatus } from './access.ts';
import type { Account, Driver, OutgoingFile, Verdict } from './driver.ts';
import type { Content, MediaRef, Person, VendorEvent } from './events.ts';
import { equalsSecret, idOf, type Json, objectsOf, parseObject, requireId, textOf, timeOf } from './requests.ts';

// MAX's Bot API: https://dev.max.ru/docs-api

const UPDATE_TYPES = ['message_created', 'message_edited', 'message_removed', 'bot_started', 'bot_stopped'];
const POLL_SECONDS = 90;

/** Uploads whose messages were refused, by bot and part: MAX may still process them, and a new one starts over. */
const uploads = new Map<string, string>();
const MAX_UPLOADS = 1_000;

export const mx: Driver = {
  // Its certificate is of the Russian state CA: NODE_EXTRA_CA_CERTS.
  hosts: { api: 'https://platform-api2.max.ru' },
  modes: ['webhook', 'polling'],
  limits: { text: 4_000, caption: 4_000, file: 4 * 1_073_741_824, image: 50 * 1_048_576 },
  pace: { perSecond: 30, chatMs: 500 },
  windowHours: null,
  isIdempotent: false,

  classify(answer) {
    const { status, json } = answer;
    const code = textOf(json?.code);
    const said = { code: code ?? String(status), detail: textOf(json?.message) ?? null };
    // Failed edits and removals have the status of a success.
    const hasFailed = code !== undefined || json?.success === false;
    const verdict = verdictOf(verdictOfStatus(answer), status, said);
    if (verdict.kind !== 'ok') return { verdict, ...said };
    return hasFailed ? { verdict: { kind: 'refused', reason: 'content_rejected' }, ...said } : { verdict };
  },

  async identify(access) {
    const { json } = await call(access, '/me');
    const username = textOf(json.username) ?? null;
    const account = { id: requireId(json.user_id), name: nameOf(json) ?? null, username };
    return { account, link: username && `https://max.ru/${username}` };
  },

  async register(access, { url, secret }) {
    await call(access, '/subscriptions', { json: { url, update_types: UPDATE_TYPES, secret } });
    return {};
  },

  async unregister(access, { url }) {
    await call(access, `/subscriptions?${new URLSearchParams({ url })}`, { method: 'DELETE' });
  },

  async check(access, hook) {
    const { json } = await call(access, '/subscriptions');
    const urls = objectsOf(json.subscriptions).map(({ url }) => url);
    if (urls.includes(hook.url)) return 'registered';
    return urls.length ? 'conflict' : 'missing';
  },

  authenticate: ({ headers }, { hook }) => equalsSecret(headers['x-max-bot-api-secret'], hook.secret),

  read({ body }, { account }) {
    const update = parseObject(body);
    return update ? { events: readUpdate(update, account) } : 'malformed';
  },

  async poll(access, position, waitSeconds) {
    const timeout = Math.min(waitSeconds, POLL_SECONDS);
    const query = new URLSearchParams({
      limit: '100',
      timeout: String(timeout),
      ...(position && { marker: position }),
    });
    const { body } = await call(access, `/updates?${query}`, { timeoutMs: (timeout + 10) * 1_000 });
    const polled = parseObject(body);
    const events = objectsOf(polled?.updates).flatMap((update) => readUpdate(update, access.account));
    return { events, position: idOf(polled?.marker) ?? position ?? '' };
  },

  async send(access, { person, key, content }) {
    if (content.kind === 'file') {
      const { file, caption: text } = content;
      // The attempts at a part send one upload: that of the first may be ready by the second.
      const part = [access.token, person, key, file.name].join();
      const token = uploads.get(part) ?? (await upload(access, file));
      remember(part, token);
      const attachments = [{ type: uploadTypeOf(file), payload: { token } }];
      const id = await post(access, person, { ...(text !== undefined && { text }), attachments });
      uploads.delete(part);
      return id;
    }
    const { text, markdown } = content.kind === 'text' ? content : { text: '' };
    if (markdown === undefined) return post(access, person, { text });
    try {
      return await post(access, person, { text: markdown, format: 'markdown' });
    } catch (error) {
      if (!(error instanceof VendorRefusal) || error.status !== 400) throw error;
      return post(access, person, { text });
    }
  },

  async edit(access, { id }, text) {
    await call(access, `/messages?${new URLSearchParams({ message_id: id })}`, { method: 'PUT', json: { text } });
  },

  async remove(access, { id }) {
    await call(access, `/messages?${new URLSearchParams({ message_id: id })}`, { method: 'DELETE' });
  },

  markSeen: (access, { conversation }) => act(access, conversation, 'mark_seen'),

  typing: (access, { conversation }) => act(access, conversation, 'typing_on'),

  fetchMedia: async (_access, ref) => ({ url: ref }),

  link: ({ link }, code) => (link ? `${link}?start=${code}` : undefined),
};

function verdictOf(
  byStatus: Verdict,
  status: number,
  { code, detail }: { code: string; detail: string | null },
): Verdict {
  if (code === 'attachment.not.ready') return { kind: 'retry' };
  if (status === 403) return code === 'verify.token' ? byStatus : { kind: 'refused', reason: 'recipient_blocked' };
  const isUnknown = status === 400 && /\b(chat|dialog|user)\.not\.?found\b/.test(`${code} ${detail}`);
  return isUnknown ? { kind: 'refused', reason: 'recipient_unknown' } : byStatus;
}

const call = ({ call, hosts, token }: Access, path: string, request: Omit<VendorRequest, 'url' | 'headers'> = {}) =>
  call({ url: `${hosts.api}${path}`, headers: { authorization: token }, ...request });

async function post(access: Access, person: string, json: object) {
  const { json: answer } = await call(access, `/messages?${new URLSearchParams({ user_id: person })}`, { json });
  return String(answer.message.body.mid);
}

async function act(access: Access, conversation: string, action: 'mark_seen' | 'typing_on') {
  await call(access, `/chats/${encodeURIComponent(conversation)}/actions`, { json: { action } });
}

/** Of the pictures that people send, MAX takes no WebP as such. */
const uploadTypeOf = ({ isImage, type }: OutgoingFile) => (isImage && type !== 'image/webp' ? 'image' : 'file');

async function upload(access: Access, file: OutgoingFile) {
  const { json: place } = await call(access, `/uploads?type=${uploadTypeOf(file)}`, { method: 'POST' });
  const { bytes, name: filename, type } = file;
  // Another host, which the token of the bot is none of the business of.
  const answer = await access.call({ url: place.url, multipart: [{ name: 'data', bytes, filename, type }] });
  // Pictures have a token for each size.
  const [photo] = objectsOf(Object.values(answer.json?.photos ?? {}));
  const token = textOf(answer.json?.token) ?? textOf(photo?.token) ?? textOf(place.token);
  if (token) return token;
  const detail = textOf(answer.json?.error_msg) ?? 'The upload has no token';
  throw new VendorRefusal({ verdict: { kind: 'refused', reason: 'content_rejected' }, detail }, answer.status);
}

function remember(part: string, token: string) {
  uploads.set(part, token);
  const [oldest] = uploads.keys();
  if (uploads.size > MAX_UPLOADS && oldest !== undefined) uploads.delete(oldest);
}

function readUpdate(update: Json, account: Account | null): VendorEvent[] {
  const { update_type: type, message } = update;
  const timestamp = timeOf(update.timestamp);
  const at = timestamp === undefined ? {} : { at: timestamp };
  const stamp = idOf(update.timestamp) ?? '';
  if (type === 'message_created' || type === 'message_edited') {
    return isOfCustomer(message, account) ? readMessage(update, { at, stamp }) : [];
  }
  const conversation = idOf(update.chat_id);
  if (conversation === undefined) return [];
  if (type === 'message_removed') {
    const id = textOf(update.message_id);
    const isOurs = account !== null && idOf(update.user_id) === account.id;
    return id && !isOurs ? [{ id: `${id}:removed`, kind: 'removed', conversation, messageIds: [id], ...at }] : [];
  }
  const person = personOf(update.user, update.user_locale);
  if (!person || (type !== 'bot_started' && type !== 'bot_stopped')) return [];
  const common = { id: `${conversation}:${type}:${stamp}`, conversation, person, ...at };
  if (type === 'bot_stopped') return [{ ...common, kind: 'blocked' }];
  const code = textOf(update.payload);
  return [{ ...common, kind: 'started', ...(code && { code }) }];
}

/** Not of a group, of another bot, or of ours. */
function isOfCustomer(message: Json, account: Account | null) {
  const { sender, recipient } = message ?? {};
  if (recipient?.chat_type !== 'dialog' || sender?.is_bot === true) return false;
  const [from, to] = [idOf(sender?.user_id), idOf(recipient.user_id)];
  return account === null || (from !== account.id && (to === undefined || to === from || to === account.id));
}

function readMessage({ update_type, message, user_locale }: Json, { at, stamp }: { at: object; stamp: string }) {
  const conversation = idOf(message.recipient.chat_id);
  const person = personOf(message.sender, user_locale);
  // A message that only forwards another may have no body, and so no id.
  const id = textOf(message.body?.mid) ?? `${conversation}:${stamp}`;
  const common = { conversation: conversation ?? '', messageId: id, ...at };
  if (conversation === undefined) return [];
  if (update_type === 'message_edited') {
    const text = textOf(message.body?.text) ?? null;
    return [{ ...common, id: `${id}:edited:${stamp}`, kind: 'edited' as const, text }];
  }
  return person ? [{ ...common, id, kind: 'message' as const, person, content: contentOf(message) }] : [];
}

function personOf(user: Json, language: unknown): Person | undefined {
  const id = idOf(user?.user_id);
  const name = nameOf(user);
  const locale = textOf(language);
  return id === undefined ? undefined : { id, ...(name && { name }), ...(locale && { locale }) };
}

function nameOf(user: Json) {
  const parts = [textOf(user?.first_name), textOf(user?.last_name)];
  return textOf(parts.filter(Boolean).join(' ')) ?? textOf(user?.name);
}

function contentOf({ body, link }: Json): Content {
  const isForward = link?.type === 'forward' && !textOf(body?.text) && !objectsOf(body?.attachments).length;
  const shown = isForward ? link.message : body;
  const attachments = objectsOf(shown?.attachments);
  const own = textOf(shown?.text) ?? '';
  // A shared page is mostly in the text already.
  const further = attachments.map(textIn).filter((each) => !own.includes(each));
  const text = [own, ...further].filter(Boolean).join('\n');
  const files = attachments.flatMap(fileOf);
  const coords = attachments.map(coordsOf).find(Boolean);
  if (!text && !files.length && !coords) return { unknown: textOf(attachments[0]?.type) ?? 'message' };
  return { ...(text && { text }), ...(files.length && { files }), ...(coords && { coords }) };
}

/** Names for files by type; only documents have one of their own. */
const NAMES = new Map([
  ['image', 'photo.jpg'],
  ['sticker', 'sticker.webp'],
  ['video', 'video.mp4'],
  ['audio', 'audio.mp3'],
  ['file', 'file'],
]);

function fileOf({ type, payload, filename, size }: Json): MediaRef[] {
  const ref = textOf(payload?.url);
  const name = NAMES.get(type);
  if (!ref || !name) return [];
  const isImage = type === 'image' || type === 'sticker';
  return [{ ref, isImage, name: textOf(filename) ?? name, ...(Number.isSafeInteger(size) && { size }) }];
}

function textIn({ type, payload }: Json): string {
  if (type === 'share') return textOf(payload?.url) ?? '';
  if (type !== 'contact') return '';
  const [, phone] = /^TEL[^:\r\n]*:(.+)$/im.exec(textOf(payload?.vcf_info) ?? '') ?? [];
  return [nameOf(payload?.max_info), phone?.trim()].filter(Boolean).join(', ');
}

function coordsOf({ type, latitude: lat, longitude: lng }: Json) {
  return type === 'location' && typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}
