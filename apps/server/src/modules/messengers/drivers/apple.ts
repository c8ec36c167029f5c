import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type Access, VendorRefusal, verdictOfStatus } from './access.ts';
import type { Driver, HookRequest, OutgoingFile, Receiver } from './driver.ts';
import type { Content, MediaRef, VendorEvent } from './events.ts';
import { equalsSecret, idOf, type Json, objectsOf, parseObject, textOf } from './requests.ts';

// Apple Messages for Business: https://register.apple.com/resources/messages/msp-rest-api/

const MAX_UPDATE_BYTES = 1_048_576;
const MAX_FILE_BYTES = 100_000_000;
const UPLOAD_MS = 60_000;

/** Stands for an attachment within a text. */
const OBJECT = '\uFFFC';

export const apple: Driver = {
  // The gateway is part of the credential.
  hosts: { api: '' },
  modes: ['manual'],
  limits: { text: 10_000, caption: 10_000, file: MAX_FILE_BYTES, image: MAX_FILE_BYTES },
  pace: { perSecond: 20, chatMs: 200 },
  windowHours: null,
  isIdempotent: false,

  classify(answer) {
    const { status, json, body } = answer;
    const verdict = verdictOfStatus(answer);
    if (verdict.kind === 'ok') return { verdict };
    const detail = textOf(json?.message) ?? textOf(json?.error) ?? textOf(body.toString().trim().slice(0, 200)) ?? null;
    return { verdict, code: String(status), detail };
  },

  authenticate({ headers }, { token, sid }) {
    const [, jwt = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const key = Buffer.from(token, 'base64');
    // With an empty key, anybody could sign.
    if (!key.length || !equalsSecret(signature, signatureOf(`${head}.${claims}`, key))) return false;
    const audience: unknown[] = [parsePart(claims)?.aud].flat();
    return parsePart(head)?.alg === 'HS256' && sid !== null && audience.includes(idsIn(sid).msp);
  },

  read(request, receiver) {
    const update = parseObject(inflated(request.body));
    return update ? { events: readUpdate(update, request, receiver) } : 'malformed';
  },

  async send(access, { person, content }) {
    if (content.kind !== 'file') {
      return sendMessage(access, person, { type: 'text', body: content.kind === 'text' ? content.text : '' });
    }
    const attachment = await upload(access, content.file);
    return sendMessage(access, person, {
      type: 'text',
      body: `${content.caption ?? ''}${OBJECT}`,
      attachments: [attachment],
    });
  },

  async typing(access, { person }) {
    await sendMessage(access, person, { type: 'typing_start' });
  },

  async stopTyping(access, { person }) {
    await sendMessage(access, person, { type: 'typing_end' });
  },

  async fetchMedia(access, ref) {
    const { url, owner, signature, key: sealed } = JSON.parse(ref) as AttachmentRef;
    const key = unsealKey(sealed, access.token);
    const attachment = { url, owner, signature };
    const { json } = await access.call({
      url: `${gatewayOf(access)}/preDownload`,
      headers: { ...headersOf(access), ...attachment, ...prefixed(attachment) },
    });
    return {
      url: String(json?.['download-url']),
      decode: (bytes) => createDecipheriv(CIPHER, key, ZERO_IV).update(bytes),
    };
  },
};

/** Ids of the messaging service provider, which we are to Apple, and of the business. */
function idsIn(sid: string) {
  const [msp = '', business = ''] = sid.split(':');
  return { msp, business };
}

const gatewayOf = ({ hosts, url }: Access) => (hosts.api || url || '').replace(/\/+$/, '');

const signatureOf = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest('base64url');

function headersOf({ token, sid, now }: Access): Record<string, string> {
  const { msp, business } = idsIn(sid ?? '');
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { iss: msp, iat: Math.floor(now / 1_000) },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = signatureOf(text, Buffer.from(token, 'base64'));
  return { authorization: `Bearer ${text}.${signature}`, 'source-id': business };
}

const parsePart = (part: string): Json => parseObject(Buffer.from(part, 'base64url'));

async function sendMessage(access: Access, person: string, message: object) {
  const id = randomUUID();
  const { business } = idsIn(access.sid ?? '');
  await access.call({
    url: `${gatewayOf(access)}/message`,
    headers: { ...headersOf(access), id, 'destination-id': person },
    json: { v: 1, id, sourceId: business, destinationId: person, ...message },
  });
  return id;
}

const CIPHER = 'aes-256-ctr';
/** Each file has a key of its own. */
const ZERO_IV = Buffer.alloc(16);

/** Apple stores files encrypted, and its address is told after the size is. */
async function upload(access: Access, { bytes, name, type }: OutgoingFile) {
  const key = randomBytes(32);
  const encrypted = createCipheriv(CIPHER, key, ZERO_IV).update(bytes);
  const size = String(encrypted.length);
  const { json: place } = await access.call({
    url: `${gatewayOf(access)}/preUpload`,
    headers: { ...headersOf(access), size, ...prefixed({ size }) },
  });
  const { json } = await access.call({
    url: place['upload-url'],
    headers: { 'content-type': 'application/octet-stream' },
    body: encrypted,
    timeoutMs: UPLOAD_MS,
  });
  return {
    name,
    mimeType: type,
    size,
    'signature-base64': json.singleFile.fileChecksum,
    url: place['mmcs-url'],
    owner: place['mmcs-owner'],
    key: `00${key.toString('hex')}`,
  };
}

/** The names of these headers had no prefix in earlier versions. */
const prefixed = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`mmcs-${name}`, String(value)]));

/** Apple compresses what it sends; what is no gzip is left for the parser to refuse. */
function inflated(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_UPDATE_BYTES });
  } catch {
    return body;
  }
}

/** Business ids are also written as the address of the business. */
const bare = (id: string) => id.replace(/^urn:biz:/, '');

function readUpdate(update: Json, { headers }: HookRequest, { token, sid }: Receiver): VendorEvent[] {
  const id = textOf(headers.id) ?? idOf(update.id);
  const source = textOf(headers['source-id']) ?? idOf(update.sourceId);
  const destination = textOf(headers['destination-id']) ?? idOf(update.destinationId) ?? '';
  if (id === undefined || source === undefined || sid === null || bare(destination) !== bare(idsIn(sid).business))
    return [];
  const [locale] = textOf(update.locale)?.split(/[_-]/) ?? [];
  const common = { id, conversation: source, person: { id: source, ...(locale && { locale }) } };
  if (update.type === 'close') return [{ ...common, kind: 'blocked' }];
  if (update.type !== 'text' && update.type !== 'interactive') return [];
  return [{ ...common, kind: 'message', messageId: id, content: contentOf(update, token) }];
}

function contentOf({ type, body, attachments, interactiveData }: Json, token: string): Content {
  const replies = [body, interactiveData?.data?.replyMessage?.title, interactiveData?.replyMessage?.title];
  const text = replies.map((each) => textOf(each)?.replaceAll(OBJECT, '').trim()).find(Boolean);
  const files = objectsOf(attachments).flatMap((attachment) => fileOf(attachment, token));
  if (text === undefined && !files.length) {
    return { unknown: objectsOf(attachments).length ? 'attachment' : type };
  }
  return { ...(text !== undefined && { text }), ...(files.length && { files }) };
}

/** What finds an attachment again. */
interface AttachmentRef {
  url: string;
  owner: string;
  signature: string;
  /** Sealed: refs are kept where no secret may be. */
  key: string;
}

function fileOf(attachment: Json, token: string): MediaRef[] {
  const given = {
    url: textOf(attachment.url) ?? textOf(attachment['mmcs-url']),
    owner: textOf(attachment.owner) ?? textOf(attachment['mmcs-owner']),
    signature: textOf(attachment['signature-base64']) ?? base64Of(textOf(attachment.signature)),
  };
  const [, key] =
    /^(?:00)?([\da-f]{64})$/i.exec(textOf(attachment.key) ?? textOf(attachment['decryption-key']) ?? '') ?? [];
  // They become headers.
  if (!key || Object.values(given).some((value) => !/^[\x21-\x7e]+$/.test(value ?? ''))) return [];
  const type = textOf(attachment.mimeType) ?? textOf(attachment['mime-type']) ?? '';
  const size = Number(attachment.size ?? attachment['file-size']);
  return [
    {
      ref: JSON.stringify({ ...given, key: sealKey(Buffer.from(key, 'hex'), token) }),
      // Browsers show no pictures as a camera of Apple stores them.
      isImage: /^image\/(?!hei[cf]|tiff)/.test(type),
      name: textOf(attachment.name) ?? 'file',
      ...(size > 0 && { size }),
    },
  ];
}

const base64Of = (hex: string | undefined) => hex && Buffer.from(hex, 'hex').toString('base64');

const SEAL = 'aes-256-gcm';
const sealingKey = (token: string) => createHmac('sha256', token).update('attachment').digest();

function sealKey(key: Buffer, token: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv(SEAL, sealingKey(token), iv);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function unsealKey(sealed: string, token: string) {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(SEAL, sealingKey(token), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    const refusal = { kind: 'refused', reason: 'content_rejected' } as const;
    throw new VendorRefusal({ verdict: refusal, detail: 'the token has changed since the file came' }, null);
  }
}
