import type { AgentPending, AgentState, Readable } from '@parley/live';

/** Unsent messages in `sessionStorage`: they survive a reload, and other tabs do not send them. */
export function readOutbox(name: string): AgentPending[] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]');
  } catch {
    return [];
  }
}

/** Persists the outbox, and warns before the page is left with unsent messages. Returns a function that stops it. */
export function persistOutbox(name: string, client: Readable<AgentState>) {
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
    // Storage is forbidden. The page warns before it is left.
  }
}
