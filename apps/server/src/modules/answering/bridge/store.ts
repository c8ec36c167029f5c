import { integer, pick } from '../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { raw } from '../../../infra/postgres/sql.ts';
import type { InWidget } from '../../../kernel/data/context.ts';
import { bridgeRequests } from './tables.ts';

export interface BridgeRequest {
  kind: 'update' | 'review';
  requestId: string;
  chatId: number;
  content: Buffer;
  agentId?: number | null;
}

/** Undefined if it is new; else the one before. A concurrent twin is waited for. */
export async function remember({ sql, widgetId, now }: InWidget, request: BridgeRequest) {
  const { kind, requestId, chatId, content, agentId = null } = request;
  const added = await sql(pick(bridgeRequests, 'request_id'))`
    INSERT INTO bridge_requests (widget_id, kind, request_id, chat_id, content, agent_id, created_at)
    VALUES (${widgetId}, ${kind}, ${requestId}, ${chatId}, ${content}, ${agentId}, ${now.toString()})
    ON CONFLICT DO NOTHING RETURNING request_id`;
  if (added.length) return undefined;
  const [known] = await sql(pick(bridgeRequests, 'content', 'agent_id'))`
    SELECT content, agent_id FROM bridge_requests
    WHERE widget_id = ${widgetId} AND kind = ${kind} AND request_id = ${requestId}`;
  return known;
}

const KEPT = raw('90 days');

/** Removes up to `limit` old requests; returns how many. */
export async function removeOld(sql: RunSql, now: Temporal.Instant, limit: number) {
  const [removed] = await sql({ count: integer() })`
    WITH gone AS (
      DELETE FROM bridge_requests WHERE ctid IN (
        SELECT ctid FROM bridge_requests WHERE created_at < ${now.toString()}::timestamptz - interval '${KEPT}'
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING request_id
    ) SELECT count(*)::int AS count FROM gone`;
  return removed?.count ?? 0;
}
