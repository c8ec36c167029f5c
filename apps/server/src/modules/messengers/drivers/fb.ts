import type { Access } from './access.ts';
import type { Driver, OutgoingFile, Verdict } from './driver.ts';
import type { Content, MediaRef, VendorEvent } from './events.ts';
import { authenticateMeta, bearer, classifyGraph, graph, LIMITED, readChallenge, refused } from './meta.ts';
import { idOf, type Json, objectsOf, parseObject, requireId, textOf } from './requests.ts';

// Messenger, with the token of a page: https://developers.facebook.com/docs/messenger-platform

const FIELDS = 'messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,messaging_referrals';

/** The app of Meta's own inbox, in which people of the page write. */
const INBOX_APP = '263902037430900';

const CODES: Record<string, Verdict> = {
  613: LIMITED,
  551: refused('recipient_blocked'),
  '10/2018278': refused('window_closed'),
  '100/2018001': refused('recipient_unknown'),
};

/** Large files take a while. */
const UPLOAD_MS = 60_000;

export const fb: Driver = {
  hosts: { api: 'https://graph.facebook.com' },
  modes: ['webhook'],
  limits: { text: 2_000, caption: 0, file: 25 * 1_048_576, image: 8 * 1_048_576 },
  pace: { perSecond: 40, chatMs: 100 },
  windowHours: 24,
  isIdempotent: false,

  classify: (answer) => classifyGraph(answer, (code, subcode) => CODES[code] ?? CODES[`${code}/${subcode}`]),

  async identify(access) {
    const { json } = await access.call({
      url: graph(access, 'me?fields=id,name,username'),
      headers: bearer(access.token),
    });
    const [name, username] = [textOf(json.name) ?? null, textOf(json.username) ?? null];
    const id = requireId(json.id);
    return { account: { id, name, username }, link: `https://m.me/${username ?? id}` };
  },

  async register(access, { url, secret }) {
    const app = await findApp(access);
    // The callback of the app, which all its pages share. Without the secret, somebody has to set it by hand.
    if (access.appSecret !== null) {
      await access.call({
        url: graph(access, `${app}/subscriptions`),
        form: {
          object: 'page',
          callback_url: url,
          verify_token: secret,
          fields: FIELDS,
          access_token: `${app}|${access.appSecret}`,
        },
      });
    }
    await access.call({
      url: graph(access, `${pageOf(access)}/subscribed_apps`),
      headers: bearer(access.token),
      form: { subscribed_fields: FIELDS },
    });
    return { app };
  },

  async unregister(access) {
    await access.call({
      method: 'DELETE',
      url: graph(access, `${pageOf(access)}/subscribed_apps`),
      headers: bearer(access.token),
    });
  },

  async check(access, hook) {
    const app = access.state.app ?? (await findApp(access));
    const { json } = await access.call({
      url: graph(access, `${pageOf(access)}/subscribed_apps`),
      headers: bearer(access.token),
    });
    const isSubscribed = objectsOf(json.data).some(({ id }) => idOf(id) === app);
    if (!isSubscribed || access.appSecret === null) return isSubscribed ? 'registered' : 'missing';
    const { json: subscriptions } = await access.call({
      url: graph(access, `${app}/subscriptions`),
      headers: bearer(`${app}|${access.appSecret}`),
    });
    const callback = textOf(objectsOf(subscriptions.data).find(({ object }) => object === 'page')?.callback_url);
    if (!callback) return 'missing';
    return callback === hook.url ? 'registered' : { heldBy: callback };
  },

  authenticate: authenticateMeta,

  accountsIn: ({ body }) => objectsOf(parseObject(body)?.entry).flatMap(({ id }) => pageIn(id) ?? []),

  read(request, { account }) {
    if (request.method === 'GET') return readChallenge(request);
    const body = parseObject(request.body);
    if (!body) return 'malformed';
    const { object = 'page' } = body;
    // One callback serves all pages of an app.
    const isOurs = ({ id }: Json) => object === 'page' && (account === null || idOf(id) === account.id);
    const entries = objectsOf(body.entry).filter(isOurs);
    return { events: entries.flatMap(({ messaging }) => objectsOf(messaging)).flatMap(readItem) };
  },

  async send(access, { person, content }) {
    const recipient = { id: person };
    if (content.kind === 'file') return sendFile(access, person, content.file);
    // Text is the only other thing that a driver without locations is given.
    const text = content.kind === 'text' ? content.text : '';
    const { json } = await post(access, { recipient, messaging_type: 'RESPONSE', message: { text } });
    return json.message_id;
  },

  async markSeen(access, { person }) {
    await post(access, { recipient: { id: person }, sender_action: 'mark_seen' });
  },

  async typing(access, { person }) {
    await post(access, { recipient: { id: person }, sender_action: 'typing_on' });
  },

  async stopTyping(access, { person }) {
    await post(access, { recipient: { id: person }, sender_action: 'typing_off' });
  },

  async profile(access, { person }) {
    const { json } = await access.call({
      url: graph(access, `${encodeURIComponent(person)}?fields=first_name,last_name`),
      headers: bearer(access.token),
    });
    const name = [json.first_name, json.last_name].filter(textOf).join(' ');
    return name ? { name } : {};
  },

  fetchMedia: async (_access, ref) => ({ url: ref }),

  link: ({ account }, code) => `https://m.me/${account.username ?? account.id}?ref=${encodeURIComponent(code)}`,
};

const pageIn = (id: unknown) => /^\d{1,32}$/.exec(idOf(id) ?? '')?.[0];

/** The app that the token of the page is for. */
async function findApp(access: Access) {
  const { json } = await access.call({ url: graph(access, 'app'), headers: bearer(access.token) });
  return String(json.id);
}

const pageOf = ({ account }: Access) => account?.id ?? 'me';

const post = (access: Access, json: object) =>
  access.call({ url: graph(access, 'me/messages'), headers: bearer(access.token), json });

async function sendFile(access: Access, person: string, { name: filename, type, bytes, isImage }: OutgoingFile) {
  const message = { attachment: { type: isImage ? 'image' : 'file', payload: {} } };
  const { json } = await access.call({
    url: graph(access, 'me/messages'),
    headers: bearer(access.token),
    multipart: [
      { name: 'recipient', value: JSON.stringify({ id: person }) },
      { name: 'messaging_type', value: 'RESPONSE' },
      { name: 'message', value: JSON.stringify(message) },
      { name: 'filedata', bytes, filename, type },
    ],
    timeoutMs: UPLOAD_MS,
  });
  return json.message_id;
}

function readItem(item: Json): VendorEvent[] {
  const { message, delivery, read, postback } = item;
  const person = idOf(message?.is_echo ? item.recipient?.id : item.sender?.id);
  if (!person) return [];
  const at = momentOf(item.timestamp);
  const common = { conversation: person, at };
  if (message) return readMessage(message, common);
  if (delivery) return readDelivery(delivery, common);
  if (read) {
    const upToTime = momentOf(read.watermark);
    return upToTime === undefined ? [] : [{ ...common, id: `${person}:read:${upToTime}`, kind: 'read', upToTime }];
  }
  const referral = item.referral ?? postback?.referral;
  if (!referral && !postback) return [];
  const code = textOf(referral?.ref);
  const id = textOf(postback?.mid) ?? `${person}:started:${at ?? ''}:${code ?? ''}`;
  return [{ ...common, id, kind: 'started', person: { id: person }, ...(code && { code }) }];
}

/** Milliseconds. */
const momentOf = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined);

interface Common {
  conversation: string;
  at: number | undefined;
}

/** Messages by name, which old apps of customers leave out, or all up to a time. */
function readDelivery({ mids, watermark }: Json, common: Common): VendorEvent[] {
  const upToTime = momentOf(watermark);
  const id = `${common.conversation}:delivered:${upToTime}`;
  const messageIds = Array.isArray(mids) ? mids.filter((mid): mid is string => textOf(mid) !== undefined) : [];
  if (messageIds.length) return [{ ...common, id: `${id}:${messageIds[0]}`, kind: 'delivered', messageIds }];
  return upToTime === undefined ? [] : [{ ...common, id, kind: 'delivered', upToTime }];
}

function readMessage(message: Json, common: Common): VendorEvent[] {
  const id = textOf(message.mid);
  if (!id) return [];
  const person = { id: common.conversation };
  const content = contentOf(message);
  if (!message.is_echo) {
    const code = textOf(message.referral?.ref);
    return [{ ...common, id, kind: 'message', person, messageId: id, content, ...(code && { code }) }];
  }
  // The echo of what an app sent: ours, or another one that answers by itself.
  const app = idOf(message.app_id);
  if (app !== undefined && app !== INBOX_APP) return [];
  return [{ ...common, id, kind: 'typed-elsewhere', person, messageId: id, content }];
}

function contentOf({ text: written, attachments }: Json): Content {
  const text = textOf(written);
  const parts = objectsOf(attachments);
  const files = parts.flatMap(fileOf);
  if (text || files.length) return { ...(text && { text }), ...(files.length && { files }) };
  const [part] = parts;
  const { lat, long: lng } = part?.payload?.coordinates ?? {};
  if (typeof lat === 'number' && typeof lng === 'number') return { coords: { lat, lng } };
  // A page that the customer shared.
  const shared = part?.type === 'fallback' ? (textOf(part.payload?.url) ?? textOf(part.url)) : undefined;
  return shared ? { text: shared } : { unknown: textOf(part?.type) ?? 'message' };
}

/** With the names of files that their addresses do not name. */
const FILES: Record<string, string> = { image: 'image.jpg', video: 'video.mp4', audio: 'audio.mp4', file: 'file' };

function fileOf({ type, payload }: Json): MediaRef[] {
  const ref = textOf(payload?.url);
  const name = typeof type === 'string' && Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  if (!ref || !name) return [];
  return [{ ref, isImage: type === 'image', name: nameIn(ref) ?? name }];
}

/** The name at the end of an address, if it has an extension. */
function nameIn(address: string) {
  const name = decode(URL.parse(address)?.pathname.split('/').at(-1) ?? '');
  return /^[^\\/]{1,200}\.\w{1,5}$/.test(name) ? name : undefined;
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
