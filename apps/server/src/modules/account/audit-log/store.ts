import type { AuditAction, AuditSubject } from '@parley/contract';
import { nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { fragment, join, raw } from '../../../infra/postgres/sql.ts';
import type { Context, Read, Write } from '../../../kernel/data/context.ts';
import { auditLog } from '../../../kernel/data/tables.ts';

const columns = {
  ...pick(
    auditLog,
    'id',
    'at',
    'actor_type',
    'actor_id',
    'action',
    'subject_id',
    'subject_name',
    'before',
    'after',
    'ip',
  ),
  actor_name: nullable(text()),
};

export type EntryRow = RowOf<typeof columns>;

interface Filter {
  actorType?: EntryRow['actor_type'];
  actorId?: number;
  action?: AuditAction;
  subjectType?: AuditSubject;
  from?: string;
  to?: string;
  before: number | undefined;
  limit: number;
}

/** Newest first, with the current names of the actors. */
export function list({ sql, widgetId }: Context<Read>, filter: Filter) {
  const { actorType, actorId, action, subjectType, from, to, before, limit } = filter;
  const conditions = [fragment`l.widget_id = ${widgetId}`];
  if (before !== undefined) conditions.push(fragment`l.id < ${before}`);
  if (actorType !== undefined) conditions.push(fragment`l.actor_type = ${actorType}`);
  if (actorId !== undefined) conditions.push(fragment`l.actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(fragment`l.action = ${action}`);
  if (subjectType !== undefined) conditions.push(fragment`split_part(l.action, '.', 1) = ${subjectType}`);
  if (from !== undefined) conditions.push(fragment`l.at >= ${from}`);
  if (to !== undefined) conditions.push(fragment`l.at < ${to}`);
  return sql(columns)`
    SELECT l.id, l.at, l.actor_type, l.actor_id, l.action, l.subject_id, l.subject_name, l.before, l.after, l.ip,
      CASE l.actor_type
        WHEN 'agent' THEN (
          SELECT nullif(concat_ws(' ', u.name, u.surname), '') FROM agents a JOIN users u ON u.id = a.user_id
          WHERE a.widget_id = l.widget_id AND a.id = l.actor_id)
        WHEN 'token' THEN (SELECT t.name FROM tokens t WHERE t.widget_id = l.widget_id AND t.id = l.actor_id)
      END AS actor_name
    FROM audit_log l WHERE ${join(conditions, ' AND ')} ORDER BY l.id DESC LIMIT ${raw(limit)}`;
}

export async function hasActor({ sql, widgetId }: Context<Read>, type: 'agent' | 'token', id: number) {
  const table = raw(type === 'agent' ? 'agents' : 'tokens');
  const found = await sql({})`SELECT FROM ${table} WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found.length > 0;
}

export async function removeOlder({ sql }: Write, than: Temporal.Instant) {
  await sql`DELETE FROM audit_log WHERE at < ${than.toString()}`;
}
