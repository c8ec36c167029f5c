import { randomInt, randomUUID } from 'node:crypto';
import { type AvitoOAuth, createAvitoOAuth, type Seller, secret } from './avito-oauth.ts';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  type Push,
  type Sent,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

interface Chat {
  id: string;
  seller: number;
  customer: Customer;
  item: { id: number; title: string; url: string; price_string: string };
}

interface AvitoFake extends FakeVendor {
  oauth: AvitoOAuth;
  /** Who uses the page, writes and is written to from now on. */
  signIn: (seller: Seller) => void;
}

interface Call extends VendorCall {
  seller: number;
  /** Ids that the path contains. */
  chat: string;
  message: string;
}

const MAX_TEXT = 1_000;
const MAX_IMAGE = 24 * 1_048_576;
const HOUR_MS = 3_600_000;
const seconds = () => Math.floor(Date.now() / 1_000);

/** A path with its ids replaced. */
const routeOf = (path: string) =>
  path
    .replace(/(?<=\/accounts\/)\d+/, '{user}')
    .replace(/(?<=\/chats\/)[^/]+/, '{chat}')
    .replace(/(?<=\/messages\/)(?!image$)[^/]+$/, '{message}');

/** Avito's messenger and its OAuth. */
export async function startAvito({
  port,
  redirectUrl,
}: {
  port?: number;
  redirectUrl?: string;
} = {}): Promise<AvitoFake> {
  const oauth = createAvitoOAuth({ id: randomInt(1e8, 1e9), name: 'A shop' }, redirectUrl);
  const hooks = new Map<number, string[]>();
  const hooksOf = (seller: number) => hooks.get(seller) ?? [];
  const chats = new Map<string, Chat>();
  /** Ids of chats by seller and customer. */
  const begun = new Map<string, string>();
  /** Pictures that were uploaded, and bytes that customers sent, by id. */
  const uploads = new Map<string, Sent['file']>();
  const stored = new Map<string, Buffer>();
  let last: { body: string; conversation: string } | undefined;

  const no = (status: number, message: string, headers?: Record<string, string>): VendorReply => ({
    status,
    headers,
    json: { error: { code: status, message } },
  });
  const denied: VendorReply = { status: 403, json: { result: { status: false, message: 'invalid access token' } } };

  const fake = await startFake({
    vendor: 'avito',
    port,
    recipientOf: ({ method, path }) =>
      method === 'POST' && /\/messages(\/image)?$/.test(path)
        ? (chats.get(decodeURIComponent(path.split('/')[6] ?? ''))?.customer.id ?? '')
        : undefined,
    refuse(fate: Exclude<Fate, 'ok' | 'hung'>, wait) {
      const rejected = no(400, 'bad request');
      const answers: Record<typeof fate, VendorReply> = {
        limited: no(429, 'too many requests', { 'retry-after': String(wait) }),
        broken: { status: 504, text: 'Gateway Timeout' },
        credential_rejected: denied,
        recipient_blocked: rejected,
        recipient_unknown: no(404, 'chat not found'),
        window_closed: rejected,
        content_rejected: rejected,
      };
      return answers[fate];
    },
    handle(call) {
      const { method, path, headers } = call;
      const file = stored.get(path);
      if (file) return { body: file };
      if (path === '/oauth') return oauth.showPage(call);
      if (path === '/token') return oauth.issue(call);
      const seller = oauth.sellerOf(headers.authorization);
      if (seller === undefined) return denied;
      const [, , , , account = '', , chat = '', , message = ''] = path.split('/').map(decodeURIComponent);
      if (/^\d+$/.test(account) && account !== String(seller)) return no(403, 'permission denied');
      const answer = methods[`${method} ${routeOf(path)}`];
      if (answer) return answer({ ...call, seller, chat, message });
      return no(404, 'route not found');
    },
  });

  /** A seller finds no chats of others. */
  const inChat = (answer: (chat: Chat, call: Call) => VendorReply) => (call: Call) => {
    const chat = chats.get(call.chat);
    return chat?.seller === call.seller ? answer(chat, call) : no(404, 'chat not found');
  };

  const methods: Record<string, (call: Call) => VendorReply> = {
    'GET /core/v1/accounts/self': ({ seller }) => ({ json: { ...oauth.sellers.get(seller), email: '', phone: '' } }),
    'POST /messenger/v3/webhook'({ json, seller }) {
      if (typeof json?.url !== 'string') return no(400, 'url is required');
      hooks.set(seller, [...hooksOf(seller).filter((url) => url !== json.url), json.url]);
      aim();
      return { json: { ok: true } };
    },
    'POST /messenger/v1/webhook/unsubscribe'({ json, seller }) {
      hooks.set(
        seller,
        hooksOf(seller).filter((url) => url !== json?.url),
      );
      aim();
      return { json: { ok: true } };
    },
    'POST /messenger/v1/subscriptions': ({ seller }) => ({
      json: { subscriptions: hooksOf(seller).map((url) => ({ url, version: '3' })) },
    }),
    'POST /messenger/v1/accounts/{user}/uploadImages': keepImage,
    'GET /messenger/v1/accounts/{user}/getVoiceFiles'({ query }) {
      const ids = query.getAll('voice_ids').flatMap((each) => each.split(','));
      const known = ids.filter((id) => stored.has(`/voice/${id}`));
      return { json: { voices_urls: Object.fromEntries(known.map((id) => [id, `${fake.url}/voice/${id}`])) } };
    },
    'GET /messenger/v2/accounts/{user}/chats/{chat}': inChat(describe),
    'POST /messenger/v1/accounts/{user}/chats/{chat}/read': inChat(() => ({ json: { ok: true } })),
    'POST /messenger/v1/accounts/{user}/chats/{chat}/messages': inChat(takeText),
    'POST /messenger/v1/accounts/{user}/chats/{chat}/messages/image': inChat(takeImage),
    'POST /messenger/v1/accounts/{user}/chats/{chat}/messages/{message}': inChat(remove),
  };

  function keepImage({ files }: Call): VendorReply {
    const file = files['uploadfile[]'];
    if (!file || !/^image\/(jpeg|heic|gif|bmp|png)$/.test(file.type) || file.bytes.length > MAX_IMAGE)
      return no(400, 'bad image');
    const id = `${randomInt(1e4, 1e5)}.${secret()}`;
    uploads.set(id, file);
    stored.set(`/image/${id}`, file.bytes);
    const sizes = ['1280x960', '140x105', '32x32'].map((size) => [size, `${fake.url}/image/${id}`]);
    return { json: { [id]: Object.fromEntries(sizes) } };
  }

  function describe({ id, item, customer, seller }: Chat): VendorReply {
    const users = [
      { id: seller, name: oauth.sellers.get(seller)?.name },
      { id: Number(customer.id), name: customer.name },
    ];
    return { json: { id, context: { type: 'item', value: item }, users, created: seconds(), updated: seconds() } };
  }

  function takeText(chat: Chat, { json }: Call): VendorReply {
    const text = json?.message?.text;
    if (json?.type !== 'text' || typeof text !== 'string' || !text || text.length > MAX_TEXT)
      return no(400, 'message.text is not valid');
    return add(chat, { kind: 'text', text }, { type: 'text', content: { text } });
  }

  function takeImage(chat: Chat, { json }: Call): VendorReply {
    const file = uploads.get(json?.image_id);
    if (!file) return no(400, 'image_id is not valid');
    const sizes = { '1280x960': `${fake.url}/image/${json.image_id}` };
    return add(chat, { kind: 'image', file }, { type: 'image', content: { image: { sizes } } });
  }

  /** Avito tells the hook of what was sent by the API too, once it has answered. */
  function add(chat: Chat, sent: Pick<Sent, 'kind' | 'text' | 'file'>, content: { type: string; content: object }) {
    const id = secret();
    fake.sent.push({ id, person: chat.customer.id, conversation: chat.id, ...sent, at: performance.now() });
    setImmediate(() => void tell({ body: updateOf(chat, id, chat.seller, content), conversation: chat.id }));
    return { json: { id, created: seconds(), direction: 'out', ...content } };
  }

  function remove(chat: Chat, call: Call): VendorReply {
    const message = fake.sent.find(({ id, conversation }) => id === call.message && conversation === chat.id);
    if (!message) return no(404, 'message not found');
    if (performance.now() - message.at > HOUR_MS) return no(400, 'message is too old');
    message.isRemoved = true;
    return { json: {} };
  }

  function chatOf(customer: Customer) {
    const key = `${oauth.current.id}:${customer.id}`;
    const found = chats.get(begun.get(key) ?? '');
    if (found) return found;
    const id = randomInt(1e9, 2e9);
    const item = { id, title: 'A bicycle', url: `https://avito.ru/item/${id}`, price_string: '9 000 ₽' };
    const chat = { id: `u2i-${secret()}~${secret().slice(0, 4)}`, seller: oauth.current.id, customer, item };
    chats.set(chat.id, chat);
    begun.set(key, chat.id);
    return chat;
  }

  const updateOf = (chat: Chat, id: string, author: number, message: { type: string; content: object }) =>
    JSON.stringify({
      id: randomUUID(),
      version: 'v3.0.0',
      timestamp: seconds(),
      payload: {
        type: 'message',
        value: {
          id,
          chat_id: chat.id,
          user_id: chat.seller,
          author_id: author,
          created: seconds(),
          ...message,
          chat_type: 'u2i',
          item_id: chat.item.id,
          read: null,
        },
      },
    });

  async function update(
    customer: Customer,
    { id = secret(), author }: { id?: string; author: number },
    message: { type: string; content: object },
  ) {
    const chat = chatOf(customer);
    last = { body: updateOf(chat, id, author, message), conversation: chat.id };
    await tell(last);
    return id;
  }

  /** Without a hook, nobody is told. */
  const tell = async (push: Push) => (fake.hookUrl === undefined ? undefined : fake.push(push));

  function contentOf({ text, file, coords, isUnknown }: Written): { type: string; content: object } {
    if (isUnknown) return { type: 'call', content: { call: { status: 'missed', target_user_id: oauth.current.id } } };
    if (coords) return { type: 'location', content: { location: { lat: coords.lat, lon: coords.lng, kind: 'house' } } };
    if (!file) return { type: 'text', content: { text: text ?? '' } };
    const id = secret();
    const isImage = file.type.startsWith('image/');
    stored.set(isImage ? `/image/${id}` : `/voice/${id}`, file.bytes);
    if (!isImage) return { type: 'voice', content: { voice: { voice_id: id } } };
    const sizes = {
      '140x105': `${fake.url}/small/${id}`,
      '1280x960': `${fake.url}/image/${id}`,
      '32x32': `${fake.url}/tiny/${id}`,
    };
    return { type: 'image', content: { image: { sizes } } };
  }

  /** Updates go to the hook that was registered last. */
  function aim() {
    fake.hookUrl = hooksOf(oauth.current.id).findLast((url) => !url.startsWith(OTHERS));
  }

  return Object.assign(fake, {
    oauth,
    credential: { url: null, token: oauth.token(), sid: oauth.client.id, app_secret: oauth.client.secret },
    write: (from: Customer, content: Written) => update(from, { author: Number(from.id) }, contentOf(content)),
    repeat: async () => (last ? fake.pushOnce(last) : null),
    async erase(from: Customer, id: string) {
      await update(from, { id, author: Number(from.id) }, { type: 'deleted', content: {} });
    },
    async typeElsewhere(to: Customer, text: string) {
      await update(to, { author: oauth.current.id }, { type: 'text', content: { text } });
    },
    takeHook() {
      hooks.set(oauth.current.id, [...hooksOf(oauth.current.id), `${OTHERS}/hook`]);
    },
    loseHook() {
      hooks.delete(oauth.current.id);
      fake.hookUrl = undefined;
    },
    signIn(seller: Seller) {
      oauth.signIn(seller);
      aim();
    },
    revoke: oauth.revoke,
  });
}

const OTHERS = 'https://other.example.com';
