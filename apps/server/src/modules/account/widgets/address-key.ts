import { randomBytes } from 'node:crypto';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as store from './store.ts';

type Widget = NonNullable<Awaited<ReturnType<typeof store.find>>>;

const sealContextOf = ({ id, account_id }: Widget) => ({
  table: 'widgets',
  column: 'address_key',
  tenant: account_id,
  row: id,
});

/**
 * A key of its own rather than one derived from the master key: hashes of addresses can't be computed again, and links in
 * sent e-mails stay valid, when the master key is rotated. Undefined until it is needed.
 */
export async function findAddressKey(work: Read, widgetId: number) {
  const widget = await store.find(work, widgetId);
  if (!widget || widget.address_key === null) return undefined;
  return Buffer.from(work.vault.open(widget.address_key, sealContextOf(widget)), 'base64url');
}

export async function ensureAddressKey(work: Write, widgetId: number) {
  const known = await findAddressKey(work, widgetId);
  if (known) return known;
  const widget = await store.find(work, widgetId);
  if (!widget) throw problem('not_found');
  const key = randomBytes(32).toString('base64url');
  await store.keepAddressKey(work, widgetId, work.vault.seal(key, sealContextOf(widget)));
  const kept = await findAddressKey(work, widgetId);
  if (!kept) throw problem('not_found');
  return kept;
}
