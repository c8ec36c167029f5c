import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Vault } from '../../infra/secrets/vault.ts';

/** Key of a row in a table with daily partitions. */
export interface RowKey {
  id: number;
  created_at: string;
}

const CIPHER = 'aes-128-ecb';
const BLOCK = 16;

/**
 * Public ids of rows: id and time, encrypted as one block. They do not reveal how many rows there are, and need no column
 * or index.
 */
export function createPublicIds(vault: Vault, prefix: 'evt' | 'dlv') {
  const key = vault.derive(`ids/${prefix}`).subarray(0, BLOCK);
  // ECB has no state between blocks, so one cipher can be reused.
  const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
  const form = new RegExp(`^${prefix}_[0-9a-f]{${2 * BLOCK}}$`);

  return {
    of({ id, created_at }: RowKey) {
      const block = Buffer.alloc(BLOCK);
      block.writeBigUInt64BE(BigInt(id));
      block.writeBigInt64BE(BigInt(Date.parse(created_at)), BLOCK / 2);
      return `${prefix}_${cipher.update(block).toString('hex')}`;
    },
    /** Undefined for an id that we never issued. */
    read(name: string): RowKey | undefined {
      if (!form.test(name)) return undefined;
      const sealed = Buffer.from(name.slice(prefix.length + 1), 'hex');
      const block = createDecipheriv(CIPHER, key, null).setAutoPadding(false).update(sealed);
      const id = block.readBigUInt64BE();
      const at = new Date(Number(block.readBigInt64BE(BLOCK / 2)));
      // A made-up id decrypts to a number that no row has.
      if (id > Number.MAX_SAFE_INTEGER || Number.isNaN(at.getTime())) return undefined;
      return { id: Number(id), created_at: at.toISOString() };
    },
  };
}
