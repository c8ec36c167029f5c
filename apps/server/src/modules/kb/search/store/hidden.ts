import { fragment } from '../../../../infra/postgres/sql.ts';

/** Rules that another operator alone uses. */
export const hiddenFrom = (widgetId: number, operatorId: number | null) => fragment`
  SELECT id FROM kb_rules
  WHERE widget_id = ${widgetId} AND operator_id IS NOT NULL AND operator_id IS DISTINCT FROM ${operatorId}::bigint`;
