import { nullable, pick, text } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { users } from '../../../account/users/tables.ts';
import { messengerConnections } from '../tables.ts';

const alertColumns = {
  ...pick(users, 'email', 'locale'),
  ...pick(messengerConnections, 'provider', 'detail'),
  domain: nullable(text()),
};

/** Undefined when the credential works again. */
export async function findAlert({ sql, widgetId }: InWidget<Read>, id: number, userId: number) {
  const [found] = await sql(alertColumns)`
    SELECT u.email, coalesce(u.locale, o.locale) AS locale, c.provider, c.detail, w.domains[1] AS domain
    FROM messenger_connections c JOIN widgets w ON w.id = c.widget_id JOIN accounts o ON o.id = w.account_id
    JOIN users u ON u.id = ${userId}
    WHERE c.widget_id = ${widgetId} AND c.id = ${id} AND c.rejected_at IS NOT NULL`;
  return found;
}
