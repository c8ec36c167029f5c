import { api } from '@parley/contract';
import { expect } from 'vitest';
import { withToken } from './callers.ts';
import { startApp } from './harness.ts';

/** Fewer than a token's requests per minute. */
const WRITES_OF_A_TOKEN = 100;

/** An owner who changes widget settings. */
export async function startSettings() {
  const app = await startApp();
  const ann = await app.owner();
  const { readSettings, updateSettings } = api.widget;
  let caller = ann.call;
  let writes = 0;

  async function patch(body: unknown) {
    writes += 1;
    if (writes % WRITES_OF_A_TOKEN === 0) caller = await withToken(app, ann);
    return caller(updateSettings, { body });
  }

  return {
    app,
    ann,
    patch,
    read: async () => (await ann.call(readSettings)).data,
    /** Makes a valid change and returns the response. */
    set: async (body: unknown) => {
      const { status, data, problem } = await patch(body);
      expect({ body, status, detail: status === 200 ? undefined : problem.detail }).toEqual({ body, status: 200 });
      return data;
    },
    /** The fields for which a change is refused, or its status. */
    refused: async (body: unknown) => {
      const { status, problem } = await patch(body);
      return status === 422 ? Object.keys(problem.errors ?? {}) : status;
    },
  };
}
