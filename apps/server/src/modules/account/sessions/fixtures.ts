import { dashboard } from '@parley/contract';
import { TOTP } from 'otpauth';
import { signedIn } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import * as users from '../users/index.ts';

const { session } = dashboard;

async function userOf({ unitOfWork }: TestApp, { email }: Owner) {
  const user = await unitOfWork.read((work) => users.findByEmail(work, email));
  if (!user) throw new Error(`There is no user ${email}`);
  return user;
}

export const fixtures: Fixtures = {
  resources: {
    session: async (app, owner) => {
      const { data } = await (await signedIn(app, owner))(session.list);
      return { id: data.data.find(({ current }) => current)?.id };
    },
  },
  bodies: [
    [session.create, (_app, { email }) => ({ email, password: PASSWORD })],
    [session.changePassword, () => ({ current_password: PASSWORD, password: PASSWORD })],
    [session.requestReset, (_app, { email }) => ({ email })],
    [
      session.confirmReset,
      async (app, owner) => {
        const { id } = await userOf(app, owner);
        return {
          token: await app.unitOfWork.write({}, (work) => users.createResetToken(work, id)),
          password: PASSWORD,
        };
      },
    ],
    [session.beginTotp, () => ({ password: PASSWORD })],
    [
      session.confirmTotp,
      async (app, owner) => {
        const user = await userOf(app, owner);
        const { secret } = await app.unitOfWork.write({}, (work) => users.beginTotp(work, user));
        return { code: new TOTP({ secret }).generate({ timestamp: app.clock.now.epochMilliseconds }) };
      },
    ],
    [session.removeTotp, () => ({ password: PASSWORD })],
  ],
  lists: [
    {
      route: session.list,
      fill: (app, { agentId }, names) =>
        inBatchesOfTen(names, (name) =>
          app.sql(`
            INSERT INTO sessions (hash, user_id, agent_id, widget_id, role, address, user_agent, created_at, expires_at)
            SELECT sha256('${name}'), user_id, id, widget_id, role, '', '', now(), now() + interval '1 day'
            FROM agents WHERE id = ${agentId}`),
        ),
    },
  ],
};
