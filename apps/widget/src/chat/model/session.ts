import { type Shell, storageKey } from '../../shell.ts';
import { backOff } from './backoff.ts';
import type { OpenedSession, RequestError, ServerApi } from './server-api.ts';
import { withTabLock } from './tab-locks.ts';

interface SessionPorts {
  shell: Shell;
  api: ServerApi;
  onOpening(): void;
  onOpened(session: OpenedSession): void;
  /** The server refuses this visitor or this page: retrying would not help. */
  onRefused(reason: string): void;
  /** Another tab has reset the visitor, or identified them as somebody else. */
  onTokenChange(isReset: boolean): void;
}

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
    for (let failures = 0; ; failures += 1) {
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
        await backOff(failures);
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
    if (token || newValue === null) on.onTokenChange(newValue === null);
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
