import { api, type Campaign } from '@parley/contract';
import type { Owner } from './owners.ts';
import { aRule } from './smart-invitations.ts';
import { until } from './until.ts';

const { campaigns } = api;

type Action = 'start' | 'pause' | 'resume' | 'finish';

/** A draft of an on-site campaign, and what is done with it. */
export async function draftCampaign(
  owner: Owner,
  { rule = {}, ...period }: { rule?: object; [name: string]: unknown } = {},
) {
  const settings = { rule: { ...aRule, ...rule }, ...period };
  const { data } = await owner.call(campaigns.create, { body: { type: 'onsite', name: 'Sale', settings } });
  const params = { id: data.id };
  const read = async () => (await owner.call(campaigns.read, { params })).data;
  return {
    id: data.id as number,
    params,
    invitation: `c${data.id}`,
    read,
    act: (action: Action) => owner.call(campaigns.transition, { params, body: { action } }),
    remove: () => owner.call(campaigns.remove, { params }),
    untilStatus: (status: Campaign['status']) =>
      until(async () => {
        const found = await read();
        return found.status === status && found;
      }, `the campaign is ${status}`),
  };
}

/** A campaign that visitors see. */
export async function startCampaign(owner: Owner, settings: Parameters<typeof draftCampaign>[1] = {}) {
  const campaign = await draftCampaign(owner, settings);
  await campaign.act('start');
  return campaign;
}
