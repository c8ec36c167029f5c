import { randomBytes } from 'node:crypto';
import type { Read, Write } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as store from './store.ts';

type Widget = NonNullable<Awaited<ReturnType<typeof store.find>>>;

const sealContextOf = ({ id, account_id }: Widget) => ({
  table: 'widgets',
  column: 'identity_key',
  tenant: account_id,
  row: id,
});

function openIdentityKey({ vault }: Read, widget: Widget) {
  return widget.identity_key === null ? null : vault.open(widget.identity_key, sealContextOf(widget));
}

/** Null until one is created. */
export async function findIdentityKey(work: Read, widgetId: number) {
  const widget = await store.find(work, widgetId);
  return widget ? openIdentityKey(work, widget) : null;
}

/** Voids everything signed with the old key. */
export async function renewIdentityKey(work: Write, widgetId: number) {
  const widget = await store.find(work, widgetId);
  if (!widget) throw problem('not_found');
  const identity_key = randomBytes(32).toString('base64url');
  await store.update(work, widgetId, { identity_key: work.vault.seal(identity_key, sealContextOf(widget)) });
  return { identity_key };
}
