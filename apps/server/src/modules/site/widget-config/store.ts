import { and, asc, desc, eq, ne, type SQL } from 'drizzle-orm';
import type { Read } from '../../../kernel/data/context.ts';
import { agents } from '../../account/agents/tables.ts';
import { accounts, users } from '../../account/users/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** A page shows the names of those who answer, not of a whole company. */
const MAX_PEOPLE = 200;

const first = ({ db }: Read, which?: SQL) =>
  db
    .select({
      id: widgets.id,
      button_guid: widgets.button_guid,
      revision: widgets.config_revision,
      api_enabled: widgets.api_enabled,
      domains: widgets.domains,
      timezone: accounts.timezone,
    })
    .from(widgets)
    .innerJoin(accounts, eq(accounts.id, widgets.account_id))
    .where(which)
    .orderBy(asc(widgets.id))
    .limit(1);

export async function find(work: Read, id: number) {
  return (await first(work, eq(widgets.id, id)))[0];
}

/** By its `button_guid`, or the first one. */
export async function findAny(work: Read, guid?: string) {
  return (await first(work, guid === undefined ? undefined : eq(widgets.button_guid, guid)))[0];
}

/** Agents shown in the header come first. */
export function listPeople({ db }: Read, widgetId: number) {
  return db
    .select({
      id: agents.id,
      name: users.name,
      in_header: agents.show_in_header,
      avatar_file_id: agents.avatar_file_id,
    })
    .from(agents)
    .innerJoin(users, eq(users.id, agents.user_id))
    .where(and(eq(agents.widget_id, widgetId), eq(agents.type, 'human'), ne(agents.status, 'banned')))
    .orderBy(desc(agents.show_in_header), asc(agents.id))
    .limit(MAX_PEOPLE);
}
