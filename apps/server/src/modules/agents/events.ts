import { type AgentEventType, agentEventTypes } from '@parley/contract';
import { toIsoString } from '../../infra/clock.ts';
import type { InWidget } from '../../kernel/context.ts';

/** The code of an event, which is never given to another. */
const codeOf = (type: AgentEventType) => agentEventTypes.indexOf(type) + 1;

/** Notes what an agent did, or what happened to them. */
export function record({ run, widgetId, now }: InWidget, agentId: number, type: AgentEventType) {
  run({
    name: 'agents.record',
    text: 'INSERT INTO agent_events (widget_id, agent_id, type_code, created_at) VALUES ($1, $2, $3, $4)',
    values: [widgetId, agentId, codeOf(type), toIsoString(now)],
  });
}
