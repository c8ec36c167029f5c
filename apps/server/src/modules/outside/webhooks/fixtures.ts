import { randomUUID } from 'node:crypto';
import { api, type EventName, events } from '@parley/contract';
import type { Call } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { webhooks } = api;

/** A fresh URL: an account has one subscription per URL. */
function newWebhook(): { url: string; events: EventName[] } {
  return { url: `https://1.1.1.1/${randomUUID()}`, events: ['contact.updated'] };
}

async function subscribe(app: TestApp, owner: Owner) {
  const call = await withToken(app, owner);
  return { call, id: (await call(webhooks.create, { body: newWebhook() })).data.id };
}

/** Emits an event that these subscriptions listen for. */
async function changeContact(call: Call) {
  const { id } = (await call(api.contacts.create, { body: { name: 'Ira' } })).data;
  await call(api.contacts.update, { params: { id }, body: { name: 'Irina' } });
}

const logOf = perOwner(async (app, owner) => ({ id: (await subscribe(app, owner)).id }));

/** As the server does in the background, also for unnumbered events of other tests. */
const numberEvents = (app: TestApp) => app.sql('SELECT number_events(1000000)');

/** Emits numbered events in the owner's widget. */
async function emitNumbered(app: TestApp, { accountId, widgetId, buttonGuid }: Owner, names: string[]) {
  const tenant = { accountId, widgetId, buttonGuid };
  const data = { contact_id: 'a'.repeat(32), client_id: 1, source: 'api' };
  await inBatchesOfTen(names, () =>
    app.unitOfWork.write({ tenant }, async ({ emit }) => emit(events.contactUpdated, data)),
  );
  await numberEvents(app);
}

export const fixtures: Fixtures = {
  resources: {
    webhookSubscription: async (app, owner) => ({ id: (await subscribe(app, owner)).id }),
    /** With a delivery sent or pending. */
    usedWebhookSubscription: async (app, owner) => {
      const { call, id } = await subscribe(app, owner);
      await changeContact(call);
      return { id };
    },
    webhookHour: async (app, owner) => {
      await app.sql(`INSERT INTO delivery_hours (widget_id, kind, destination_id, hour, delivered, retried, failed)
        VALUES (${owner.widgetId}, 'native', 1, '${app.clock.now}', 1, 0, 0) ON CONFLICT DO NOTHING`);
      return {};
    },
    event: async (app, owner) => {
      await changeContact(await withToken(app, owner));
      await numberEvents(app);
      return {};
    },
  },
  bodies: [
    [webhooks.create, () => newWebhook()],
    [webhooks.update, () => ({ ...newWebhook(), is_active: true })],
    [
      webhooks.redeliver,
      async (app, owner, { id }) => {
        const call = await withToken(app, owner);
        await changeContact(call);
        const log = await call(webhooks.listDeliveries, { params: { id: id as number } });
        return { delivery_id: log.data.data[0]?.delivery_id };
      },
    ],
    [webhooks.replay, () => ({ from: '2026-01-01', to: '2026-01-02' })],
  ],
  lists: [
    {
      route: webhooks.list,
      fill: (app, owner, names) => inBatchesOfTen(names, () => subscribe(app, owner)),
    },
    {
      route: webhooks.listDeliveries,
      params: logOf,
      fill: async (app, owner, names) => {
        await logOf(app, owner);
        await emitNumbered(app, owner, names);
      },
    },
    { route: api.events.list, fill: emitNumbered },
  ],
};
