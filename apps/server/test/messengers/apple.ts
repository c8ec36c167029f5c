import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type Customer,
  type FakeVendor,
  type Fate,
  startFake,
  type VendorCall,
  type VendorReply,
  type Written,
} from './fake-vendor.ts';

/** A file as Apple stores it. */
interface Stored {
  owner: string;
  encrypted: Buffer;
}

interface AppleFake extends FakeVendor {
  /** Sends an update with these members. */
  deliver: (from: Customer, update: object) => Promise<string>;
}

const CIPHER = 'aes-256-ctr';
const ZERO_IV = Buffer.alloc(16);
const OBJECT = '\uFFFC';
const TYPES = new Set(['text', 'typing_start', 'typing_end', 'interactive', 'richLink']);

/** A token that is signed with a base64-encoded secret. */
export function bearer(secret: string, claims: object, alg = 'HS256') {
  const text = [{ alg, typ: 'JWT' }, claims].map(encode).join('.');
  return `Bearer ${text}.${sign(text, secret)}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = (text: string, secret: string) =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64url');

/** The gateway of Apple Messages for Business, with what stores attachments. */
export async function startApple({
  port,
  token = randomBytes(32).toString('base64'),
}: {
  port?: number;
  token?: string;
} = {}): Promise<AppleFake> {
  let known = token;
  const msp = randomUUID();
  const business = randomUUID();
  /** Who has written, and has not left since. */
  const open = new Set<string>();
  const stored = new Map<string, Stored>();
  let last: { body: Buffer; headers: Record<string, string>; conversation: string } | undefined;

  const no = (status: number, text: string, headers?: Record<string, string>): VendorReply => ({
    status,
    text,
    headers,
  });

  const fake = await startFake({
    vendor: 'apple',
    port,
    recipientOf: ({ path, json, headers }) =>
      path.endsWith('/message') && json?.type === 'text' ? String(headers['destination-id']) : undefined,
    refuse(fate: Exclude<Fate, 'ok' | 'hung'>, seconds) {
      const unknown = no(404, 'The destination-id is not known');
      const rejected = no(400, 'The message is not valid');
      const answers: Record<typeof fate, VendorReply> = {
        limited: no(429, 'Too many requests', { 'retry-after': String(seconds) }),
        broken: no(500, 'Internal Server Error'),
        credential_rejected: no(403, 'The token is not valid'),
        recipient_blocked: unknown,
        recipient_unknown: unknown,
        window_closed: rejected,
        content_rejected: rejected,
      };
      return answers[fate];
    },
    handle(call) {
      const path = call.path.replace(/^\/v1(?=\/)/, '');
      const file = /^\/files\/([\da-f]+)$/.exec(path)?.[1];
      // These addresses are secret, and need no token.
      if (file !== undefined) return call.method === 'POST' ? keep(file, call) : { body: stored.get(file)?.encrypted };
      if (!call.headers.authorization) return no(401, 'Authorization is required');
      if (!isAuthentic(call)) return no(403, 'The token is not valid');
      if (call.headers['source-id'] !== business) return no(400, 'source-id is not valid');
      return methods[`${call.method} ${path}`]?.(call) ?? no(404, 'Not Found');
    },
  });

  function isAuthentic({ headers }: VendorCall) {
    const jwt = headers.authorization?.replace(/^Bearer /, '') ?? '';
    const [head = '', claims = '', signature] = jwt.split('.');
    if (signature !== sign(`${head}.${claims}`, known)) return false;
    const { iss, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return iss === msp && Number.isInteger(iat);
  }

  const methods: Record<string, (call: VendorCall) => VendorReply> = {
    'GET /preUpload'({ headers }) {
      if (!(Number(headers['mmcs-size'] ?? headers.size) > 0)) return no(400, 'MMCS-Size is required');
      const file = randomBytes(8).toString('hex');
      const owner = `M${randomBytes(16).toString('hex')}.C01USN00`;
      stored.set(file, { owner, encrypted: Buffer.alloc(0) });
      return {
        json: { 'upload-url': `${fake.url}/files/${file}`, 'mmcs-url': mmcsUrlOf(file), 'mmcs-owner': owner },
      };
    },
    'GET /preDownload'({ headers }) {
      const url = headers['mmcs-url'] ?? headers.url;
      const found = storedAt(url);
      if (!found || (headers['mmcs-owner'] ?? headers.owner) !== found.owner) return no(404, 'Not Found');
      if ((headers['mmcs-signature'] ?? headers.signature) !== checksumOf(found.encrypted))
        return no(400, 'MMCS-Signature is not valid');
      return { json: { 'download-url': `${fake.url}/files/${String(url).split('/').at(-1)}` } };
    },
    'POST /message'(call) {
      const { headers, json } = call;
      const { id, 'destination-id': person } = headers;
      const isWhole =
        json?.v === 1 &&
        json.id === id &&
        json.sourceId === business &&
        json.destinationId === person &&
        TYPES.has(json.type);
      if (!id || typeof person !== 'string' || !isWhole) return no(400, 'A field is missing or not valid');
      if (!open.has(person)) return no(404, 'The destination-id is not known');
      return json.type === 'text' ? take(String(id), person, json) : { text: '' };
    },
  };

  const mmcsUrlOf = (file: string) => `https://p01-content.example.com/${file}`;
  const storedAt = (url: unknown) => stored.get(String(url).split('/').at(-1) ?? '');
  const checksumOf = (encrypted: Buffer) =>
    Buffer.concat([Buffer.of(0x81), createHash('sha1').update(encrypted).digest()]).toString('base64');

  function keep(file: string, { body }: VendorCall): VendorReply {
    const found = stored.get(file);
    if (!found) return no(404, 'Not Found');
    found.encrypted = body;
    return { json: { singleFile: { fileChecksum: checksumOf(body), receipt: randomUUID(), size: body.length } } };
  }

  // biome-ignore lint/suspicious/noExplicitAny: a request of the wire
  function take(id: string, person: string, { body, attachments = [] }: any): VendorReply {
    if (typeof body !== 'string' || !body) return no(400, 'body is required');
    const text = body.replaceAll(OBJECT, '');
    const common = { id, person, conversation: person, ...(text && { text }), at: performance.now() };
    if (!attachments.length) {
      fake.sent.push({ ...common, kind: 'text' });
      return { text: '' };
    }
    const [{ name, mimeType: type, key, url, owner, 'signature-base64': signature }] = attachments;
    const found = storedAt(url);
    if (!found || owner !== found.owner || signature !== checksumOf(found.encrypted) || !/^00[\da-f]{64}$/i.test(key))
      return no(400, 'The attachment is not valid');
    const bytes = createDecipheriv(CIPHER, Buffer.from(key.slice(2), 'hex'), ZERO_IV).update(found.encrypted);
    fake.sent.push({ ...common, kind: type.startsWith('image/') ? 'image' : 'file', file: { name, type, bytes } });
    return { text: '' };
  }

  function attach({ name, type, bytes }: NonNullable<Written['file']>) {
    const key = randomBytes(32);
    const file = randomBytes(8).toString('hex');
    const owner = `M${randomBytes(16).toString('hex')}.C01USN00`;
    const encrypted = createCipheriv(CIPHER, key, ZERO_IV).update(bytes);
    stored.set(file, { owner, encrypted });
    const signature = Buffer.from(checksumOf(encrypted), 'base64').toString('hex').toUpperCase();
    const size = String(encrypted.length);
    return { name, mimeType: type, size, signature, url: mmcsUrlOf(file), owner, key: `00${key.toString('hex')}` };
  }

  async function deliver({ id: person }: Customer, update: object) {
    const id = randomUUID();
    const message = { v: 1, id, sourceId: person, destinationId: business, locale: 'en_US', ...update };
    const headers = {
      authorization: bearer(known, { aud: msp, iat: Math.floor(Date.now() / 1_000) }),
      'content-encoding': 'gzip',
      id,
      'source-id': person,
      'destination-id': business,
    };
    last = { body: gzipSync(JSON.stringify(message)), headers, conversation: person };
    // Without a hook, nobody is told.
    if (fake.hookUrl !== undefined) await fake.push(last);
    return id;
  }

  return Object.assign(fake, {
    credential: { url: 'https://mspgw.push.apple.com/v1', token, sid: `${msp}:${business}` },
    deliver,
    write(from: Customer, { text = '', file, isUnknown }: Written) {
      open.add(from.id);
      if (isUnknown)
        return deliver(from, { type: 'interactive', interactiveData: { bid: 'com.example.game', data: {} } });
      const attachments = file && { attachments: [attach(file)] };
      return deliver(from, { type: 'text', body: file ? `${text}${OBJECT}` : text, ...attachments });
    },
    repeat: async () => (last ? fake.pushOnce(last) : null),
    async block(by: Customer) {
      open.delete(by.id);
      await deliver(by, { type: 'close' });
    },
    loseHook() {
      fake.hookUrl = undefined;
    },
    revoke() {
      known = randomBytes(32).toString('base64');
    },
  });
}
