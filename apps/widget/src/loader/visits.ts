import type { LoaderConfig } from '@parley/contract';
import type { Memory } from '../shell.ts';
import { ownTitle } from './title.ts';

const INTERVAL_MS = 30_000;
const MAX_URL_LENGTH = 2_048;
const MAX_TITLE_LENGTH = 1_000;
/** A refusal is final, except for a rate limit; a failing server is retried. */
const REFUSED = /^4(?!29)/;

export interface VisitReply {
  online: boolean;
  unread: number;
  /** An agent wrote to a visitor who has not opened the chat. */
  invited: boolean;
}

/** Reports the visit to the server now, and periodically while the page is visible. */
export function startVisits(config: LoaderConfig, memory: Memory, onReply: (reply: VisitReply) => void) {
  const { tracking } = config;
  /** Of the next report; none while the page is hidden. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function report() {
    timer = document.hidden ? undefined : setTimeout(report, INTERVAL_MS);
    if (!timer) return;
    const token = memory.get('token');
    const response = await post(config, 'visit', {
      token,
      // Without the hash, which pages never send to a server.
      page: location.href.split('#')[0]?.slice(0, MAX_URL_LENGTH),
      title: ownTitle().slice(0, MAX_TITLE_LENGTH) || undefined,
      referrer: document.referrer.slice(0, MAX_URL_LENGTH) || undefined,
      visit_id: memory.get('visit'),
    });
    if (response && REFUSED.test(`${response.status}`)) clearTimeout(timer);
    if (!response?.ok) return;
    const { visit_id, ...reply } = await response.json();
    const known = memory.get('token');
    // The visitor was reset meanwhile.
    if (token && token !== known) return;
    memory.set('visit', visit_id, tracking || Boolean(known));
    onReply(reply);
  }

  document.addEventListener('visibilitychange', () => timer || report());
  void report();
}

interface Report {
  token?: string;
  [name: string]: unknown;
}

/** Undefined without a network: the next report may succeed. */
export const post = ({ origin, button_guid }: LoaderConfig, path: string, { token, ...body }: Report) =>
  fetch(`${origin}/widget-api/${button_guid}/${path}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  }).catch(() => undefined);
