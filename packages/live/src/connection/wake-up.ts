/** What there is of a page, in runtimes that have one. */
interface Page {
  document?: { visibilityState: string } & Listened;
  addEventListener?: Listened['addEventListener'];
  removeEventListener?: Listened['removeEventListener'];
}

interface Listened {
  addEventListener(name: string, listener: (event: { persisted?: boolean }) => void): void;
  removeEventListener(name: string, listener: (event: { persisted?: boolean }) => void): void;
}

const TICK_MS = 5_000;
/** A machine that sleeps has no timers. */
const ASLEEP_MS = TICK_MS + 15_000;

/** Calls back when the connection may be dead without anybody having been told; gives a function that ends it. */
export function onWake(wake: () => void): () => void {
  const page = globalThis as unknown as Page;
  const whenVisible = () => page.document?.visibilityState === 'visible' && wake();
  // Without `persisted` the page is shown for the first time, and everything is as new.
  const whenRestored = ({ persisted }: { persisted?: boolean }) => persisted && wake();
  page.document?.addEventListener('visibilitychange', whenVisible);
  page.addEventListener?.('online', wake);
  page.addEventListener?.('pageshow', whenRestored);

  let last = Date.now();
  const timer = setInterval(() => {
    const isLate = Date.now() - last > ASLEEP_MS;
    last = Date.now();
    if (isLate) wake();
  }, TICK_MS);

  return () => {
    clearInterval(timer);
    page.document?.removeEventListener('visibilitychange', whenVisible);
    page.removeEventListener?.('online', wake);
    page.removeEventListener?.('pageshow', whenRestored);
  };
}
