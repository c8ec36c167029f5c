import { randomUUID } from 'node:crypto';
import { api, dashboard, type Route, type Scope, scopeNames, site } from '@parley/contract';
import { freshAddress } from './addresses.ts';
import { type Call, createCall } from './call.ts';
import type { TestApp } from './harness.ts';
import { type Owner, PASSWORD } from './owners.ts';

// Callers of routes. Each has its own address, so that they share no limit per address.

export function withHeaders({ http }: TestApp, headers: Record<string, string>): Call {
  const remoteAddress = freshAddress();
  return createCall((request) => http.inject({ ...request, remoteAddress }), headers);
}

export const anonymousCaller = (app: TestApp) => withHeaders(app, {});

export const withBearer = (app: TestApp, token: string) => withHeaders(app, { authorization: `Bearer ${token}` });

/** Calls with a new token, whose rate limit is unused. */
export async function withToken(app: TestApp, owner: Owner, scopes: Scope[] = scopeNames) {
  return withBearer(app, await owner.newToken(scopes));
}

/** The headers the console sends after signing in. */
export async function signedInHeaders(app: TestApp, { email }: { email: string }) {
  const { headers } = await anonymousCaller(app)(dashboard.session.create, { body: { email, password: PASSWORD } });
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { cookie, origin: app.publicUrl };
}

export async function signedIn(app: TestApp, person: { email: string }) {
  return withHeaders(app, await signedInHeaders(app, person));
}

/** A token revoked before use. */
export async function revokedToken(app: TestApp, owner: Owner) {
  const call = await signedIn(app, owner);
  const { data } = await call(dashboard.tokens.create, {
    body: { password: PASSWORD, name: 'revoked', scopes: scopeNames },
  });
  await call(dashboard.tokens.remove, { params: { id: data.id } });
  return data.token;
}

/** A caller with exactly the scopes the route needs. */
export async function authorizedCaller(app: TestApp, owner: Owner, route: Route): Promise<Call> {
  if (route.auth === 'none') return anonymousCaller(app);
  if (route.auth === 'session') return signedIn(app, owner);
  // Their credential is in the URL.
  if (route.auth === 'widget' || route.auth === 'path-token' || route.auth === 'path-secret')
    return anonymousCaller(app);
  if (route.auth === 'visitor') return (await addAnsweredVisitor(app, owner)).call;
  return withToken(app, owner, route.scopes.slice(0, 1));
}

/** A visitor who has opened the chat. */
export async function addVisitor(app: TestApp, { buttonGuid }: Owner) {
  const params = { button_guid: buttonGuid };
  const { data } = await anonymousCaller(app)(site.visitor.open, { params, body: { page: 'https://shop.example/' } });
  const call = withBearer(app, data.token);
  return {
    token: data.token,
    call,
    write: async (body: string, client_message_id: string = randomUUID()) =>
      (await call(site.visitor.send, { params, body: { client_message_id, type: 'text', body } })).data,
  };
}

/** A chat with a visitor's message and no reply. */
export async function addChat(app: TestApp, owner: Owner, text = 'hello') {
  const visitor = await addVisitor(app, owner);
  await visitor.write(text);
  const [chat] = (await owner.call(api.chats.list, { query: { limit: 1 } })).data.data;
  const params = { id: chat?.id ?? 0 };
  return { params, visitor, read: async () => (await owner.call(api.chats.read, { params })).data };
}

/** A visitor who has written and got a reply. */
export async function addAnsweredVisitor(app: TestApp, owner: Owner) {
  const visitor = await addVisitor(app, owner);
  await visitor.write('hello');
  const { data } = await anonymousCaller(app)(site.visitor.open, {
    params: { button_guid: owner.buttonGuid },
    headers: { authorization: `Bearer ${visitor.token}` },
    body: {},
  });
  const id = data.chat_id as number;
  const call = await withToken(app, owner);
  await call(api.messages.send, { params: { id }, body: { type: 'text', body: 'hi', agent_id: owner.agentId } });
  return { ...visitor, chatId: id, contactId: data.contact_id as string };
}
