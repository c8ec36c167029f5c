import { api, type Broadcast } from '@parley/contract';
import { addAnsweredVisitor } from './callers.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { until } from './until.ts';

const { broadcasts } = api;

export const HELLO = { type: 'text', body: 'Hello' };

/** A draft, and what is done with it. */
export async function draftBroadcast(owner: Owner, settings: object = {}, channel = 'service') {
  const body = { channel, name: 'News', settings: { message: HELLO, ...settings } };
  const { data } = await owner.call(broadcasts.create, { body });
  const params = { id: data.id };
  const read = async () => (await owner.call(broadcasts.read, { params })).data;
  return {
    id: data.id,
    params,
    read,
    start: (consent: unknown = true) => owner.call(broadcasts.start, { params, body: { consent } }),
    act: (action: string) => owner.call(broadcasts.transition, { params, body: { action } }),
    recipients: async (query: object = {}) =>
      (await owner.call(broadcasts.listRecipients, { params, query: { limit: 100, ...query } })).data.data,
    untilStatus: (status: Broadcast['status']) =>
      until(async () => {
        const found = await read();
        return found.status === status && found;
      }, `the broadcast is ${status}`),
    untilCounts: (counts: Partial<Broadcast['counts']>) =>
      until(
        async () => {
          const found = await read();
          return Object.entries(counts).every(([name, count]) => found.counts[name as 'sent'] === count) && found;
        },
        `the counts are ${JSON.stringify(counts)}`,
      ),
  };
}

/** A broadcast that has been sent to all whom it reaches. */
export async function sendBroadcast(owner: Owner, settings: object = {}, channel = 'service') {
  const broadcast = await draftBroadcast(owner, settings, channel);
  await broadcast.start();
  await broadcast.untilStatus('finished');
  return broadcast;
}

/** Visitors who have written and got a reply. */
export async function addVisitors(app: TestApp, owner: Owner, count: number) {
  const visitors: Awaited<ReturnType<typeof addAnsweredVisitor>>[] = [];
  for (let each = 0; each < count; each += 1) visitors.push(await addAnsweredVisitor(app, owner));
  return visitors;
}
