import { fragment, join, raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { byAgent, byChannel, countsIn } from './counts.ts';

/** The opposites of all facts, so that the chats add up to nothing. */
export async function revokeFacts({ sql, widgetId }: InWidget, chatIds: number[]) {
  await sql`
    INSERT INTO chat_facts (widget_id, chat_id, sign, opened_at, channel, is_internal, agent_id, accepted_type, accepted_by,
      handled_type, handled_by, has_client_messages, response_ms, first_response_ms)
    SELECT widget_id, chat_id, -sign, opened_at, channel, is_internal, agent_id, accepted_type, accepted_by,
      handled_type, handled_by, has_client_messages, response_ms, first_response_ms
    FROM chat_facts WHERE widget_id = ${widgetId} AND chat_id = ANY (${chatIds}::bigint[])`;
}

export async function removeFacts({ sql, widgetId }: InWidget, chatIds: number[]) {
  await sql`DELETE FROM chat_facts WHERE widget_id = ${widgetId} AND chat_id = ANY (${chatIds}::bigint[])`;
}

const isEmpty = (names: string[]) =>
  join(
    [...names, 'messages'].map((name) => fragment`${raw(name)} = 0`),
    ' AND ',
  );

/** Hours in which nothing is left, and those of the agents. */
export async function removeHours({ sql, widgetId }: InWidget, agentIds: number[]) {
  await sql`DELETE FROM channel_hours WHERE widget_id = ${widgetId} AND ${isEmpty(countsIn(byChannel))}`;
  await sql`
    DELETE FROM agent_hours
    WHERE widget_id = ${widgetId} AND (agent_id = ANY (${agentIds}::bigint[]) OR ${isEmpty(countsIn(byAgent))})`;
}
