import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What only the browser and we know: its public key and a secret, both in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
/** Ends the only record. */
const LAST = Buffer.of(2);

/** For one browser's eyes: RFC 8291 over RFC 8188, in a single record. */
export function encrypt(plain: string, { p256dh, auth }: PushKeys): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const exchange = createECDH(CURVE);
  const ours = exchange.generateKeys();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(exchange.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = randomBytes(16);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, text]);
}

/** Whether something can be encrypted for it. */
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
