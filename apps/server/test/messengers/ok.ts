import { randomBytes, randomInt } from 'node:crypto';
import {
  type Customer,
  download,
  type FakeVendor,
  type Fate,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

const REFUSALS: Record<Exclude<Fate, 'ok' | 'hung' | 'broken'>, VendorReply> = {
  limited: no(11, 'LIMIT_REACHED : Too many requests'),
  credential_rejected: no(102, 'PARAM_SESSION_EXPIRED : Session expired'),
  recipient_blocked: no(10, 'PERMISSION_DENIED : User denied messages from the group'),
  recipient_unknown: no(300, 'NOT_FOUND : Chat not found'),
  window_closed: no(7, 'ACTION_BLOCKED : Action blocked'),
  content_rejected: no(454, 'CENSOR_MATCH : Text was rejected'),
};

const TYPES = ['image/', 'video/', 'audio/'];

/** Messages of an Odnoklassniki group. */
export async function startOk({
  port,
  token = `tkn1${randomBytes(12).toString('base64url')}:CBA${randomBytes(6).toString('hex').toUpperCase()}`,
}: {
  port?: number;
  token?: string;
} = {}): Promise<FakeVendor> {
  let known = token;
  let subscriptions: { url: string; time: number }[] = [];
  let last: { body: string; conversation: string } | undefined;
  let lastSeq = randomInt(2 ** 40);
  /** Each person has a chat of their own with each group. */
  const chatPrefix = `chat:C${randomBytes(4).toString('hex')}x`;
  const stored = new Map<string, { type: string; bytes: Buffer }>();

  const chatOf = ({ id }: Customer) => `${chatPrefix}${id.replace('user:', '')}`;
  const personIn = (chat: unknown) =>
    typeof chat === 'string' && chat.startsWith(chatPrefix) ? chat.slice(chatPrefix.length) : undefined;
  const nextId = (chat: string) => {
    lastSeq += 1;
    return `mid:${chat.slice('chat:'.length)}.${lastSeq.toString(16)}`;
  };

  const fake = await startFake({
    vendor: 'ok',
    port,
    recipientOf: ({ path }) => {
      const [, chat] = /^\/graph\/me\/messages\/([^/]+)$/.exec(path) ?? [];
      return chat && (personIn(decodeURIComponent(chat)) ?? chat);
    },
    refuse: (fate) => (fate === 'broken' ? { status: 503, text: 'Service Unavailable' } : REFUSALS[fate]),
    handle(call) {
      const file = stored.get(call.path);
      if (file) return { body: file.bytes, headers: { 'content-type': file.type } };
      const [, name = '', chat = ''] = /^\/graph\/me\/([^/]+)(?:\/([^/]+))?$/.exec(call.path) ?? [];
      const method = methods[`${call.method} ${name}`];
      if (!method) return no(3, 'METHOD : Method does not exist');
      const given = call.query.get('access_token');
      if (!given) return no(103, 'PARAM_SESSION_KEY : Session key is missing');
      return given === known ? method(call, decodeURIComponent(chat)) : REFUSALS.credential_rejected;
    },
  });

  const methods: Record<string, (call: VendorCall, chat: string) => VendorReply | Promise<VendorReply>> = {
    'POST subscribe'({ json }) {
      if (!/^https?:\/\//.test(json?.url)) return no(100, 'PARAM : Missing required parameter url');
      subscriptions = [...without(json.url), { url: json.url, time: Date.now() }];
      fake.hookUrl = json.url;
      return { json: { success: true } };
    },
    'POST unsubscribe'({ json }) {
      if (!json?.url) return no(100, 'PARAM : Missing required parameter url');
      subscriptions = without(json.url);
      if (fake.hookUrl === json.url) fake.hookUrl = undefined;
      return { json: { success: true } };
    },
    'GET subscriptions': () => ({ json: { subscriptions } }),
    async 'POST messages'({ json }, chat) {
      const { text, attachment } = json?.message ?? {};
      const person = personIn(chat);
      if (json?.recipient?.chat_id !== chat) return no(100, 'PARAM : Invalid parameter recipient');
      if (person === undefined) return REFUSALS.recipient_unknown;
      if (!text && !attachment) return no(100, 'PARAM : Missing required parameter message');
      if (attachment && !attachment.payload?.url) return no(100, 'PARAM : Missing required parameter payload.url');
      const file = attachment && (await download(attachment.payload.url, attachment.payload.url.split('/').at(-1)));
      const kind = attachment ? (attachment.type === 'IMAGE' ? 'image' : 'file') : 'text';
      const message = { id: nextId(chat), person, conversation: chat, kind, at: performance.now() } as const;
      fake.sent.push({ ...message, ...(text && { text }), ...(file && { file }) });
      return { json: { success: true, message_id: message.id } };
    },
  };

  const without = (url: string) => subscriptions.filter((each) => each.url !== url);

  function messageOf({ text, file, coords, isUnknown }: Written): object {
    if (isUnknown) return { attachments: [{ type: 'CONTACT', payload: {} }] };
    if (coords)
      return { attachments: [{ type: 'LOCATION', payload: { latitude: coords.lat, longitude: coords.lng } }] };
    if (!file) return { text };
    const path = `/files/${randomBytes(8).toString('hex')}`;
    stored.set(path, file);
    const type =
      TYPES.find((each) => file.type.startsWith(each))
        ?.slice(0, -1)
        .toUpperCase() ?? 'FILE';
    return { ...(text !== undefined && { text }), attachments: [{ type, payload: { url: `${fake.url}${path}` } }] };
  }

  return Object.assign(fake, {
    credential: { url: null, token },
    async write(from: Customer, content: Written) {
      const conversation = chatOf(from);
      const mid = nextId(conversation);
      const body = JSON.stringify({
        webhookType: 'MESSAGE_CREATED',
        sender: { user_id: `user:${from.id.replace('user:', '')}`, name: from.name },
        recipient: { chat_id: conversation },
        message: { ...messageOf(content), seq: lastSeq, mid },
        timestamp: Date.now(),
      });
      last = { body, conversation };
      await fake.push(last);
      return mid;
    },
    async repeat() {
      return last ? fake.pushOnce(last) : null;
    },
    takeHook() {
      subscriptions.push({ url: 'https://other.example.com/hook', time: Date.now() });
    },
    loseHook() {
      subscriptions = without(fake.hookUrl ?? '');
      fake.hookUrl = undefined;
    },
    revoke() {
      known = 'revoked';
    },
  });
}

function no(error_code: number, error_msg: string): VendorReply {
  return { json: { error_code, error_msg, error_data: null } };
}
