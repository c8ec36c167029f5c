import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { Vault } from '../secrets/vault.ts';

/** Our identity to push services (VAPID, RFC 8292). */
export interface PushIdentity {
  publicKey: string;
  /** The Authorization header for a push. */
  authorization: (claims: { endpoint: string; contact: string; now: Temporal.Instant }) => string;
}

/** Order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const VALID_FOR = { hours: 12 };

/** Derived from the master key, so that it is the same on every node: browsers subscribe to this key only. */
export function createPushIdentity({ derive }: Pick<Vault, 'derive'>): PushIdentity {
  // Twice the bits of the order, so that the remainder has no bias.
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
      const exp = Math.floor(now.add(VALID_FOR).epochMilliseconds / 1_000);
      const head = encode({ typ: 'JWT', alg: 'ES256' });
      const claims = encode({ aud: new URL(endpoint).origin, exp, sub: contact });
      const signature = sign('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${head}.${claims}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
