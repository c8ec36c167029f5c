import { randomBytes } from 'node:crypto';
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

type Update = Record<string, unknown> & { update_id: number };

const WAIT_MS = 50;

/** Telegram's Bot API. */
export async function startTg({
  port,
  token = `${Math.floor(Math.random() * 1e9)}:${randomBytes(16).toString('hex')}`,
}: {
  port?: number;
  token?: string;
} = {}): Promise<FakeVendor> {
  let known = token;
  let lastId = 1_000;
  let webhook: { url: string; secret_token?: string } | undefined;
  /** Updates that nobody has confirmed, for polling. */
  let pending: Update[] = [];
  let last: { update: Update; conversation: string } | undefined;
  const stored = new Map<string, Buffer>();

  const bot = () => ({
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: 'Shop bot',
    username: 'shop_test_bot',
  });
  const ok = (result: unknown): VendorReply => ({ json: { ok: true, result } });
  const no = (status: number, description: string, parameters?: object): VendorReply => ({
    status,
    json: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
  });

  const fake = await startFake({
    vendor: 'tg',
    port,
    recipientOf: ({ path, json }) =>
      /\/(send(Message|Photo|Document|Location)|editMessageText)$/.test(path) ? String(json?.chat_id) : undefined,
    refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds) {
      const answers: Record<typeof fate, VendorReply> = {
        limited: no(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
        broken: no(502, 'Bad Gateway'),
        credential_rejected: no(401, 'Unauthorized'),
        recipient_blocked: no(403, 'Forbidden: bot was blocked by the user'),
        recipient_unknown: no(400, 'Bad Request: chat not found'),
        window_closed: no(400, 'Bad Request: message is too long'),
        content_rejected: no(400, 'Bad Request: message text is empty'),
      };
      return answers[fate];
    },
    async handle(call) {
      const [, kind, secret, name = ''] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(call.path) ?? [];
      if (secret !== known) return no(secret ? 401 : 404, secret ? 'Unauthorized' : 'Not Found');
      if (kind) return { body: stored.get(name) ?? Buffer.alloc(0) };
      return methods[name]?.(call) ?? no(404, 'Not Found: method not found');
    },
  });

  const methods: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    getMe: () => ok(bot()),
    setWebhook({ json }) {
      webhook = json.url ? { url: json.url, secret_token: json.secret_token } : undefined;
      fake.hookUrl = webhook?.url;
      return ok(true);
    },
    deleteWebhook() {
      webhook = undefined;
      fake.hookUrl = undefined;
      return ok(true);
    },
    getWebhookInfo: () => ok({ url: webhook?.url ?? '', pending_update_count: pending.length }),
    async getUpdates({ json }) {
      if (webhook) return no(409, "Conflict: can't use getUpdates method while webhook is active");
      pending = pending.filter(({ update_id }) => update_id >= (json.offset ?? 0));
      const deadline = performance.now() + (json.timeout ?? 0) * 1_000;
      while (!pending.length && performance.now() < deadline && !fake.isClosed) {
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      }
      return ok(pending.slice(0, json.limit ?? 100));
    },
    getFile: ({ json }) =>
      stored.has(json.file_id)
        ? ok({ file_id: json.file_id, file_path: json.file_id })
        : no(400, 'Bad Request: invalid file_id'),
    sendMessage: ({ json }) =>
      json.parse_mode && json.text.includes('unparsable')
        ? no(400, "Bad Request: can't parse entities: unsupported start tag")
        : add(json, { kind: 'text', text: json.text }),
    sendPhoto: ({ json, files }) => add(json, { kind: 'image', text: json.caption, file: files.photo }),
    sendDocument: ({ json, files }) => add(json, { kind: 'file', text: json.caption, file: files.document }),
    sendLocation: ({ json }) =>
      add(json, { kind: 'location', coords: { lat: Number(json.latitude), lng: Number(json.longitude) } }),
    sendChatAction: () => ok(true),
    editMessageText({ json }) {
      const message = find(json);
      if (!message) return no(400, 'Bad Request: message to edit not found');
      Object.assign(message, { text: json.text, isEdited: true });
      return ok({ message_id: json.message_id });
    },
    deleteMessage({ json }) {
      const message = find(json);
      if (!message) return no(400, "Bad Request: message can't be deleted for everyone");
      message.isRemoved = true;
      return ok(true);
    },
  };

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  function add(json: any, content: Pick<Sent, 'kind' | 'text' | 'file' | 'coords'>) {
    lastId += 1;
    const markup = typeof json.reply_markup === 'string' ? JSON.parse(json.reply_markup) : json.reply_markup;
    const buttons = markup?.inline_keyboard
      .flat()
      .map(({ text, url }: { text: string; url: string }) => ({ label: text, url }));
    const person = String(json.chat_id);
    fake.sent.push({
      id: String(lastId),
      person,
      conversation: person,
      ...content,
      ...(buttons && { buttons }),
      at: performance.now(),
    });
    return ok({
      message_id: lastId,
      chat: { id: Number(person), type: 'private' },
      date: Math.floor(Date.now() / 1_000),
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  const find = (json: any) =>
    fake.sent.find(({ id, person }) => id === String(json.message_id) && person === String(json.chat_id));

  const userOf = ({ id, name }: Customer) => {
    const [first_name, last_name] = name.split(' ');
    return { id: Number(id), is_bot: false, first_name, ...(last_name && { last_name }), language_code: 'en' };
  };

  const messageOf = (from: Customer, id: number, content: object) => ({
    message_id: id,
    from: userOf(from),
    chat: { id: Number(from.id), type: 'private', first_name: from.name },
    date: Math.floor(Date.now() / 1_000),
    ...content,
  });

  async function update(conversation: string, content: object) {
    lastId += 1;
    const next = { update_id: lastId, ...content };
    last = { update: next, conversation };
    if (!webhook) pending.push(next);
    else await fake.push({ body: JSON.stringify(next), headers: secretHeader(), conversation });
  }

  const secretHeader = (): Record<string, string> =>
    webhook?.secret_token ? { 'x-telegram-bot-api-secret-token': webhook.secret_token } : {};

  function contentOf({ text, file, coords, isUnknown, code }: Written): object {
    if (code !== undefined) return { text: `/start ${code}` };
    if (isUnknown) return { poll: { id: '1', question: 'Which one?' } };
    if (coords) return { location: { latitude: coords.lat, longitude: coords.lng } };
    if (!file) return { text };
    const file_id = `file-${randomBytes(8).toString('hex')}`;
    stored.set(file_id, file.bytes);
    const caption = text === undefined ? {} : { caption: text };
    const small = { file_id: `${file_id}-small`, width: 90, height: 90 };
    const size = { file_size: file.bytes.length };
    if (file.type.startsWith('image/'))
      return { photo: [small, { file_id, width: 800, height: 800, ...size }], ...caption };
    return { document: { file_id, file_name: file.name, mime_type: file.type, ...size }, ...caption };
  }

  const member = (by: Customer, status: string) =>
    update(by.id, {
      my_chat_member: {
        chat: { id: Number(by.id), type: 'private' },
        from: userOf(by),
        new_chat_member: { user: bot(), status },
      },
    });

  return Object.assign(fake, {
    credential: { url: null, token },
    async write(from: Customer, content: Written) {
      lastId += 1;
      const id = lastId;
      await update(from.id, { message: messageOf(from, id, contentOf(content)) });
      return String(id);
    },
    async repeat() {
      if (!last) return null;
      return fake.pushOnce({
        body: JSON.stringify(last.update),
        headers: secretHeader(),
        conversation: last.conversation,
      });
    },
    edit: (from: Customer, id: string, text: string) =>
      update(from.id, {
        edited_message: messageOf(from, Number(id), { text, edit_date: Math.floor(Date.now() / 1_000) }),
      }),
    block: (by: Customer) => member(by, 'kicked'),
    allow: (by: Customer) => member(by, 'member'),
    start: (by: Customer, code?: string) =>
      update(by.id, { message: messageOf(by, lastId + 1, { text: code === undefined ? '/start' : `/start ${code}` }) }),
    takeHook() {
      webhook = { url: 'https://other.example.com/hook' };
      fake.hookUrl = undefined;
    },
    loseHook() {
      webhook = undefined;
      fake.hookUrl = undefined;
    },
    revoke() {
      known = 'revoked';
    },
  });
}
