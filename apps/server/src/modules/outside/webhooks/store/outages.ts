import { integer, nullable, pick, text } from '../../../../infra/postgres/row-schema.ts';
import { param } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read, Write } from '../../../../kernel/data/context.ts';
import { users } from '../../../account/users/tables.ts';
import { webhookSubscriptions as subscriptions } from '../tables.ts';

/** An outage ends with a success after it was reported; one before would have prevented the report. */
export async function endOutages({ sql }: Write) {
  await sql`
    UPDATE webhook_subscriptions s SET outage_mailed_at = NULL
    WHERE s.outage_mailed_at IS NOT NULL AND EXISTS (
      SELECT FROM delivery_hours h
      WHERE h.widget_id = s.widget_id AND h.destination_id = s.id AND h.kind IN ('native', 'legacy')
        AND h.hour >= date_trunc('hour', s.outage_mailed_at, 'UTC') AND h.delivered > 0)`;
}

/**
 * Marks subscriptions to which nothing was delivered since a failure long ago, and returns them. What failed before the last
 * change of a subscription says nothing about it.
 */
export function claimOutages({ sql, now }: Write, days: number, limit: number) {
  const at = param(now.toString());
  return sql(pick(subscriptions, 'widget_id', 'id'))`
    UPDATE webhook_subscriptions u SET outage_mailed_at = ${at} FROM (
      SELECT s.widget_id, s.id FROM webhook_subscriptions s
      CROSS JOIN LATERAL (
        SELECT min(h.hour) FILTER (WHERE h.failed > 0) AS failing_since
        FROM delivery_hours h
        WHERE h.widget_id = s.widget_id AND h.destination_id = s.id AND h.kind IN ('native', 'legacy')
          AND h.hour >= date_trunc('hour', s.updated_at, 'UTC') AND h.hour > coalesce((
            SELECT max(d.hour) FROM delivery_hours d
            WHERE d.widget_id = s.widget_id AND d.destination_id = s.id AND d.kind IN ('native', 'legacy')
              AND d.delivered > 0
          ), '-infinity')
      ) AS outage
      WHERE s.is_active AND s.outage_mailed_at IS NULL
        AND outage.failing_since <= ${at}::timestamptz - make_interval(days => ${days})
      LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED
    ) AS found
    WHERE u.widget_id = found.widget_id AND u.id = found.id
    RETURNING u.widget_id, u.id`;
}

/** Secrets that no longer sign need not be kept. */
export async function removePreviousSecrets({ sql, now }: Write) {
  await sql`
    UPDATE webhook_subscriptions SET previous_secret = NULL
    WHERE previous_secret IS NOT NULL AND previous_secret_until <= ${now.toString()}`;
}

const outageColumns = {
  ...pick(users, 'email', 'locale'),
  ...pick(subscriptions, 'url'),
  domain: nullable(text()),
  status: nullable(integer()),
  error: nullable(text()),
};

/** What an e-mail to a user says, with the last failure. Undefined when the outage is over or the webhook is switched off. */
export async function findOutage({ sql, widgetId }: InWidget<Read>, id: number, userId: number) {
  const [found] = await sql(outageColumns)`
    SELECT u.email, coalesce(u.locale, o.locale) AS locale, s.url, w.domains[1] AS domain, last.status, last.error
    FROM webhook_subscriptions s JOIN widgets w ON w.id = s.widget_id JOIN accounts o ON o.id = w.account_id
    JOIN users u ON u.id = ${userId}
    LEFT JOIN LATERAL (
      SELECT (d.log -> -1 ->> 'status')::int AS status, d.log -> -1 ->> 'error' AS error FROM deliveries d
      WHERE d.widget_id = s.widget_id AND d.destination_id = s.id AND d.kind IN ('native', 'legacy')
        AND d.status = 'failed' ORDER BY d.id DESC LIMIT 1
    ) AS last ON true
    WHERE s.widget_id = ${widgetId} AND s.id = ${id} AND s.is_active AND s.outage_mailed_at IS NOT NULL`;
  return found;
}
