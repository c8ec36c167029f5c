import { type AgentOptions, connectAgent, connectVisitor, type LiveOptions } from '@parley/live';
import { onTestFinished } from 'vitest';
import type { Owner } from './owners.ts';

// Our own clients, as the widget and the console use them. They end with the test.

/** Resumes only when told to. */
export const NO_STATEMENT = { statementMs: 600_000 };
export const SOON = { statementMs: 300 };

const own = (options: LiveOptions): LiveOptions => ({ transports: ['websocket'], ...options });

export function visitorClient(
  url: string,
  { buttonGuid }: Pick<Owner, 'buttonGuid'>,
  { token }: { token: string },
  options: LiveOptions = {},
) {
  const client = connectVisitor({ url, buttonGuid, token, options: own(options) });
  onTestFinished(() => client.close());
  return client;
}

/** With the headers of a session. */
export function agentClient(
  url: string,
  extraHeaders: Record<string, string>,
  { onWatch, ...options }: LiveOptions & Pick<AgentOptions, 'onWatch'> = {},
) {
  const client = connectAgent({ url, options: own({ extraHeaders, ...options }), onWatch });
  onTestFinished(() => client.close());
  return client;
}
