import { randomBytes } from 'node:crypto';
import { hmac } from '../../../infra/secrets/vault.ts';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as store from './store.ts';

const sealContextOf = (accountId: number) => ({ table: 'accounts', column: 'cms_key', row: accountId });

/** The CMS plugin exchanges it for the embed tag of a widget. */
export async function getSecurityToken(work: Read, { accountId, buttonGuid }: Tenant) {
  const sealed = await store.findKey(work, accountId);
  if (!sealed) throw problem('not_found');
  const key = Buffer.from(work.vault.open(sealed, sealContextOf(accountId)), 'base64');
  return hmac(key, buttonGuid).toString('hex');
}

/** Voids every security token of the account. */
export function rotateKey(work: Write, accountId: number) {
  return store.updateKey(
    work,
    accountId,
    work.vault.seal(randomBytes(32).toString('base64'), sealContextOf(accountId)),
  );
}

/** The owner's password protects the plugin as well. */
export async function rotateKeyOfOwner(work: Write, userId: number) {
  const accountId = await store.findAccountOfOwner(work, userId);
  if (accountId !== undefined) await rotateKey(work, accountId);
}
