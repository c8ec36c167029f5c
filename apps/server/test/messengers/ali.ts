import { randomBytes, randomInt } from 'node:crypto';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

interface Message {
  id: number;
  from_user_login_id: string;
  from_user_name?: string;
  to_user_login_id: string;
  direction: 'in' | 'out';
  type: string;
  payload: object;
  created_at: string;
}

const PATH = '/api/v2/seller';
const MAX_TEXT = 2_000;
const TYPES = new Set(['text', 'image']);

/** AliExpress Russia, which has no hooks: messages wait until they are polled. */
export async function startAli({
  port,
  token = randomBytes(24).toString('hex'),
}: {
  port?: number;
  token?: string;
} = {}): Promise<FakeVendor> {
  let known = token;
  let lastId = randomInt(1e9, 2e9);
  const seller = `ru${randomInt(1e6, 1e7)}`;
  const messages: Message[] = [];
  const stored = new Map<string, Buffer>();
  /** Sent once more with the next answer. */
  let repeated: Message[] = [];

  const ok = (data: unknown): VendorReply => ({ json: { data, error: null } });
  const no = (status: number, code: string, message: string, headers?: Record<string, string>): VendorReply => ({
    status,
    headers,
    json: { data: null, error: { code, message } },
  });

  const fake = await startFake({
    vendor: 'ali',
    port,
    recipientOf: ({ path, json }) => (path === `${PATH}/new-messages` ? String(json?.to_user_login_id) : undefined),
    refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds) {
      const rejected = no(400, 'INVALID_REQUEST', 'The payload is not valid');
      const answers: Record<typeof fate, VendorReply> = {
        limited: no(429, 'TOO_MANY_REQUESTS', 'Too many requests', { 'retry-after': String(seconds) }),
        broken: { status: 503, text: 'Service Unavailable' },
        credential_rejected: no(401, 'UNAUTHORIZED', 'The token is not valid'),
        recipient_blocked: rejected,
        recipient_unknown: no(404, 'NOT_FOUND', 'The buyer was not found'),
        window_closed: rejected,
        content_rejected: rejected,
      };
      return answers[fate];
    },
    async handle(call) {
      const file = stored.get(call.path);
      if (file) return { body: file };
      if (call.headers['x-auth-token'] !== known) return no(401, 'UNAUTHORIZED', 'The token is not valid');
      const method = methods[`${call.method} ${call.path.slice(PATH.length + 1)}`];
      return method?.(call) ?? no(404, 'NOT_FOUND', 'There is no such method');
    },
  });

  const methods: Record<string, (call: VendorCall) => VendorReply | Promise<VendorReply>> = {
    'GET chat-messages'({ query }) {
      const limit = Number(query.get('limit') ?? 50);
      if (!(limit >= 1 && limit <= 50)) return no(400, 'INVALID_REQUEST', 'limit must be from 1 to 50');
      const from = Number(query.get('from_message_id') ?? 0);
      const again = repeated;
      repeated = [];
      return ok([...again, ...messages.filter(({ id }) => id > from)].slice(0, limit));
    },
    async 'POST new-messages'({ json }) {
      const { to_user_login_id: person, created_at, type, payload } = json ?? {};
      if (typeof person !== 'string' || Number.isNaN(Date.parse(created_at)) || !TYPES.has(type))
        return no(400, 'INVALID_REQUEST', 'to_user_login_id, created_at and type are required');
      const { text, url } = payload ?? {};
      const isText = type === 'text';
      if (isText ? typeof text !== 'string' || !text || text.length > MAX_TEXT : !/^https?:\/\//.test(url))
        return no(400, 'INVALID_REQUEST', 'The payload is not valid');
      const { id } = add({ from_user_login_id: seller, to_user_login_id: person, direction: 'out', type, payload });
      const file = isText ? undefined : await imageAt(url);
      const content = isText ? { kind: 'text' as const, text } : { kind: 'image' as const, file };
      fake.sent.push({ id: String(id), person, conversation: person, ...content, at: performance.now() });
      return ok({ message_id: id });
    },
    'POST read-messages'({ json }) {
      const isValid = typeof json?.to_user_login_id === 'string' && !Number.isNaN(Date.parse(json.created_at));
      return isValid ? ok({}) : no(400, 'INVALID_REQUEST', 'to_user_login_id and created_at are required');
    },
  };

  function add(message: Omit<Message, 'id' | 'created_at'>): Message {
    lastId += 1;
    const added = { id: lastId, created_at: new Date().toISOString(), ...message };
    messages.push(added);
    return added;
  }

  /** The picture behind a link, as AliExpress takes it for the buyer; none if nobody answers there. */
  async function imageAt(url: string) {
    const response = await fetch(url).catch(() => undefined);
    if (!response?.ok) return undefined;
    const type = response.headers.get('content-type') ?? 'image/jpeg';
    return {
      name: new URL(url).pathname.split('/').at(-1) ?? '',
      type,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  function contentOf({ text, file, isUnknown }: Written): Pick<Message, 'type' | 'payload'> {
    if (isUnknown) return { type: 'order', payload: { order_id: randomInt(1e9, 1e10) } };
    if (!file) return { type: 'text', payload: { text: text ?? '' } };
    const path = `/images/${randomBytes(8).toString('hex')}`;
    stored.set(path, file.bytes);
    return { type: 'image', payload: { url: `${fake.url}${path}`, ...(text !== undefined && { text }) } };
  }

  return Object.assign(fake, {
    credential: { url: null, token },
    async write({ id: login, name }: Customer, content: Written) {
      const people = { from_user_login_id: login, from_user_name: name, to_user_login_id: seller };
      return String(add({ ...people, direction: 'in', ...contentOf(content) }).id);
    },
    async repeat() {
      repeated = messages.slice(-1);
      return null;
    },
    async typeElsewhere({ id: login }: Customer, text: string) {
      add({ from_user_login_id: seller, to_user_login_id: login, direction: 'out', type: 'text', payload: { text } });
    },
    revoke() {
      known = 'revoked';
    },
  });
}
