import { api } from '@parley/contract';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { until } from './until.ts';

/** A custom channel of the owner's widget, and its remote side. */
export async function addChannel(owner: Owner, given: object = {}) {
  const { data: channel } = await owner.call(api.channels.create, { body: { name: 'Shop app', ...given } });
  const params = { id: channel.id };
  return {
    ...channel,
    params,
    code: `ch${channel.id}`,
    read: async () => (await owner.call(api.channels.read, { params })).data,
    update: (body: object) => owner.call(api.channels.update, { params, body }),
    /** A remote client writes. */
    receive: (message: unknown, from: object = {}) =>
      owner.call(api.channels.sendMessage, {
        params,
        body: { external_client_id: 'client-1', external_channel_id: 'room-1', message, ...from },
      }),
  };
}

export type TestChannel = Awaited<ReturnType<typeof addChannel>>;

export const SECRET = 'a secret of sixteen or more';

/** A channel whose replies go to a receiver, with a chat. */
export async function startChannel(app: TestApp) {
  const [ann, receiver] = [await app.owner(), await startReceiver()];
  const channel = await addChannel(ann, { outbound_url: `${receiver.url}/replies?a=b`, secret: SECRET });
  const { chat_id } = (await channel.receive('hello')).data;
  return {
    app,
    ann,
    receiver,
    channel,
    params: { id: chat_id },
    reply: replying(ann, chat_id),
    untilSettled: settling(app, ann),
  };
}

export const replying =
  ({ agentId, call }: Owner, id: number) =>
  async (text: string, more: object = {}) => {
    const body = { type: 'text', body: text, agent_id: agentId, ...more };
    return (await call(api.messages.send, { params: { id }, body })).data;
  };

/** Waits until all deliveries of the owner's widget have this status. */
export const settling =
  ({ sql }: TestApp, { widgetId }: Owner) =>
  (status: string, failures: number) =>
    until(async () => {
      const rows = await sql<{ status: string; failures: number }>(
        `SELECT status, failures FROM deliveries WHERE widget_id = ${widgetId}`,
      );
      return rows.length > 0 && rows.every((row) => row.status === status && row.failures === failures);
    }, `all are ${status} after ${failures} failures`);

export const arrived = (receiver: Receiver, count: number) =>
  until(() => receiver.arrivals.length >= count && receiver.arrivals, `${count} arrive`);

export const bodiesIn = ({ arrivals }: Receiver) => arrivals.map(({ body }) => JSON.parse(body));
