import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Vault } from '../../infra/secrets/vault.ts';

/** A row of a table that is kept in partitions of a day: by its time the partition is found. */
interface Kept {
  id: number;
  created_at: string;
}

const CIPHER = 'aes-128-ecb';
const BLOCK = 16;

/**
 * What a row is called outside: number and time in one block under our key. It tells nobody how many there are, and needs
 * no column or index of its own.
 */
export function createPublicIds(vault: Vault, prefix: 'evt' | 'dlv') {
  const key = vault.derive(`ids/${prefix}`).subarray(0, BLOCK);
  // A block tells nothing of the one before, so that one cipher serves for all.
  const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
  const form = new RegExp(`^${prefix}_[0-9a-f]{${2 * BLOCK}}$`);

  return {
    of({ id, created_at }: Kept) {
      const block = Buffer.alloc(BLOCK);
      block.writeBigUInt64BE(BigInt(id));
      block.writeBigInt64BE(BigInt(Date.parse(created_at)), BLOCK / 2);
      return `${prefix}_${cipher.update(block).toString('hex')}`;
    },
    /** Undefined for what was never given out. */
    read(name: string): Kept | undefined {
      if (!form.test(name)) return undefined;
      const sealed = Buffer.from(name.slice(prefix.length + 1), 'hex');
      const block = createDecipheriv(CIPHER, key, null).setAutoPadding(false).update(sealed);
      const id = block.readBigUInt64BE();
      const at = new Date(Number(block.readBigInt64BE(BLOCK / 2)));
      // What is made up leads to numbers that no row has.
      if (id > Number.MAX_SAFE_INTEGER || Number.isNaN(at.getTime())) return undefined;
      return { id: Number(id), created_at: at.toISOString() };
    },
  };
}
