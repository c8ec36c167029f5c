import { afterAll, beforeAll } from 'vitest';
import { type OpenApp, openApp } from './harness.ts';
import { sharedMailboxUrl } from './mailbox.ts';
import { freePort } from './scratch-cluster.ts';

/** A server that sends campaigns to the mailbox of each test, for all tests of a file. */
export function shareMailer({ hasReturns = false } = {}) {
  let app: OpenApp | undefined;
  beforeAll(async () => {
    const SMTP_URL = await sharedMailboxUrl();
    const returns = hasReturns && { MAIL_IN_DOMAIN: 'returns.example.test', MAIL_IN_PORT: String(await freePort()) };
    app = await openApp({ SMTP_URL, MAIL_FROM: 'Shop <news@chat.example.test>', ...returns }, { background: true });
  });
  afterAll(() => app?.end());
  return () => {
    if (!app) throw new Error('The server is started before the first test');
    return app;
  };
}
