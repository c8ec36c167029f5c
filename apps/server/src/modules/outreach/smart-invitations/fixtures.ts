import { api, site } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { aRule, newImpressionId } from '../../../../test/smart-invitations.ts';

const { smartInvitations } = api;

async function makeRule(app: TestApp, owner: Owner) {
  const call = await withToken(app, owner);
  return { id: (await call(smartInvitations.save, { body: { rule: aRule } })).data.id };
}

export const fixtures: Fixtures = {
  resources: {
    invitationRule: makeRule,
    invitationTemplate: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(smartInvitations.createTemplate, { body: { name: 'Ours', rule: aRule } })).data.id };
    },
  },
  queries: [[smartInvitations.funnel, () => ({ from: '2026-01-01', to: '2026-01-31' })]],
  bodies: [
    [smartInvitations.save, () => ({ rule: aRule })],
    [smartInvitations.createTemplate, () => ({ name: 'Ours', rule: aRule })],
    [smartInvitations.simulate, () => ({ visit: { url: 'https://shop.example/' }, rule: aRule })],
    [
      site.impressions.record,
      async (app, owner) => ({
        impression_id: newImpressionId(),
        invitation: `r${(await makeRule(app, owner)).id}`,
        event: 'shown',
        locale: 'en',
      }),
    ],
  ],
};
