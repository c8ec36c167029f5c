import type { AuditSubject } from '@parley/contract';
import { auditLog } from '../../locales/en/audit-log.ts';
import type { AuditFilters, Period } from './audit-search.ts';

/** The contract has the list too, but as a value it would bring all routes with it. */
export const subjects = Object.keys(auditLog.groups) as AuditSubject[];

const DAYS: Record<Period, number> = { day: 1, week: 7, month: 30, quarter: 90 };

/** The filters as the API takes them. */
export function toQuery({ actor, subject, period }: AuditFilters) {
  const [type, id] = actor?.split('-') ?? [];
  const subjectType = subjects.find((each) => each === subject);
  return {
    ...(type && { actor_type: type as 'agent' | 'token' | 'system' }),
    ...(id && { actor_id: Number(id) }),
    ...(subjectType && { subject_type: subjectType }),
    ...(period && { from: new Date(Date.now() - DAYS[period] * 86_400_000).toISOString() }),
  };
}
