import { type AgentEventType, agentEventTypes, type api } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import { eventTexts } from './event-texts.ts';
import * as store from './store.ts';

/** Codes are stored: they never change or get reused. */
export const codeOf = (type: AgentEventType) => agentEventTypes.indexOf(type) + 1;

export function record(ctx: InWidget, agentId: number, type: AgentEventType) {
  store.insertEvent(ctx, agentId, codeOf(type));
}

type EventQuery = Query<typeof api.agents.listEvents, 'type' | 'cursor' | 'limit'>;

/** Newest first. */
export async function listEvents(ctx: Context<Read>, agentId: number, { type, ...query }: EventQuery) {
  if (!(await store.find(ctx, ctx.widgetId, agentId))) throw problem('not_found');
  const code = type === undefined ? null : codeOf(type);
  return paged(ctx, query, {
    position: ({ id }: store.EventRow) => [id],
    read: ([before = null], limit) => store.listEvents(ctx, { agentId, code, before, limit }),
    item: toEvent,
  });
}

/** A newer version may have stored a type that this one does not know. */
function toEvent({ id, type_code, created_at }: store.EventRow) {
  const type: AgentEventType | 'unknown' = agentEventTypes[type_code - 1] ?? 'unknown';
  return { id, type, type_code, message: eventTexts[type], created_at };
}
