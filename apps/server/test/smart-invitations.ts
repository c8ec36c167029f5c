import { randomBytes } from 'node:crypto';
import { api, type ImpressionEvent, site } from '@parley/contract';
import { anonymousCaller } from './callers.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

/** What a rule needs at least. */
export const aRule = { name: 'Welcome', trigger: { type: 'time', seconds: 5 }, text: 'Hello! May I help?' } as const;

/** A rule of the owner's widget. */
export async function addRule(owner: Owner, given: object = {}) {
  const { data } = await owner.call(api.smartInvitations.save, { body: { rule: { ...aRule, ...given } } });
  const params = { id: data.id };
  return {
    ...data,
    id: data.id as number,
    params,
    invitation: `r${data.id}`,
    read: async () =>
      (await owner.call(api.smartInvitations.list)).data.rules.find(({ id }: { id: number }) => id === data.id),
    setEnabled: (enabled: boolean) => owner.call(api.smartInvitations.setEnabled, { params, body: { enabled } }),
    remove: () => owner.call(api.smartInvitations.remove, { params }),
  };
}

/** With what happened at this very moment: the clock of a test stands still. */
export async function readFunnel(app: TestApp, owner: Owner, query: { from?: string; to?: string } = {}) {
  const to = app.clock.now.add({ seconds: 1 }).toString();
  return (await owner.call(api.smartInvitations.funnel, { query: { to, ...query } })).data;
}

export const newImpressionId = () => randomBytes(16).toString('base64url');

/** A page of a visitor who has not opened the chat. */
export function openPage(app: TestApp, { buttonGuid }: Owner) {
  const call = anonymousCaller(app);
  const params = { button_guid: buttonGuid };
  const report = (event: ImpressionEvent, body: object) =>
    call(site.impressions.record, { params, body: { impression_id: newImpressionId(), event, ...body } });
  return {
    report,
    /** A new impression with these events; returns its id. */
    see: async (invitation: string, events: ImpressionEvent[] = ['shown'], more: object = {}) => {
      const impression_id = newImpressionId();
      for (const event of events) await report(event, { impression_id, invitation, ...more });
      return impression_id;
    },
    list: async () => (await call(site.impressions.listInvitations, { params })).data,
    config: async () => (await call(site.visitor.readConfig, { params })).data,
  };
}
