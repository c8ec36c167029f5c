import type { LoaderConfig } from '@parley/contract';
import type { Memory } from '../shell.ts';
import { ownTitle } from './title.ts';

const INTERVAL_MS = 30_000;
const MAX_URL_LENGTH = 2_048;
const MAX_TITLE_LENGTH = 1_000;

export interface VisitReply {
  online: boolean;
  unread: number;
  /** An agent wrote to a visitor who has not opened the chat. */
  invited: boolean;
}

/** Reports the visit to the server now, and periodically while the page is visible. */
export function startVisits(config: LoaderConfig, memory: Memory, onReply: (reply: VisitReply) => void) {
  const { origin, button_guid, tracking } = config;
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function report() {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    last = performance.now();
    const token = memory.get('token');
    let response: Response | undefined;
    try {
      response = await post(token);
    } catch {
      // No network: the next report may succeed.
    }
    // A refusal is final; a failing server is retried.
    if (response && response.status >= 400 && response.status < 500 && response.status !== 429) return stop();
    timer = setTimeout(report, INTERVAL_MS);
    if (!response?.ok) return;
    const { visit_id, ...reply } = await response.json();
    const known = memory.get('token');
    // The visitor was reset meanwhile.
    if (token && token !== known) return;
    memory.set('visit', visit_id, tracking || Boolean(known));
    onReply(reply);
  }

  function post(token: string | undefined) {
    return fetch(`${origin}/widget-api/${button_guid}/visit`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({
        // Without the hash, which pages never send to a server.
        page: location.href.split('#')[0]?.slice(0, MAX_URL_LENGTH),
        title: ownTitle().slice(0, MAX_TITLE_LENGTH) || undefined,
        referrer: document.referrer.slice(0, MAX_URL_LENGTH) || undefined,
        visit_id: memory.get('visit'),
      }),
    });
  }

  function onVisible() {
    if (document.visibilityState === 'visible' && performance.now() - last >= INTERVAL_MS) void report();
  }

  function stop() {
    document.removeEventListener('visibilitychange', onVisible);
  }

  document.addEventListener('visibilitychange', onVisible);
  void report();
}
