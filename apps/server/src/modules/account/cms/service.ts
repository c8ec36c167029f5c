import { randomBytes } from 'node:crypto';
import { hmac } from '../../../infra/secrets/vault.ts';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/http/problems.ts';
import * as store from './store.ts';

const place = (accountId: number) => ({ table: 'accounts', column: 'cms_key', row: accountId });

/** What a plugin of a content-management system shows to get the embed tag of a widget. */
export async function securityToken(work: Read, { accountId, buttonGuid }: Tenant) {
  const sealed = await store.findKey(work, accountId);
  if (!sealed) throw problem('not_found');
  const key = Buffer.from(work.vault.open(sealed, place(accountId)), 'base64');
  return hmac(key, buttonGuid).toString('hex');
}

/** Another key: every security token of the account stops working. */
export function rotate(work: Write, accountId: number) {
  return store.updateKey(work, accountId, work.vault.seal(randomBytes(32).toString('base64'), place(accountId)));
}

/** The owner's password guards the plugin as well. */
export async function rotateOfOwner(work: Write, userId: number) {
  const accountId = await store.findAccountOfOwner(work, userId);
  if (accountId !== undefined) await rotate(work, accountId);
}
