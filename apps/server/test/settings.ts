import { api } from '@parley/contract';
import { expect } from 'vitest';
import { withToken } from './callers.ts';
import { startApp } from './harness.ts';

/** Fewer than a token has in a minute. */
const WRITES_OF_A_TOKEN = 100;

/** Somebody who sets how their widget looks and behaves. */
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
    /** A change that is made, and what is answered. */
    set: async (body: unknown) => {
      const { status, data, problem } = await patch(body);
      expect({ body, status, detail: status === 200 ? undefined : problem.detail }).toEqual({ body, status: 200 });
      return data;
    },
    /** The fields for which a change is refused; its status when it is not. */
    refused: async (body: unknown) => {
      const { status, problem } = await patch(body);
      return status === 422 ? Object.keys(problem.errors ?? {}) : status;
    },
  };
}
