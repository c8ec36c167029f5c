import { type Access, VendorRefusal, verdictOfStatus } from './access.ts';
import { authorization, renewTokens } from './avito-oauth.ts';
import type { Driver, Identity, OutgoingFile, Receiver } from './driver.ts';
import type { Content, MediaRef, VendorEvent } from './events.ts';
import { idOf, type Json, objectsOf, parseObject, requireId, textOf, timeOf } from './requests.ts';

// Avito's messenger: https://developers.avito.ru/api-catalog/messenger/documentation

const UPLOAD_MS = 60_000;

const OAUTH_ERROR = /^(invalid|unauthorized|unsupported)_|^access_denied$/;

export const avito: Driver = {
  hosts: { api: 'https://api.avito.ru', page: 'https://avito.ru' },
  modes: ['webhook'],
  // Avito takes pictures and no other files.
  limits: { text: 1_000, caption: 0, file: 0, image: 24 * 1_048_576 },
  pace: { perSecond: 10, chatMs: 500 },
  windowHours: null,
  isIdempotent: false,

  classify(answer) {
    const { status, json } = answer;
    const error = json?.error;
    const said = {
      code: idOf(error?.code) ?? idOf(error) ?? idOf(json?.code) ?? String(status),
      detail:
        [error?.message, json?.error_description, json?.message, json?.result?.message].map(textOf).find(Boolean) ??
        null,
    };
    const verdict = verdictOfStatus(answer);
    // OAuth tells by name that a code or a token is not accepted, with several statuses.
    if (status < 500 && OAUTH_ERROR.test(textOf(error) ?? '')) return { verdict: { kind: 'auth' }, ...said };
    if (verdict.kind === 'ok' && error) return { verdict: { kind: 'refused', reason: 'content_rejected' }, ...said };
    return verdict.kind === 'ok' ? { verdict } : { verdict, ...said };
  },

  identify,

  async register(access, { url }) {
    await call(access, '/messenger/v3/webhook', { json: { url } });
    return {};
  },

  async unregister(access, { url }) {
    await call(access, '/messenger/v1/webhook/unsubscribe', { json: { url } });
  },

  /** Hooks of others are no conflict: Avito sends to each of them. */
  async check(access, hook) {
    const { json } = await call(access, '/messenger/v1/subscriptions', { json: {} });
    return objectsOf(json?.subscriptions).some(({ url }) => url === hook.url) ? 'registered' : 'missing';
  },

  renew: renewTokens,

  // How Avito signs is not documented: the key in the address is what guards the hook.
  authenticate: () => true,

  read({ body }, receiver) {
    const update = parseObject(body);
    return update ? { events: readUpdate(update, receiver) } : 'malformed';
  },

  async send(access, { conversation, content, key }) {
    const messages = `${await chatPath(access, conversation)}/messages`;
    const { json } =
      content.kind === 'file'
        ? await call(access, `${messages}/image`, { json: { image_id: await upload(access, content.file) } })
        : await call(access, messages, {
            json: { type: 'text', message: { text: content.kind === 'text' ? content.text : '' } },
          });
    return idOf(json?.id) ?? `sent:${key}`;
  },

  async remove(access, { conversation, id }) {
    const chat = await chatPath(access, conversation);
    await call(access, `${chat}/messages/${encodeURIComponent(id)}`, { method: 'POST' });
  },

  async markSeen(access, { conversation }) {
    await call(access, `${await chatPath(access, conversation)}/read`, { method: 'POST' });
  },

  async profile(access, { conversation }) {
    const { json } = await call(access, await chatPath(access, conversation, 'v2'));
    const own = await userOf(access);
    const other = objectsOf(json?.users).find(({ id }) => idOf(id) !== own);
    const name = textOf(other?.name);
    const page = linkOf(json?.context?.value?.url);
    return { ...(name && { name }), ...(page && { page }) };
  },

  async fetchMedia(access, ref) {
    if (!ref.startsWith(VOICE)) return { url: ref };
    const id = ref.slice(VOICE.length);
    const query = new URLSearchParams({ voice_ids: id });
    const { json } = await call(access, `${await accountPath(access)}/getVoiceFiles?${query}`);
    const url = linkOf(json?.voices_urls?.[id]);
    if (url) return { url };
    throw new VendorRefusal({ verdict: { kind: 'refused', reason: 'content_rejected' }, detail: 'no voice file' }, 200);
  },
};

type CallOptions = Omit<Parameters<Access['call']>[0], 'url' | 'headers'>;

const call = (access: Access, path: string, options: CallOptions = {}) =>
  access.call({ url: `${access.hosts.api}${path}`, headers: authorization(access), ...options });

async function identify(access: Access): Promise<Identity> {
  const { json } = await call(access, '/core/v1/accounts/self');
  const { id, name, profile_url: link } = json;
  return { account: { id: requireId(id), name: textOf(name) ?? null, username: null }, link: linkOf(link) ?? null };
}

const userOf = async (access: Access) => access.account?.id ?? (await identify(access)).account.id;

const accountPath = async (access: Access, version = 'v1') => `/messenger/${version}/accounts/${await userOf(access)}`;

const chatPath = async (access: Access, chat: string, version?: string) =>
  `${await accountPath(access, version)}/chats/${encodeURIComponent(chat)}`;

/** Returns the id of the picture, which is the only member of the answer. */
async function upload(access: Access, { bytes, name: filename, type }: OutgoingFile) {
  const { json } = await call(access, `${await accountPath(access)}/uploadImages`, {
    multipart: [{ name: 'uploadfile[]', bytes, filename, type }],
    timeoutMs: UPLOAD_MS,
  });
  return Object.keys(json ?? {})[0];
}

function linkOf(value: unknown) {
  const url = textOf(value);
  return url && /^https?:\/\//.test(url) ? url : undefined;
}

function readUpdate({ id: eventId, payload }: Json, { account }: Receiver): VendorEvent[] {
  const message = payload?.value;
  const id = idOf(message?.id);
  const conversation = idOf(message?.chat_id);
  if (payload?.type !== 'message' || id === undefined || conversation === undefined) return [];
  const own = idOf(message.user_id);
  if (account && own !== undefined && own !== account.id) return [];
  // Avito writes to the seller: nobody would read an answer.
  if (message.chat_type === 'a2u' || message.type === 'system') return [];
  const at = timeOf(message.created);
  const common = { conversation, ...(at !== undefined && { at }) };
  if (message.type === 'deleted')
    return [{ ...common, id: idOf(eventId) ?? `${id}:deleted`, kind: 'removed', messageIds: [id] }];
  const author = idOf(message.author_id);
  const isOwn = author !== undefined && author === (own ?? account?.id);
  return [
    {
      ...common,
      id: idOf(eventId) ?? id,
      kind: isOwn ? 'typed-elsewhere' : 'message',
      // Who the customer is, the hook does not say when the seller writes.
      person: { id: isOwn || author === undefined ? `chat:${conversation}` : author },
      messageId: id,
      content: contentOf(message),
    },
  ];
}

const VOICE = 'voice:';

function contentOf({ type, content }: Json): Content {
  const unknown = { unknown: textOf(type) ?? 'message' };
  if (type === 'image') {
    const file = imageOf(content?.image?.sizes);
    return file ? { files: [file] } : unknown;
  }
  if (type === 'voice') {
    const id = idOf(content?.voice?.voice_id);
    return id === undefined ? unknown : { files: [{ ref: `${VOICE}${id}`, isImage: false, name: 'voice.mp4' }] };
  }
  if (type === 'location') {
    const { lat, lon: lng } = content?.location ?? {};
    return typeof lat === 'number' && typeof lng === 'number' ? { coords: { lat, lng } } : unknown;
  }
  const text = textIn(content);
  return text === undefined ? unknown : { text };
}

/** The largest of the sizes, which are named like `1280x960`. */
function imageOf(sizes: Json): MediaRef | undefined {
  const [widest] = Object.entries(sizes ?? {})
    .flatMap(([size, url]) => {
      const ref = linkOf(url);
      return ref ? [{ ref, width: Number.parseInt(size, 10) || 0 }] : [];
    })
    .sort((left, right) => right.width - left.width);
  return widest && { ref: widest.ref, isImage: true, name: 'photo.jpg' };
}

/** Links and advertisements are texts with an address. */
function textIn(content: Json) {
  const text = textOf(content?.text) ?? textOf(content?.link?.text) ?? textOf(content?.item?.title);
  const url = linkOf(content?.link?.url) ?? linkOf(content?.item?.item_url) ?? linkOf(content?.item?.url);
  if (url === undefined || text?.includes(url)) return text;
  return text === undefined ? url : `${text}\n${url}`;
}
