import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Where a secret is stored: moved to another row, column or tenant, it cannot be decrypted. */
export interface SealContext {
  table: string;
  column: string;
  /** The widget or account; undefined for secrets of a user. */
  tenant?: number;
  row: number;
}

/** Uses of the master key. */
export interface Vault {
  seal: (plain: string, context: SealContext) => string;
  /** Throws if the value was sealed with another key or in another context. */
  open: (sealed: string, context: SealContext) => string;
  /** Keyed hash to find a sealed secret by, stored in the column `<column>_hash`. */
  hash: (plain: string, context: Pick<SealContext, 'table' | 'column'>) => Buffer;
  /** A key for one purpose; reveals nothing about the master key or other keys. */
  derive: (purpose: string) => Buffer;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. A sealed value is `v1.<key id>.<iv, tag and ciphertext in base64url>`. */
export function createVault(masterKey: Buffer): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `parley/${purpose}`, 32));
  const key = derive('secrets');
  const hashKey = derive('hashes');
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    derive,
    hash: (plain, { table, column }) => hmac(hashKey, table, column, plain),
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(encodeContext(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id, payload = ''] = sealed.split('.');
      if (version !== 'v1' || id !== keyId) throw new Error(`A secret in ${context.table} was sealed with another key`);
      const bytes = Buffer.from(payload, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
        .setAAD(encodeContext(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

function encodeContext({ table, column, tenant, row }: SealContext) {
  return Buffer.from([table, column, tenant ?? '', row].join('\n'));
}

export function hmac(key: Buffer, ...parts: (string | number)[]) {
  return createHmac('sha256', key).update(parts.join('\n')).digest();
}
