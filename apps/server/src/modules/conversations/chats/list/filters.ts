import type { api } from '@parley/contract';
import type { Query } from '../../../../kernel/http/inputs.ts';
import { internalChatsOf } from '../internal/internal-store.ts';
import { conditionOf } from './views.ts';

type PageName = 'sort' | 'cursor' | 'limit';
/** Filters that `conditionsOf` uses as they are. */
type PlainFilter =
  | 'view'
  | 'status'
  | 'channel'
  | 'has_client_messages'
  | 'agent_id'
  | 'unassigned'
  | 'handling'
  | 'department_id'
  | 'awaiting_reply'
  | 'done'
  | 'snoozed'
  | 'unread'
  | 'internal'
  | 'tag';
/** Filters that are parsed first, or apply to one sort order only. */
type OtherFilter = 'q' | 'from' | 'to' | 'updated_since' | 'contact_id';

export type ChatQuery = Query<typeof api.chats.list, PageName | PlainFilter | OtherFilter>;

export interface Filter extends Pick<ChatQuery, PlainFilter | 'q' | 'from' | 'to' | 'limit'> {
  updated_since?: Temporal.Instant;
  contactNumber?: number;
  /** The calling operator, who sees internal chats of their own departments only. */
  operator?: number;
}

/** Adds values and returns their placeholders. */
export function place(values: unknown[], ...added: unknown[]) {
  return added.map((value) => `$${values.push(value)}`);
}

/** Conditions for any sort order; the caller adds `to` and the search. The widget is `$1`. */
export function conditionsOf(filter: Filter, values: unknown[], time: string) {
  const conditions: string[] = [];
  const compare = (column: string, value: unknown, end = '') => {
    if (value !== undefined) conditions.push(`${column} ${place(values, value)}${end}`);
  };
  const test = (flag: number | undefined, whenOne: string, whenZero: string) => {
    if (flag !== undefined) conditions.push(flag ? whenOne : whenZero);
  };
  if (filter.view) conditions.push(conditionOf(filter.view, () => `${place(values, filter.agent_id)}`));
  compare('h.state =', filter.status);
  compare('c.channel =', filter.channel);
  compare('c.agent_id =', filter.agent_id);
  compare('c.handling =', filter.handling);
  compare('c.contact_id =', filter.contactNumber);
  compare('c.department_id =', filter.department_id);
  compare(`${time} >=`, filter.from);
  compare('c.contact_id IN (SELECT contact_id FROM contact_tags WHERE widget_id = $1 AND name =', filter.tag, ')');
  test(filter.has_client_messages, 'c.has_client_messages', 'NOT c.has_client_messages');
  test(filter.unassigned, 'c.agent_id IS NULL', 'c.agent_id IS NOT NULL');
  test(filter.awaiting_reply, 'h.waiting_since IS NOT NULL', 'h.waiting_since IS NULL');
  test(filter.done, 'h.done_at IS NOT NULL', 'h.done_at IS NULL');
  test(filter.snoozed, 'h.snoozed_at IS NOT NULL', 'h.snoozed_at IS NULL');
  test(filter.unread, 'h.unread > 0', 'h.unread = 0');
  test(filter.internal, 'c.is_internal', 'NOT c.is_internal');
  if (filter.operator !== undefined && !filter.view) {
    conditions.push(`(NOT c.is_internal OR c.id IN (${internalChatsOf(`${place(values, filter.operator)}`)}))`);
  }
  return conditions;
}
