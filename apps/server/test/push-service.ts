import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface PushedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A subscription as browsers return it to a site. */
export function newSubscription(origin: string) {
  return newBrowser(origin).subscription;
}

/** A browser subscribed through that service, which decrypts messages as in RFC 8291. */
export function newBrowser(origin: string) {
  const pair = createECDH('prime256v1');
  const ours = pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${randomUUID()}`;
  return {
    path,
    subscription: {
      endpoint: new URL(path, origin).href,
      keys: { p256dh: ours.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body: Buffer): unknown {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
      const hkdf = (from: Buffer, by: Buffer, info: string | Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', from, by, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ours, theirs]);
      const secret = hkdf(pair.computeSecret(theirs), auth, info, 32);
      const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
      const sealed = body.subarray(21 + theirs.length);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      if (plain.at(-1) !== 2) throw new Error('The last record does not end as one');
      return JSON.parse(plain.subarray(0, -1).toString());
    },
  };
}

/** A push service, as browser vendors run them. */
export async function startPushService() {
  const taken: PushedMessage[] = [];
  const answer = { status: 201 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    taken.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, taken, answer };
}

/** The sender's claims, once their signature is verified: RFC 8292. */
export function readSender({ headers }: Pick<PushedMessage, 'headers'>) {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const coordinates = { x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' });
  const given = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signed = verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url'));
  if (!signed) throw new Error('The signature is not of that key');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { key, head: read(head), claims: read(claims) };
}
