import { createClient } from '@parley/sdk';

/** The network or the server is down. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export const api = createClient({
  baseUrl: location.origin,
  // Retry only within a delay that nobody notices; beyond it the agent sees the error.
  maxWaitMs: 2_000,
  fetch: async (...request) => {
    try {
      return await fetch(...request);
    } catch (cause) {
      throw new Unreachable('No answer from the server', { cause });
    }
  },
});

/** An action on chats that can be undone. */
export type UndoableAction = NonNullable<Parameters<typeof api.chats.bulk>[0]['body']['undone']>;

export type Session = Awaited<ReturnType<typeof api.session.read>>;
