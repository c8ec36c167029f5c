import { randomUUID } from 'node:crypto';
import { dashboard } from '@parley/contract';
import type { Fixtures } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import * as users from '../users/index.ts';

const newEmail = () => `${randomUUID()}@example.test`;

/** An address of the owner that awaits confirmation, with the token of its link. */
async function addPending({ unitOfWork }: TestApp, owner: Owner) {
  const [email, token] = [newEmail(), randomUUID()];
  await unitOfWork.write({}, async (work) => {
    const user = await users.findByEmail(work, owner.email);
    if (user) await users.setPendingEmail(work, user.id, { email, token });
  });
  return { email, token };
}

export const fixtures: Fixtures = {
  bodies: [
    [dashboard.emailChange.request, () => ({ email: newEmail(), password: PASSWORD })],
    [dashboard.emailChange.resend, async (app, owner) => ({ email: (await addPending(app, owner)).email })],
    [dashboard.emailChange.confirm, async (app, owner) => ({ token: (await addPending(app, owner)).token })],
  ],
};
