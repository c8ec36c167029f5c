import { type Shell, storageKey } from '../../shell.ts';
import type { OpenedSession, RequestError, ServerApi } from './server-api.ts';
import { withTabLock } from './tab-locks.ts';
import { untilOnline } from './until-online.ts';

interface SessionPorts {
  shell: Shell;
  api: ServerApi;
  onOpening(): void;
  onOpened(session: OpenedSession): void;
  /** The server refuses this visitor or this page: retrying would not help. */
  onRefused(reason: string): void;
  /** Another tab has reset the visitor. */
  onRemovedElsewhere(): void;
  /** Another tab has identified the visitor as somebody else. */
  onReplacedElsewhere(): void;
}

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 15_000;

/** The visitor's session with the server, opened once and retried with backoff. */
export function createSession({ shell, api, ...on }: SessionPorts) {
  const { config, memory } = shell;
  let opening: Promise<void> | undefined;
  let token: string | undefined;
  /** Incremented when a session ends, so that late answers of an earlier one are dropped. */
  let generation = 0;

  function guard() {
    const mine = generation;
    return () => mine === generation;
  }

  async function start() {
    const isCurrent = guard();
    on.onOpening();
    for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(2 * backoff, LONGEST_BACKOFF_MS)) {
      try {
        const session = await requestSession(isCurrent);
        if (!isCurrent()) return;
        token = session.token;
        api.authenticate(token);
        return on.onOpened(session);
      } catch (error) {
        const { status = 0, reason } = error as RequestError;
        if (!isCurrent()) return;
        if (status >= 400 && status < 500 && status !== 429) return on.onRefused(reason);
        await untilOnline(backoff);
      }
    }
  }

  /** Under a lock, so that tabs opened at the same moment share one visitor. */
  function requestSession(isCurrent: () => boolean) {
    return withTabLock(`parley.${config.button_guid}`, async () => {
      const session = await api.openSession(shell.language());
      if (isCurrent()) memory.set('token', session.token);
      return session;
    });
  }

  shell.window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey(config.button_guid, 'token') || !opening || newValue === token) return;
    if (newValue === null) on.onRemovedElsewhere();
    else if (token) on.onReplacedElsewhere();
  });

  return {
    open() {
      opening ??= start();
      return opening;
    },
    /** Returns a check that fails once the session has ended. */
    guard,
    end() {
      generation += 1;
      opening = undefined;
      token = undefined;
      api.authenticate(undefined);
    },
  };
}
