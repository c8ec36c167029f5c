import { OutboundError } from './outbound-error.ts';

/** Calls under way, each with its time limit. */
export function createRunningCalls() {
  const running = new Set<AbortController>();

  return {
    /** The signal aborts when the time is up, the server stops or the caller cancels; `end` releases the timer. */
    start(url: URL, timeoutMs: number, cancelled?: AbortSignal) {
      const call = new AbortController();
      const timeoutError = () => new OutboundError('timeout', `${url.host} took longer than ${timeoutMs} ms`);
      const timer = setTimeout(() => call.abort(timeoutError()), timeoutMs);
      running.add(call);
      const cancel = () => call.abort(new OutboundError('unreachable', 'The call was cancelled'));
      if (cancelled?.aborted) cancel();
      cancelled?.addEventListener('abort', cancel, { once: true });
      const end = () => {
        clearTimeout(timer);
        cancelled?.removeEventListener('abort', cancel);
        running.delete(call);
      };
      return { signal: call.signal, end };
    },
    abortAll() {
      for (const call of running) call.abort(new OutboundError('unreachable', 'The server is stopping'));
    },
  };
}
