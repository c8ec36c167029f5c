import { api, site } from '@parley/contract';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

async function addRating(app: TestApp, owner: Owner, comment = 'good') {
  const { chatId: id, call } = await addAnsweredVisitor(app, owner);
  await call(site.visitor.rate, { params: { button_guid: owner.buttonGuid }, body: { score: 5, comment } });
  return { id };
}

export const fixtures: Fixtures = {
  resources: { ratedChat: (app, owner) => addRating(app, owner) },
  queries: [[api.ratings.list, ({ agentId }) => ({ agent_id: agentId })]],
  lists: [
    {
      route: api.ratings.list,
      fill: (app, owner, names) => inBatchesOfTen(names, (name) => addRating(app, owner, name)),
    },
  ],
};
