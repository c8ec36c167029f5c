import { afterAll, beforeAll } from 'vitest';
import { listDueLanes } from '../src/kernel/deliveries/queue.ts';
import { type OpenApp, openApp, type TestApp } from './harness.ts';
import { CALLS_THIS_MACHINE } from './receiver.ts';
import { pass } from './webhooks.ts';

/** A server that sends what is to be sent, for all tests of a file: each has an account and receivers of its own. */
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

/** Lets so much time pass, and does not wait for the server to look for what is due by then. */
export async function passAndSend(app: TestApp, seconds: number) {
  pass(app, seconds);
  await app.unitOfWork.write({}, async ({ sql, now, wake }) => {
    for (const lane of await listDueLanes(sql, now)) wake(lane);
  });
}
