import { type Fragment, fragment, type Parameter } from '../../../../../infra/postgres/sql.ts';
import { internalChatsOf } from '../../internal/store.ts';
import type { Filter } from './filters.ts';
import { conditionOf } from './views.ts';

/** Conditions of the filters that are 1 or 0. */
const FLAGS = {
  has_client_messages: [fragment`NOT c.has_client_messages`, fragment`c.has_client_messages`],
  unassigned: [fragment`c.agent_id IS NOT NULL`, fragment`c.agent_id IS NULL`],
  awaiting_reply: [fragment`h.waiting_since IS NULL`, fragment`h.waiting_since IS NOT NULL`],
  done: [fragment`h.done_at IS NULL`, fragment`h.done_at IS NOT NULL`],
  snoozed: [fragment`h.snoozed_at IS NULL`, fragment`h.snoozed_at IS NOT NULL`],
  unread: [fragment`h.unread = 0`, fragment`h.unread > 0`],
  internal: [fragment`NOT c.is_internal`, fragment`c.is_internal`],
} as const;
const FLAG_NAMES = Object.keys(FLAGS) as (keyof typeof FLAGS)[];

/** Conditions for any sort order; the caller adds `to` and the search. */
export function conditionsOf(filter: Filter, { widget, time }: { widget: Parameter; time: Fragment }) {
  const conditions: Fragment[] = [];
  const add = <Value>(value: Value | undefined, condition: (value: Value) => Fragment) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  add(filter.view, (view) => conditionOf(view, filter.agent_id));
  add(filter.status, (status) => fragment`h.state = ${status}`);
  add(filter.channel, (channel) => fragment`c.channel = ${channel}`);
  add(filter.agent_id, (agent) => fragment`c.agent_id = ${agent}`);
  add(filter.handling, (handling) => fragment`c.handling = ${handling}`);
  add(filter.contactNumber, (contact) => fragment`c.contact_id = ${contact}`);
  add(filter.department_id, (department) => fragment`c.department_id = ${department}`);
  add(filter.from, (from) => fragment`${time} >= ${from}`);
  add(
    filter.tag,
    (tag) =>
      fragment`c.contact_id IN (SELECT contact_id FROM contact_tags WHERE widget_id = ${widget} AND name = ${tag})`,
  );
  for (const name of FLAG_NAMES) add(filter[name], (flag) => FLAGS[name][flag ? 1 : 0]);
  if (filter.operator !== undefined && !filter.view) {
    const own = internalChatsOf({ widget, agent: filter.operator });
    conditions.push(fragment`(NOT c.is_internal OR c.id IN (${own}))`);
  }
  return conditions;
}
