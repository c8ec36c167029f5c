// Runs in pages: times are the page's own, without the way to the measuring process.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const LATE_MS = 30_000;

/** Results of a page. All times are milliseconds since 1970. */
export interface Probed {
  /** From the start of the navigation to the load event. */
  loadMs: number;
  /** Layout shifts without user input. */
  shift: number;
  longTasks: { at: number; ms: number }[];
  /** The last mouse press, and the last Enter. */
  pressedAt: number;
  enteredAt: number;
}

/**
 * `probe.read()` gives the above, `probe.focused` is when a place to write had the focus, and `probe.expect(text, selector)`
 * begins to wait for a text, which `probe.shown` is the moment of. Both moments are after the frame that shows it.
 */
export const PROBE = `if (window === top) {
  const at = (moment) => performance.timeOrigin + moment;
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(at(performance.now()));
    port2.postMessage(0);
  }));
  const found = { shift: 0, longTasks: [], pressedAt: 0, enteredAt: 0 };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) found.shift += entry.value; });
  watch('longtask', ({ startTime, duration }) => found.longTasks.push({ at: at(startTime), ms: duration }));
  const focused = Promise.withResolvers();
  addEventListener('pointerdown', ({ target, timeStamp }) => {
    found.pressedAt = at(timeStamp);
    // From one element in a shadow to another the focus moves unheard by the page.
    target.shadowRoot?.addEventListener('focusin', ({ target }) => {
      if (target.localName === 'textarea') focused.resolve(drawn());
    });
  }, true);
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'Enter') found.enteredAt = at(timeStamp); }, true);
  window.probe = {
    focused: focused.promise,
    read: () => ({ ...found, loadMs: performance.getEntriesByType('navigation')[0].loadEventStart }),
    expect(text, selector) {
      const host = document.querySelector(selector);
      const root = host.shadowRoot ?? host;
      probe.shown = new Promise((resolve) => {
        const look = () => {
          if (!root.textContent.includes(text)) return;
          observer.disconnect();
          resolve(drawn());
        };
        const observer = new MutationObserver(look);
        observer.observe(root, { childList: true, characterData: true, subtree: true });
        look();
      });
    },
  };
}`;

/** The time it became true; an error if it never does. */
export function momentOf(page: Page, what: 'focused' | 'shown'): Promise<number> {
  const late = pause(LATE_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${page.url()}: nothing is ${what}`);
  });
  return Promise.race([page.evaluate<number>(`probe.${what}`), late]);
}
