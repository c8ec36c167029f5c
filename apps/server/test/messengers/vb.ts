import { createHmac, randomBytes, randomInt } from 'node:crypto';
import {
  type Customer,
  download,
  type FakeVendor,
  type Fate,
  type Sent,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

/** Names of Viber's codes, as its answers have them. */
const NAMES = [
  'ok',
  'invalidUrl',
  'invalidAuthToken',
  'badData',
  'missingData',
  'receiverNotRegistered',
  'receiverNotSubscribed',
  'publicAccountBlocked',
  'publicAccountNotFound',
  'publicAccountSuspended',
  'webhookNotSet',
  'receiverNoSuitableDevice',
  'tooManyRequests',
];

const REFUSALS: Record<Exclude<Fate, 'ok' | 'hung' | 'broken'>, number> = {
  limited: 12,
  credential_rejected: 2,
  recipient_blocked: 6,
  recipient_unknown: 5,
  window_closed: 11,
  content_rejected: 3,
};

const MEMBERS: Record<string, string[]> = {
  text: ['text'],
  picture: ['text', 'media'],
  file: ['media', 'size', 'file_name'],
  location: ['location'],
};

/** Viber's REST Bot API. */
export async function startVb({
  port,
  token = `${randomBytes(8).toString('hex')}-${randomBytes(8).toString('hex')}`,
}: {
  port?: number;
  token?: string;
} = {}): Promise<FakeVendor> {
  let known = token;
  let webhook = '';
  /** Tokens have more digits than a number of JavaScript holds: two that follow each other are the same as numbers. */
  let lastToken = 4_912_661_846_655_238_000n + BigInt(randomInt(2 ** 40)) * 1_000n;
  let last: { body: string; conversation: string } | undefined;
  const id = `pa:${randomInt(1e9, 1e10)}`;
  const stored = new Map<string, { type: string; bytes: Buffer }>();
  const blocked = new Set<string>();
  const delivered = new Set<string>();
  const seen = new Set<string>();

  const nextToken = () => {
    lastToken += 1n;
    return String(lastToken);
  };

  const no = (status: number): VendorReply => answer({ status, status_message: NAMES[status] });

  const fake = await startFake({
    vendor: 'vb',
    port,
    recipientOf: ({ path, json }) => (path === '/pa/send_message' ? String(json?.receiver) : undefined),
    refuse: (fate) => (fate === 'broken' ? { status: 502, text: 'Bad Gateway' } : no(REFUSALS[fate])),
    handle(call) {
      const [, kind, name = ''] = /^\/(pa|media)\/([^/]+)/.exec(call.path) ?? [];
      const file = stored.get(name);
      if (kind === 'media' && file) return { body: file.bytes, headers: { 'content-type': file.type } };
      const method = kind === 'pa' ? methods[name] : undefined;
      if (!method || call.method !== 'POST') return { status: 404, text: 'Not Found' };
      return call.headers['x-viber-auth-token'] === known ? method(call) : no(2);
    },
  });

  const methods: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    async set_webhook({ json }) {
      if (typeof json?.url !== 'string') return no(4);
      if (json.url !== '' && !(await isReachable(json.url))) return no(1);
      webhook = json.url;
      fake.hookUrl = webhook || undefined;
      return answer({ status: 0, status_message: 'ok', ...(webhook && { event_types: json.event_types }) });
    },
    get_account_info: () =>
      answer({
        status: 0,
        status_message: 'ok',
        id,
        name: 'The shop with a very long name',
        uri: 'shoptestbot',
        webhook,
        subscribers_count: 1,
      }),
    async send_message({ json }) {
      const code = refusalOf(json);
      if (code) return no(code);
      const messageId = nextToken();
      const content = await contentOf(json);
      const person = String(json.receiver);
      fake.sent.push({ id: messageId, person, conversation: person, ...content, at: performance.now() });
      return answer({ status: 0, status_message: 'ok', message_token: messageId, chat_hostname: 'SN-CHAT-01_' });
    },
  };

  /** Viber asks the address before it takes it. */
  async function isReachable(url: string) {
    const body = bodyOf({ event: 'webhook', timestamp: Date.now(), message_token: nextToken() });
    const response = await fetch(url, { method: 'POST', headers: headersOf(body), body }).catch(() => undefined);
    return response?.status === 200;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  function refusalOf(json: any) {
    const members = MEMBERS[json?.type];
    if (!json?.receiver || !json.type || !json.sender?.name) return 4;
    if (!members || json.sender.name.length > 28) return 3;
    if (members.some((name) => json[name] === undefined)) return 4;
    if ((json.text ?? '').length > (json.type === 'picture' ? 768 : 7_000)) return 3;
    if (json.type === 'text' && json.text === '') return 4;
    if (!webhook) return 10;
    return blocked.has(json.receiver) ? 6 : 0;
  }

  const headersOf = (body: string) => ({
    'content-type': 'application/json',
    'x-viber-content-signature': createHmac('sha256', token).update(body).digest('hex'),
  });

  async function push(conversation: string, event: object) {
    const body = bodyOf({ timestamp: Date.now(), chat_hostname: 'SN-CHAT-01_', ...event });
    last = { body, conversation };
    await fake.push({ body, headers: headersOf(body), conversation });
  }

  function messageOf({ text, file, coords, isUnknown }: Written): object {
    if (isUnknown) return { type: 'rich_media' };
    if (coords) return { type: 'location', location: { lat: coords.lat, lon: coords.lng } };
    if (!file) return { type: 'text', text };
    const name = randomBytes(8).toString('hex');
    stored.set(name, file);
    const media = `${fake.url}/media/${name}`;
    if (file.type.startsWith('image/')) return { type: 'picture', media, ...(text !== undefined && { text }) };
    return { type: 'file', media, file_name: file.name, size: file.bytes.length };
  }

  async function start(by: Customer, code?: string) {
    const context = code === undefined ? {} : { context: code };
    const common = { message_token: nextToken(), type: 'open', user: userOf(by), subscribed: false };
    await push(by.id, { event: 'conversation_started', ...common, ...context });
  }

  async function receipts(event: 'delivered' | 'seen', by: Customer) {
    const done = event === 'seen' ? seen : delivered;
    const messages = fake.sent.filter((message) => message.person === by.id && !done.has(message.id));
    for (const { id: message_token } of messages) {
      done.add(message_token);
      await push(by.id, { event, message_token, user_id: by.id });
    }
  }

  return Object.assign(fake, {
    credential: { url: null, token },
    async write(from: Customer, content: Written) {
      blocked.delete(from.id);
      if (content.code !== undefined) {
        await start(from, content.code);
        return String(lastToken);
      }
      const message_token = nextToken();
      const message = messageOf(content);
      await push(from.id, { event: 'message', message_token, sender: userOf(from), message, silent: false });
      return message_token;
    },
    async repeat() {
      return last ? fake.pushOnce({ ...last, headers: headersOf(last.body) }) : null;
    },
    receive: (by: Customer) => receipts('delivered', by),
    read: (by: Customer) => receipts('seen', by),
    async fail(messageId: string) {
      const person = fake.sent.find((message) => message.id === messageId)?.person ?? '';
      await push(person, { event: 'failed', message_token: messageId, user_id: person, desc: 'Bad media format' });
    },
    async block(by: Customer) {
      blocked.add(by.id);
      await push(by.id, { event: 'unsubscribed', message_token: nextToken(), user_id: by.id });
    },
    async allow(by: Customer) {
      blocked.delete(by.id);
      await push(by.id, { event: 'subscribed', message_token: nextToken(), user: userOf(by) });
    },
    start,
    takeHook() {
      webhook = 'https://other.example.com/hook';
      fake.hookUrl = undefined;
    },
    loseHook() {
      webhook = '';
      fake.hookUrl = undefined;
    },
    revoke() {
      known = 'revoked';
    },
  });
}

/** Tokens are numbers on the wire, with all their digits. */
const bodyOf = (value: object) => JSON.stringify(value).replace(/"message_token":"(\d+)"/, '"message_token":$1');

const answer = (value: object): VendorReply => ({
  text: bodyOf(value),
  headers: { 'content-type': 'application/json' },
});

const userOf = ({ id, name }: Customer) => ({ id, name, language: 'en', country: 'GB', api_version: 10 });

// biome-ignore lint/suspicious/noExplicitAny: a request of the wire
async function contentOf(json: any): Promise<Pick<Sent, 'kind' | 'text' | 'file' | 'coords'>> {
  if (json.type === 'text') return { kind: 'text', text: json.text };
  if (json.type === 'location')
    return { kind: 'location', coords: { lat: Number(json.location.lat), lng: Number(json.location.lon) } };
  const file = await download(json.media, json.file_name ?? String(json.media).split('/').at(-1));
  return json.type === 'picture' ? { kind: 'image', text: json.text, file } : { kind: 'file', file };
}
