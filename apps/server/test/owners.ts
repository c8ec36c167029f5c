import { randomUUID } from 'node:crypto';
import { type Scope, scopeNames } from '@parley/contract';
import type { App } from '../src/app.ts';
import * as accounts from '../src/modules/account/accounts/index.ts';
import * as tokens from '../src/modules/account/tokens/index.ts';
import * as users from '../src/modules/account/users/index.ts';
import { type Call, createCall, type Inject } from './call.ts';

export const PASSWORD = 'correct horse battery';

/** A real hash takes 20 ms of CPU by design, and tests sign in by the thousand. */
export const hashQuickly = (password: string) =>
  users.hashPassword(password, { memory: 64, passes: 1, parallelism: 1 });

/** An owner with an account, a widget and a token with every scope. */
export interface Owner {
  email: string;
  accountId: number;
  widgetId: number;
  buttonGuid: string;
  agentId: number;
  token: string;
  /** Calls a route with the token, or with another. */
  call: Call;
  newToken: (scopes: Scope[], expires_at?: string) => Promise<string>;
}

export async function createOwner(
  app: App,
  ask: Inject,
  { password = PASSWORD, apiEnabled = true }: { password?: string; apiEnabled?: boolean } = {},
): Promise<Owner> {
  const email = `${randomUUID()}@example.test`;
  const passwordHash = await hashQuickly(password);
  const { token, ...made } = await app.unitOfWork.write({}, async (work) => {
    const account = await accounts.create(work, { email, name: 'Ann', passwordHash, apiEnabled });
    const { token } = await tokens.issue(work, account.widgetId, { name: 'test', scopes: scopeNames });
    return { ...account, token };
  });
  const newToken = async (scopes: Scope[], expires_at?: string) =>
    (await app.unitOfWork.write({}, (work) => tokens.issue(work, made.widgetId, { name: 'test', scopes, expires_at })))
      .token;
  return { ...made, email, token, newToken, call: createCall(ask, { authorization: `Bearer ${token}` }) };
}
