/** The parts of a browser page, in runtimes that have them. */
interface Page {
  document?: { visibilityState: string } & EventSource;
  addEventListener?: EventSource['addEventListener'];
  removeEventListener?: EventSource['removeEventListener'];
}

interface EventSource {
  addEventListener(name: string, listener: (event: { persisted?: boolean }) => void): void;
  removeEventListener(name: string, listener: (event: { persisted?: boolean }) => void): void;
}

const TICK_MS = 5_000;
/** Timers stop while a machine sleeps. */
const SLEEP_THRESHOLD_MS = TICK_MS + 15_000;

/** Runs the listener when the connection may have died unnoticed; returns a function that stops it. */
export function onWakeUp(listener: () => void): () => void {
  // Not typed for Node, where these globals may be missing.
  const page = globalThis as unknown as Page;
  const onVisible = () => page.document?.visibilityState === 'visible' && listener();
  // Without `persisted` the page is new, and so is its connection.
  const onRestored = ({ persisted }: { persisted?: boolean }) => persisted && listener();
  page.document?.addEventListener('visibilitychange', onVisible);
  page.addEventListener?.('online', listener);
  page.addEventListener?.('pageshow', onRestored);

  let last = Date.now();
  const timer = setInterval(() => {
    const hasSlept = Date.now() - last > SLEEP_THRESHOLD_MS;
    last = Date.now();
    if (hasSlept) listener();
  }, TICK_MS);

  return () => {
    clearInterval(timer);
    page.document?.removeEventListener('visibilitychange', onVisible);
    page.removeEventListener?.('online', listener);
    page.removeEventListener?.('pageshow', onRestored);
  };
}
