import type { AgentPending, AgentState, Readable } from '@parley/live';

/** What was written and not sent when the page was left: a reload must not lose it, another tab must not send it. */
export function readOutbox(name: string): AgentPending[] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]');
  } catch {
    return [];
  }
}

/** Keeps it until the returned function is called, and asks before the page is left with something unsent. */
export function keepOutbox(name: string, client: Readable<AgentState>) {
  let { pending } = client.state;
  const stop = client.subscribe(() => {
    if (client.state.pending === pending) return;
    pending = client.state.pending;
    write(name, pending);
  });
  const ask = (event: BeforeUnloadEvent) => {
    if (pending.length) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => {
    stop();
    removeEventListener('beforeunload', ask);
  };
}

function write(name: string, pending: readonly AgentPending[]) {
  try {
    if (pending.length) sessionStorage.setItem(name, JSON.stringify(pending));
    else sessionStorage.removeItem(name);
  } catch {
    // A browser that forbids storage loses them with the page, which asked before.
  }
}
