import { api, type Campaign } from '@parley/contract';
import type { Owner } from './owners.ts';
import { until } from './until.ts';

const { campaigns, contacts } = api;

const MAIL = { subject: 'News', html: '<p>Hello</p>' };

/** A draft, and what is done with it. */
export async function draftCampaign(owner: Owner, settings: object = {}, type: Campaign['type'] = 'email') {
  const body = { type, name: 'News', settings: type === 'email' ? { ...MAIL, ...settings } : settings };
  const { data } = await owner.call(campaigns.create, { body });
  const params = { id: data.id };
  const read = async () => (await owner.call(campaigns.read, { params })).data;
  return {
    id: data.id,
    params,
    read,
    send: (consent: unknown = true) => owner.call(campaigns.send, { params, body: { consent } }),
    act: (action: string) => owner.call(campaigns.transition, { params, body: { action } }),
    recipients: async (query: object = {}) =>
      (await owner.call(campaigns.listRecipients, { params, query: { limit: 100, ...query } })).data.data,
    untilStatus: (status: Campaign['status']) =>
      until(async () => {
        const found = await read();
        return found.status === status && found;
      }, `the campaign is ${status}`),
    untilCounts: (counts: Record<string, number>) =>
      until(
        async () => {
          const found = await read();
          return Object.entries(counts).every(([name, count]) => found.counts[name as 'clicked'] === count) && found;
        },
        `the counts are ${JSON.stringify(counts)}`,
      ),
  };
}

/** A campaign that has been sent to all whom it reaches. */
export async function sendCampaign(owner: Owner, settings: object = {}) {
  const campaign = await draftCampaign(owner, settings);
  await campaign.send();
  await campaign.untilStatus('finished');
  return campaign;
}

/** Contacts who agreed to e-mails, by default. */
export async function addSubscribers(owner: Owner, emails: string[], details: object = {}) {
  const added: { id: string; email: string }[] = [];
  for (const email of emails) {
    const { data } = await owner.call(contacts.create, { body: { email, email_consent: true, ...details } });
    added.push({ id: data.id, email });
  }
  return added;
}
