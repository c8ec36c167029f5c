import { createClient } from '@parley/sdk';

/** No answer came: the network is down, or the server is. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export const api = createClient({
  baseUrl: location.origin,
  // A person is told to wait rather than kept waiting: only a pause that nobody notices is sat out.
  maxWaitMs: 2_000,
  fetch: async (...request) => {
    try {
      return await fetch(...request);
    } catch (cause) {
      throw new Unreachable('No answer from the server', { cause });
    }
  },
});

export type Session = Awaited<ReturnType<typeof api.session.read>>;
