import type { Transaction } from '../../../infra/postgres/database.ts';
import type { NewAuditEntry } from '../audit.ts';

export function insert({ run }: Pick<Transaction, 'run'>, entry: NewAuditEntry, now: Temporal.Instant) {
  const { widgetId, actor, action, subjectId, subjectName, before, after, ip } = entry;
  run`
    INSERT INTO audit_log
      (widget_id, at, actor_type, actor_id, action, subject_id, subject_name, before, after, ip)
    VALUES (${widgetId}, ${now.toString()}, ${actor.type}, ${actor.id}, ${action}, ${subjectId}, ${subjectName},
      ${before && JSON.stringify(before)}, ${after && JSON.stringify(after)}, ${ip})`;
}
