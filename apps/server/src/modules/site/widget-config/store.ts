import { asc, eq, type SQL } from 'drizzle-orm';
import { boolean, nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { agents, NAMED_AGENTS } from '../../account/agents/tables.ts';
import { accounts } from '../../account/users/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { aiAssistants } from '../../ai/assistants/tables.ts';
import { aiOperators } from '../../ai/operators/tables.ts';

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

const personColumns = {
  ...pick(agents, 'id', 'type', 'avatar_file_id'),
  name: nullable(text()),
  name_i18n: nullable(aiOperators.name_i18n),
  in_header: boolean(),
};

/** Agents shown in the header come first. AI operators are listed while the AI is on. */
export function listPeople({ sql }: Read, widgetId: number) {
  return sql(personColumns)`
    SELECT a.id, a.type, a.avatar_file_id, coalesce(u.name, ai.name) AS name, ai.name_i18n, shown.in_header
    FROM ${NAMED_AGENTS} LEFT JOIN external_operators e ON e.widget_id = a.widget_id AND e.agent_id = a.id
    CROSS JOIN LATERAL (
      SELECT a.show_in_header AND (a.type = 'human' OR a.status = 'active' AND coalesce(e.state, 'active') = 'active')
        AS in_header
    ) AS shown
    WHERE a.widget_id = ${widgetId} AND a.status <> 'banned' AND CASE a.type WHEN 'human' THEN u.id IS NOT NULL
      ELSE ai.agent_id IS NOT NULL AND EXISTS (
        SELECT FROM ai_settings s WHERE s.widget_id = a.widget_id AND s.enabled AND NOT s.shadow_mode
      ) END
    ORDER BY shown.in_header DESC, a.id LIMIT ${MAX_PEOPLE}`;
}

const assistantColumns = pick(aiAssistants, 'greeting', 'greeting_i18n', 'quick_phrases', 'quick_phrases_i18n');

export type Assistant = RowOf<typeof assistantColumns>;

export async function findAssistant({ sql, widgetId }: InWidget<Read>, id: number): Promise<Assistant | undefined> {
  const [found] = await sql(assistantColumns)`
    SELECT a.greeting, a.greeting_i18n, a.quick_phrases, a.quick_phrases_i18n
    FROM ai_assistants a WHERE a.widget_id = ${widgetId} AND a.id = ${id}`;
  return found;
}
