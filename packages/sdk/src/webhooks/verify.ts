export interface SignedDelivery {
  /** As it came, before anything parses it. */
  body: string | Uint8Array;
  /** The header X-Service-Signature. */
  signature: string | null | undefined;
  /** The header X-Service-Signature-Previous, there for 24 hours after a rotation with `grace`: the old secret verifies too. */
  previousSignature?: string | null | undefined;
  /** What was shown when the subscription was created or its secret rotated. */
  secret: string;
}

/** Whether a delivery was signed with the secret. Uses WebCrypto alone, which every runtime has. */
export async function verifyWebhook(delivery: SignedDelivery): Promise<boolean> {
  const { body, signature, previousSignature, secret } = delivery;
  // Anybody can sign with nothing, so an unset variable must not look like a secret.
  if (!secret) throw new TypeError('verifyWebhook needs the secret of the subscription');
  return (await isSignedWith(secret, body, signature)) || isSignedWith(secret, body, previousSignature);
}

async function isSignedWith(secret: string, body: string | Uint8Array, signature: string | null | undefined) {
  const hex = /^sha256=v1:([0-9a-f]{64})$/.exec(signature ?? '')?.[1];
  if (!hex) return false;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), hmac, false, ['verify']);
  const mac = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  // WebCrypto compares in constant time.
  return crypto.subtle.verify('HMAC', key, mac, typeof body === 'string' ? bytes(body) : new Uint8Array(body));
}
