export const periods = ['day', 'week', 'month', 'quarter'] as const;
export type Period = (typeof periods)[number];

export interface AuditFilters {
  /** `agent-12`, `token-5` or `system`. */
  actor?: string;
  /** A type of subject. */
  subject?: string;
  period?: Period;
}

/** Filters are in the address, so that a list can be bookmarked and shared. */
export function readAuditSearch({ actor, subject, period }: Record<string, unknown>): AuditFilters {
  const span = periods.find((each) => each === period);
  return {
    ...(typeof actor === 'string' && /^(system|(agent|token)-\d{1,15})$/.test(actor) && { actor }),
    ...(typeof subject === 'string' && /^[a-z_]{1,40}$/.test(subject) && { subject }),
    ...(span && { period: span }),
  };
}
