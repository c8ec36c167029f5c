import { api } from '@parley/contract';
import { freshAddress } from './addresses.ts';
import type { TestApp } from './harness.ts';

/** Sends exactly these bytes and headers. */
export async function post({ http }: TestApp, url: string, payload: string, headers: Record<string, string> = {}) {
  const answer = await http.inject({ method: 'POST', url, payload, headers, remoteAddress: freshAddress() });
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined, headers: answer.headers };
}

/** Calls of a legacy bot with a token. */
export const asBot = (app: TestApp, token: string) => (body: object) =>
  app.call(api.compat.bot, { params: { token }, body });

/** Calls of a legacy server with a channel secret. */
export const asServer = (app: TestApp, secret: string) => ({
  receive: (body: object) => app.call(api.compat.receive, { params: { secret }, body }),
  status: () => http(app, `/api/compat/legacy/chat/${secret}/status`),
});

async function http(app: TestApp, url: string) {
  const { statusCode: status, body, headers } = await app.http.inject({ url, remoteAddress: freshAddress() });
  return { status, body, headers };
}
