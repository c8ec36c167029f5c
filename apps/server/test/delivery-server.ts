import { afterAll, beforeAll } from 'vitest';
import { listDueLanes } from '../src/kernel/deliveries/store.ts';
import { type OpenApp, openApp, type TestApp } from './harness.ts';
import { CALLS_THIS_MACHINE } from './receiver.ts';
import { advanceClock } from './webhooks.ts';

/** A server that delivers, for all tests of a file: each has its own account and receivers. */
export function shareSender({ live = false } = {}): () => OpenApp {
  let app: OpenApp | undefined;
  beforeAll(async () => {
    app = await openApp(CALLS_THIS_MACHINE, { background: true, live });
  });
  afterAll(() => app?.end());
  return () => {
    if (!app) throw new Error('The server is started before the first test');
    return app;
  };
}

/** Advances the clock and delivers what is due, without waiting for the server to poll. */
export async function advanceAndSend(app: TestApp, seconds: number) {
  advanceClock(app, seconds);
  await app.unitOfWork.write({}, async ({ sql, now, wake }) => {
    for (const lane of await listDueLanes(sql, now)) wake(lane);
  });
}
