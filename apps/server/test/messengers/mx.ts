import { randomBytes, randomInt } from 'node:crypto';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  type Sent,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

const WAIT_MS = 50;

const REFUSALS: Record<Exclude<Fate, 'ok' | 'hung' | 'limited'>, VendorReply> = {
  broken: no(503, 'service.unavailable', 'Service unavailable'),
  credential_rejected: no(401, 'verify.token', 'Invalid access_token'),
  recipient_blocked: no(403, 'chat.denied', 'error.dialog.suspended'),
  recipient_unknown: no(404, 'chat.not.found', 'error.dialog.notfound'),
  window_closed: no(400, 'proto.payload', 'Message is too old'),
  content_rejected: no(400, 'proto.payload', 'text: size must be between 0 and 4000'),
};

/** MAX's Bot API. */
export async function startMx({
  port,
  token = randomBytes(32).toString('base64url'),
}: {
  port?: number;
  token?: string;
} = {}): Promise<FakeVendor> {
  let known = token;
  let subscriptions: { url: string; secret?: string }[] = [];
  let lastSeq = randomInt(2 ** 40);
  let lastMarker = randomInt(1_000, 2 ** 40);
  /** Updates that nobody has confirmed, for polling. */
  let pending: { marker: number; update: object }[] = [];
  let last: { update: object; conversation: string } | undefined;
  let lastTime = 0;
  const botId = randomInt(1e9);
  /** Each person has a dialog of their own with each bot. */
  const firstDialog = randomInt(1e4) * 1e10;
  const stored = new Map<string, { type: string; bytes: Buffer }>();
  const uploads = new Map<string, { type: string; file?: Sent['file']; isReady: boolean }>();
  const blocked = new Set<string>();

  const dialogOf = (person: string) => firstDialog + Number(person);
  const nextId = () => {
    lastSeq += 1;
    return `mid.${lastSeq.toString(16).padStart(24, '0')}`;
  };

  const fake = await startFake({
    vendor: 'mx',
    port,
    recipientOf: ({ method, path, query }) =>
      path === '/messages' && method !== 'DELETE' && method !== 'GET' ? recipientOf(query) : undefined,
    refuse: (fate, seconds) =>
      fate === 'limited'
        ? { ...no(429, 'too.many.requests', 'Too many requests'), headers: { 'retry-after': String(seconds) } }
        : REFUSALS[fate],
    handle(call) {
      const [, place, name = ''] = /^\/(upload|files)\/([^/]+)$/.exec(call.path) ?? [];
      if (place === 'upload') return takeUpload(name, call);
      const file = stored.get(name);
      if (place === 'files' && file) return { body: file.bytes, headers: { 'content-type': file.type } };
      if (call.headers.authorization !== known) return REFUSALS.credential_rejected;
      const path = call.path.replace(/^\/chats\/-?\d+\//, '/chats/{id}/');
      return methods[`${call.method} ${path}`]?.(call) ?? no(404, 'not.found', `${call.path} not found`);
    },
  });

  const methods: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    'GET /me': () => ({
      json: { user_id: botId, first_name: 'Shop bot', name: 'Shop bot', username: 'shop_test_bot', is_bot: true },
    }),
    'POST /subscriptions'({ json }) {
      const { url, secret } = json ?? {};
      if (!/^https?:\/\//.test(url)) return no(400, 'proto.payload', 'url: must not be null');
      if (secret !== undefined && !/^[\w-]{5,256}$/.test(secret)) return no(400, 'proto.payload', 'secret: must match');
      subscriptions = [...subscriptions.filter((each) => each.url !== url), { url, secret }];
      fake.hookUrl = url;
      return DONE;
    },
    'DELETE /subscriptions'({ query }) {
      subscriptions = subscriptions.filter((each) => each.url !== query.get('url'));
      fake.hookUrl = subscriptions.at(-1)?.url;
      return DONE;
    },
    'GET /subscriptions': () => ({
      json: { subscriptions: subscriptions.map(({ url }) => ({ url, time: Date.now(), update_types: null })) },
    }),
    async 'GET /updates'({ query }) {
      if (subscriptions.length) return no(405, 'method.not.allowed', 'The bot has a webhook');
      const [marker, timeout] = [Number(query.get('marker')), Number(query.get('timeout') ?? 30)];
      pending = pending.filter((each) => each.marker >= marker);
      const deadline = performance.now() + timeout * 1_000;
      while (!pending.length && performance.now() < deadline && !fake.isClosed) {
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      }
      const page = pending.slice(0, Number(query.get('limit') ?? 100));
      const next = page.at(-1)?.marker;
      return { json: { updates: page.map(({ update }) => update), marker: next ? next + 1 : marker || null } };
    },
    'POST /uploads'({ query }) {
      const type = query.get('type') ?? '';
      if (!['image', 'video', 'audio', 'file'].includes(type)) return no(400, 'proto.payload', 'type: unknown');
      const name = randomBytes(16).toString('hex');
      uploads.set(name, { type, isReady: false });
      return { json: { url: `${fake.url}/upload/${name}` } };
    },
    'POST /messages'({ json, query }) {
      const person = recipientOf(query);
      if (person === undefined) return no(400, 'proto.payload', 'Unknown recipient');
      if (blocked.has(person)) return REFUSALS.recipient_blocked;
      const content = contentOf(json);
      if ('status' in content) return content;
      const id = nextId();
      fake.sent.push({ id, person, conversation: String(dialogOf(person)), ...content, at: performance.now() });
      const recipient = { chat_id: dialogOf(person), chat_type: 'dialog', user_id: Number(person) };
      const body = { mid: id, seq: lastSeq, text: json.text ?? '', attachments: json.attachments ?? [] };
      return { json: { message: { recipient, timestamp: Date.now(), body } } };
    },
    'PUT /messages'({ json, query }) {
      const message = fake.sent.find(({ id }) => id === query.get('message_id'));
      if (!message || message.isRemoved) return failed('Message not found');
      Object.assign(message, { text: json.text, isEdited: true });
      return DONE;
    },
    'DELETE /messages'({ query }) {
      const message = fake.sent.find(({ id }) => id === query.get('message_id'));
      if (!message) return failed('Message not found');
      message.isRemoved = true;
      return DONE;
    },
    'POST /chats/{id}/actions': ({ json }) =>
      ['typing_on', 'mark_seen'].includes(json?.action) ? DONE : no(400, 'proto.payload', 'action: unknown'),
  };

  function recipientOf(query: URLSearchParams) {
    const chat = query.get('chat_id');
    return query.get('user_id') ?? (chat === null ? undefined : String(Number(chat) - firstDialog));
  }

  function takeUpload(name: string, { files }: VendorCall): VendorReply {
    const upload = uploads.get(name);
    if (!upload || !files.data) return no(400, 'proto.payload', 'No file');
    // Large files are processed for a while.
    Object.assign(upload, { file: files.data, isReady: !files.data.name.includes('slow') });
    return { json: upload.type === 'image' ? { photos: { '1': { token: name } } } : { token: name } };
  }

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  function contentOf(json: any): Pick<Sent, 'kind' | 'text' | 'file'> | (VendorReply & { status: number }) {
    const text = json?.text || undefined;
    const [attachment] = json?.attachments ?? [];
    if ((!text && !attachment) || text?.length > 4_000) return no(400, 'proto.payload', 'text: wrong size');
    if (json.format === 'markdown' && text?.includes('unparsable'))
      return no(400, 'proto.payload', 'text: wrong markup');
    if (!attachment) return { kind: 'text', text };
    const upload = uploads.get(attachment.payload?.token);
    if (!upload?.file || upload.type !== attachment.type) {
      return no(400, 'proto.payload', 'No `photos`, `url` or `token` provided. Check payload.');
    }
    if (!upload.isReady) {
      upload.isReady = true;
      return no(400, 'attachment.not.ready', 'Key: errors.process.attachment.file.not.processed');
    }
    return { kind: upload.type === 'image' ? 'image' : 'file', ...(text && { text }), file: upload.file };
  }

  const headers = (): Record<string, string> => {
    const secret = subscriptions.find(({ url }) => url === fake.hookUrl)?.secret;
    return secret === undefined ? {} : { 'x-max-bot-api-secret': secret };
  };

  async function update(person: string, content: object) {
    const conversation = String(dialogOf(person));
    // Its time is what tells an update from one like it.
    lastTime = Math.max(Date.now(), lastTime + 1);
    const next = { timestamp: lastTime, user_locale: 'en', ...content };
    last = { update: next, conversation };
    if (subscriptions.length) await fake.push({ body: JSON.stringify(next), headers: headers(), conversation });
    else {
      lastMarker += 1;
      pending.push({ marker: lastMarker, update: next });
    }
  }

  const dialog = (person: Customer) => ({ chat_id: dialogOf(person.id), user: userOf(person) });

  const messageOf = (from: Customer, mid: string, body: object) => ({
    sender: userOf(from),
    recipient: { chat_id: dialogOf(from.id), chat_type: 'dialog', user_id: botId },
    timestamp: Date.now(),
    body: { mid, seq: lastSeq, ...body },
  });

  function bodyOf({ text = '', file, coords, isUnknown }: Written): object {
    if (isUnknown) return { text, attachments: [{ type: 'data', data: 'x' }] };
    if (coords) {
      return { text, attachments: [{ type: 'location', latitude: coords.lat, longitude: coords.lng }] };
    }
    if (!file) return { text, attachments: [] };
    const name = randomBytes(8).toString('hex');
    stored.set(name, file);
    const payload = { url: `${fake.url}/files/${name}`, token: name };
    if (file.type.startsWith('image/')) {
      return { text, attachments: [{ type: 'image', payload: { ...payload, photo_id: lastSeq } }] };
    }
    return { text, attachments: [{ type: 'file', payload, filename: file.name, size: file.bytes.length }] };
  }

  async function start(by: Customer, code?: string) {
    blocked.delete(by.id);
    await update(by.id, { update_type: 'bot_started', ...dialog(by), payload: code ?? null });
  }

  return Object.assign(fake, {
    credential: { url: null, token },
    async write(from: Customer, content: Written) {
      const mid = nextId();
      if (content.code === undefined) {
        await update(from.id, { update_type: 'message_created', message: messageOf(from, mid, bodyOf(content)) });
      } else await start(from, content.code);
      return mid;
    },
    async repeat() {
      if (!last) return null;
      const { conversation } = last;
      return fake.pushOnce({ body: JSON.stringify(last.update), headers: headers(), conversation });
    },
    edit: (from: Customer, mid: string, text: string) =>
      update(from.id, { update_type: 'message_edited', message: messageOf(from, mid, bodyOf({ text })) }),
    erase: (from: Customer, message_id: string) =>
      update(from.id, {
        update_type: 'message_removed',
        message_id,
        chat_id: dialogOf(from.id),
        user_id: Number(from.id),
      }),
    async block(by: Customer) {
      blocked.add(by.id);
      await update(by.id, { update_type: 'bot_stopped', ...dialog(by) });
    },
    allow: (by: Customer) => start(by),
    start,
    takeHook() {
      subscriptions = [{ url: 'https://other.example.com/hook' }];
      fake.hookUrl = undefined;
    },
    loseHook() {
      subscriptions = [];
      fake.hookUrl = undefined;
    },
    revoke() {
      known = 'revoked';
    },
  });
}

const DONE: VendorReply = { json: { success: true } };

const failed = (message: string): VendorReply => ({ json: { success: false, message } });

function no(status: number, code: string, message: string) {
  return { status, json: { code, message } };
}

function userOf({ id, name }: Customer) {
  const [first_name, last_name = null] = name.split(' ');
  return { user_id: Number(id), first_name, last_name, name, username: null, is_bot: false };
}
