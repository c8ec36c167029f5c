import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { campaigns, contacts } = api;
const settings = { subject: 'News', text: 'Hello' };
const draft = { type: 'email' as const, name: 'News', settings };
const rule = { trigger: { type: 'time' as const, seconds: 20 }, text: 'Hello!' };

const createDraft = async (app: TestApp, owner: Owner, body: object = draft) => {
  const call = await withToken(app, owner);
  return { id: (await call(campaigns.create, { body: { ...draft, ...body } })).data.id };
};
const listed = perOwner(createDraft);

const addRecipients = (app: TestApp, { widgetId }: Owner, { id, count }: { id: number; count: number }) =>
  app.sql(`
    WITH people AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT ${widgetId}, replace(gen_random_uuid()::text, '-', ''), now(), now() FROM generate_series(1, ${count}) RETURNING id
    )
    INSERT INTO send_recipients (widget_id, send_id, contact_id, state, reason)
    SELECT ${widgetId}, ${id}, id, 'skipped', 'no_consent' FROM people`);

/** A contact who agreed to e-mails, one an owner, so that equal campaigns have equal recipients. */
const addSubscriber = perOwner(async (app, owner) => {
  const call = await withToken(app, owner);
  await call(contacts.create, { body: { email: 'ira@example.test', email_consent: true } });
});

export const fixtures: Fixtures = {
  resources: {
    campaign: async (app, owner) => createDraft(app, owner),
    /** With somebody who would get it. */
    startableCampaign: async (app, owner) => {
      await addSubscriber(app, owner);
      return createDraft(app, owner);
    },
    /** It runs until it is paused. */
    activeCampaign: async (app, owner) => {
      const campaign = await createDraft(app, owner, { type: 'onsite', settings: { rule } });
      const call = await withToken(app, owner);
      await call(campaigns.transition, { params: campaign, body: { action: 'start' } });
      return campaign;
    },
  },
  bodies: [
    [campaigns.create, () => draft],
    [campaigns.update, () => ({ name: 'Other news' })],
    [campaigns.preview, () => ({ type: 'email', settings })],
    [campaigns.test, () => ({ settings })],
    [campaigns.transition, () => ({ action: 'pause' })],
  ],
  queries: [[campaigns.list, () => ({ type: 'email', status: 'draft' })]],
  lists: [
    {
      route: campaigns.list,
      fill: (app, owner, names) => inBatchesOfTen(names, (name) => createDraft(app, owner, { name })),
    },
    {
      route: campaigns.listRecipients,
      params: listed,
      fill: async (app, owner, names) =>
        addRecipients(app, owner, { ...(await listed(app, owner)), count: names.length }),
    },
  ],
};
