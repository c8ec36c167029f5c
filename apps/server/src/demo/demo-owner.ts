import { randomBytes } from 'node:crypto';
import { scopeNames } from '@parley/contract';
import type { UnitOfWork } from '../kernel/data/context.ts';
import * as accounts from '../modules/account/accounts/index.ts';
import * as tokens from '../modules/account/tokens/index.ts';
import * as users from '../modules/account/users/index.ts';
import * as sampleData from '../modules/team/sample-data/index.ts';
import { lockDemo } from './store.ts';

export interface DemoOwner {
  email: string;
  password: string;
  token: string;
}

const EMAIL = 'demo@parley.localhost';

/** An owner with a password and a token, if no account exists yet. Servers that start together create one. */
export async function createDemoOwner(unitOfWork: UnitOfWork): Promise<DemoOwner | undefined> {
  if (!(await unitOfWork.read(accounts.isEmpty))) return undefined;
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await users.hashPassword(password);
  return unitOfWork.write({}, async (work) => {
    await lockDemo(work);
    if (!(await accounts.isEmpty(work))) return undefined;
    const { widgetId } = await accounts.create(work, {
      email: EMAIL,
      name: 'Demo',
      passwordHash,
      apiEnabled: true,
      // A widget follows the page's language only if set so.
      settings: { widget_default_language: 'auto' },
    });
    sampleData.offer(work, widgetId);
    const { token } = await tokens.issue(work, widgetId, { name: 'demo', scopes: scopeNames });
    return { email: EMAIL, password, token };
  });
}
