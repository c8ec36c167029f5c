import type { DeclaredJob } from '../../../../kernel/data/context.ts';

/** An entry of a chat's log that is about an agent: they were mentioned, or the chat was assigned to them. */
export interface AgentNotice {
  widget_id: number;
  chat_id: number;
  entry_id: number;
  agent_id: number;
}

/** For agents whose console is not open. */
export const notifyAgent: DeclaredJob<AgentNotice> = { name: 'notifications.notify_agent', attempts: 3 };
