import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Keys of a subscription: public key and secret of the browser, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
/** Ends the only record. */
const LAST = Buffer.of(2);

/** Fresh for every message; tests pass fixed ones. */
interface OneTime {
  exchange: ECDH;
  salt: Buffer;
}

/** Encrypts a message for one browser (RFC 8291). */
export function encrypt(plain: string, { p256dh, auth }: PushKeys, { exchange, salt } = newOneTime()): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = exchange.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(exchange.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  return encode(plain, { secret, salt, keyId: ours });
}

/** The content encoding aes128gcm of RFC 8188, in a single record. */
export function encode(plain: string, { secret, salt, keyId }: { secret: Buffer; salt: Buffer; keyId: Buffer }) {
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(keyId.length), keyId, text]);
}

function newOneTime(): OneTime {
  const exchange = createECDH(CURVE);
  exchange.generateKeys();
  return { exchange, salt: randomBytes(16) };
}

/** Whether it is a point on the curve. */
export function isPublicKey(p256dh: string) {
  const exchange = createECDH(CURVE);
  exchange.generateKeys();
  try {
    return exchange.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

function derive(from: Buffer, salt: Buffer, info: string | Buffer, length: number) {
  return Buffer.from(hkdfSync('sha256', from, salt, info, length));
}
