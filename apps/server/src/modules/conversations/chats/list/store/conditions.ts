import { type Fragment, fragment } from '../../../../../infra/postgres/sql.ts';
import { internalChatsOf } from '../../internal/store.ts';
import type { Filter } from '../filters.ts';
import { conditionOf } from './views.ts';

/** Conditions for any sort order; the caller adds `to` and the search. `widget` is a parameter of the statement. */
export function conditionsOf(filter: Filter, { widget, time }: { widget: unknown; time: Fragment }) {
  const conditions: Fragment[] = [];
  const compare = (value: unknown, condition: Fragment) => {
    if (value !== undefined) conditions.push(condition);
  };
  const test = (flag: number | undefined, whenOne: Fragment, whenZero: Fragment) => {
    if (flag !== undefined) conditions.push(flag ? whenOne : whenZero);
  };
  if (filter.view) conditions.push(conditionOf(filter.view, filter.agent_id));
  compare(filter.status, fragment`h.state = ${filter.status}`);
  compare(filter.channel, fragment`c.channel = ${filter.channel}`);
  compare(filter.agent_id, fragment`c.agent_id = ${filter.agent_id}`);
  compare(filter.handling, fragment`c.handling = ${filter.handling}`);
  compare(filter.contactNumber, fragment`c.contact_id = ${filter.contactNumber}`);
  compare(filter.department_id, fragment`c.department_id = ${filter.department_id}`);
  compare(filter.from, fragment`${time} >= ${filter.from}`);
  compare(
    filter.tag,
    fragment`c.contact_id IN (SELECT contact_id FROM contact_tags WHERE widget_id = ${widget} AND name = ${filter.tag})`,
  );
  test(filter.has_client_messages, fragment`c.has_client_messages`, fragment`NOT c.has_client_messages`);
  test(filter.unassigned, fragment`c.agent_id IS NULL`, fragment`c.agent_id IS NOT NULL`);
  test(filter.awaiting_reply, fragment`h.waiting_since IS NOT NULL`, fragment`h.waiting_since IS NULL`);
  test(filter.done, fragment`h.done_at IS NOT NULL`, fragment`h.done_at IS NULL`);
  test(filter.snoozed, fragment`h.snoozed_at IS NOT NULL`, fragment`h.snoozed_at IS NULL`);
  test(filter.unread, fragment`h.unread > 0`, fragment`h.unread = 0`);
  test(filter.internal, fragment`c.is_internal`, fragment`NOT c.is_internal`);
  if (filter.operator !== undefined && !filter.view) {
    const own = internalChatsOf({ widget, agent: filter.operator });
    conditions.push(fragment`(NOT c.is_internal OR c.id IN (${own}))`);
  }
  return conditions;
}
