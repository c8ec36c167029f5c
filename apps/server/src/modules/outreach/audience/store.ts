import type { Audience } from '@parley/contract';
import { integer } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { type Fragment, fragment } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { readMoment } from '../../../kernel/data/moments.ts';

/** Conditions on contacts `k` of a widget. */
export function audienceOf(widget: Fragment, audience: Audience = {}): Fragment[] {
  const { tags_any, tags_all, tags_none, contact_ids, created_from, created_to, active_from, active_to, attributes } =
    audience;
  const moment = (value: string) => fragment`${(readMoment(value) ?? Temporal.Now.instant()).toString()}::timestamptz`;
  const tagged = (names: string[]) => fragment`
    SELECT contact_id FROM contact_tags WHERE widget_id = ${widget} AND name = ANY (${names}::text[])`;
  const all = [...new Set(tags_all)];
  return [
    ...(tags_any ? [fragment`k.id IN (${tagged(tags_any)})`] : []),
    ...(tags_all ? [fragment`k.id IN (${tagged(all)} GROUP BY contact_id HAVING count(*) = ${all.length})`] : []),
    ...(tags_none ? [fragment`k.id NOT IN (${tagged(tags_none)})`] : []),
    ...(contact_ids ? [fragment`k.guid = ANY (${contact_ids}::text[])`] : []),
    ...(created_from ? [fragment`k.created_at >= ${moment(created_from)}`] : []),
    ...(created_to ? [fragment`k.created_at < ${moment(created_to)}`] : []),
    ...(active_from ? [fragment`${LAST_ACTIVE(widget)} >= ${moment(active_from)}`] : []),
    ...(active_to ? [fragment`${LAST_ACTIVE(widget)} < ${moment(active_to)}`] : []),
    ...(attributes ? [fragment`k.attributes @> ${JSON.stringify(attributes)}::jsonb`] : []),
  ];
}

/** When the contact's newest chat had its last message that is no broadcast. */
const LAST_ACTIVE = (widget: Fragment) => fragment`(
  SELECT max(coalesce(a.silent_since, a.last_message_at)) FROM chats b
  JOIN chat_heads a ON a.widget_id = b.widget_id AND a.chat_id = b.id
  WHERE b.widget_id = ${widget} AND b.contact_id = k.id)`;

/** Whether another send went out to contact `k` since. */
export const isContactedSince = (widget: Fragment, since: Temporal.Instant) => fragment`EXISTS (
  SELECT FROM send_recipients g WHERE g.widget_id = ${widget} AND g.contact_id = k.id AND g.sent_at > ${since.toString()})`;

/** How many of the contacts there are. */
export async function countContacts({ sql, widgetId }: InWidget<Read>, guids: string[]) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM contacts WHERE widget_id = ${widgetId} AND guid = ANY (${guids}::text[])`;
  return onlyRow(rows).count;
}
