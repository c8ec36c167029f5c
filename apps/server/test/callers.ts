import { dashboard, type Route, type Scope, scopeNames } from '@parley/contract';
import { type Call, createCall } from './call.ts';
import { type Owner, PASSWORD, type TestApp } from './harness.ts';

// Who calls a route in a test. Each caller has an address of its own, so that no two share what is counted by address.

let addresses = 0;

/** An address nobody has called from yet. */
export function freshAddress() {
  addresses += 1;
  return [10, addresses >> 16, (addresses >> 8) & 255, addresses & 255].join('.');
}

/** Calls with these headers. */
export function withHeaders({ http }: TestApp, headers: Record<string, string>): Call {
  const remoteAddress = freshAddress();
  return createCall((request) => http.inject({ ...request, remoteAddress }), headers);
}

export const stranger = (app: TestApp) => withHeaders(app, {});

export const withBearer = (app: TestApp, token: string) => withHeaders(app, { authorization: `Bearer ${token}` });

/** Calls with a new token of the owner's widget, which has all its calls of this minute left. */
export async function withToken(app: TestApp, owner: Owner, scopes: Scope[] = scopeNames) {
  return withBearer(app, await owner.newToken(scopes));
}

/** The headers the console sends for somebody who has just signed in. */
export async function signedInHeaders(app: TestApp, { email }: { email: string }) {
  const { headers } = await stranger(app)(dashboard.session.create, { body: { email, password: PASSWORD } });
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { cookie, origin: app.publicUrl };
}

export async function signedIn(app: TestApp, person: { email: string }) {
  return withHeaders(app, await signedInHeaders(app, person));
}

/** A token of the owner's widget that was revoked before anybody used it. */
export async function revokedToken(app: TestApp, owner: Owner) {
  const call = await signedIn(app, owner);
  const { data } = await call(dashboard.tokens.create, { body: { name: 'revoked', scopes: scopeNames } });
  await call(dashboard.tokens.remove, { params: { id: data.id } });
  return data.token;
}

/** Who may call the route, with no right more than it asks for. */
export async function rightful(app: TestApp, owner: Owner, route: Route): Promise<Call> {
  if (route.auth === 'none') return stranger(app);
  if (route.auth === 'session') return signedIn(app, owner);
  return withToken(app, owner, route.scopes.slice(0, 1));
}
