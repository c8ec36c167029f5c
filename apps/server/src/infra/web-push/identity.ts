import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { Vault } from '../secrets/vault.ts';

/** Who we are to the services that browsers get their messages from (VAPID, RFC 8292). */
export interface PushIdentity {
  publicKey: string;
  /** The header that a service takes a message with. */
  authorization: (claims: { endpoint: string; contact: string; now: Temporal.Instant }) => string;
}

/** Of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const GOOD_FOR = { hours: 12 };

/** Made of the master key: the same on every node and after every start, since browsers subscribe for this key alone. */
export function createPushIdentity({ derive }: Pick<Vault, 'derive'>): PushIdentity {
  // More bits than the order has, so that no number is likelier than another.
  const seed = Buffer.concat([derive('web push, first half'), derive('web push, second half')]);
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const coordinates = { x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), ...coordinates },
    format: 'jwk',
  });
  return {
    publicKey,
    authorization({ endpoint, contact, now }) {
      const exp = Math.floor(now.add(GOOD_FOR).epochMilliseconds / 1_000);
      const head = encode({ typ: 'JWT', alg: 'ES256' });
      const claims = encode({ aud: new URL(endpoint).origin, exp, sub: contact });
      const signature = sign('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${head}.${claims}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
