import type { LoaderConfig } from '@parley/contract';
import type { Memory } from '../shell.ts';

const EVERY_MS = 30_000;
const LONGEST_ADDRESS = 2_048;
const LONGEST_TITLE = 1_000;

export interface News {
  online: boolean;
  unread: number;
  /** Somebody wrote to them before they opened the chat. */
  invited: boolean;
}

interface Plan {
  config: LoaderConfig;
  memory: Memory;
  title: () => string;
  onAnswer(news: News): void;
}

/** Says that somebody looks at the page: now, and every half minute while they do. */
export function startVisits({ config, memory, title, onAnswer }: Plan) {
  const { origin, button_guid, tracking } = config;
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function visit() {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    last = performance.now();
    const token = memory.get('token');
    let answer: Response | undefined;
    try {
      answer = await post(token);
    } catch {
      // There is no network; the next round may have one.
    }
    // Whoever may not call is not asked again; a server that is away is.
    if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) return stop();
    timer = setTimeout(visit, EVERY_MS);
    if (!answer?.ok) return;
    const { visit_id, ...news } = await answer.json();
    const known = memory.get('token');
    // It was the visit of somebody who has left meanwhile.
    if (token && token !== known) return;
    memory.set('visit', visit_id, tracking || Boolean(known));
    onAnswer(news);
  }

  function post(token: string | undefined) {
    return fetch(`${origin}/widget-api/${button_guid}/visit`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({
        // What stands behind the hash is between the page and its reader.
        page: location.href.split('#')[0]?.slice(0, LONGEST_ADDRESS),
        title: title().slice(0, LONGEST_TITLE) || undefined,
        referrer: document.referrer.slice(0, LONGEST_ADDRESS) || undefined,
        visit_id: memory.get('visit'),
      }),
    });
  }

  function onVisible() {
    if (document.visibilityState === 'visible' && performance.now() - last >= EVERY_MS) void visit();
  }

  function stop() {
    document.removeEventListener('visibilitychange', onVisible);
  }

  document.addEventListener('visibilitychange', onVisible);
  void visit();
}
