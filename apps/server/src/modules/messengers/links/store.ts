import { pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { InWidget } from '../../../kernel/data/context.ts';
import type { Vendor } from '../drivers/index.ts';
import { messengerLinks } from './tables.ts';

interface NewLink {
  hash: Buffer;
  provider: Vendor;
  contactNumber: number;
  expiresAt: string;
}

/** Forgets what has expired. */
export async function insert({ sql, widgetId, now }: InWidget, { hash, provider, contactNumber, expiresAt }: NewLink) {
  await sql`DELETE FROM messenger_links WHERE expires_at < ${now.toString()}`;
  const added = await sql(pick(messengerLinks, 'expires_at'))`
    INSERT INTO messenger_links (hash, widget_id, provider, contact_id, expires_at)
    VALUES (${hash}, ${widgetId}, ${provider}, ${contactNumber}, ${expiresAt}) RETURNING expires_at`;
  return onlyRow(added);
}

/** Removes it, so that it serves once. */
export async function take({ sql, widgetId }: InWidget, hash: Buffer, provider: Vendor) {
  const [taken] = await sql(pick(messengerLinks, 'contact_id', 'expires_at'))`
    DELETE FROM messenger_links WHERE hash = ${hash} AND widget_id = ${widgetId} AND provider = ${provider}
    RETURNING contact_id, expires_at`;
  return taken;
}
