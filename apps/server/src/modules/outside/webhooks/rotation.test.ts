import { createHmac } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { advanceAndSend, shareSender } from '../../../../test/delivery-server.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { advanceClock, changeContact, SECRET, subscribe, untilLogged } from '../../../../test/webhooks.ts';

const { rotateSecret } = api.webhooks;
const sender = shareSender();

async function start() {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, receiver.url);
  const params = { id };
  return {
    app,
    ann,
    id,
    receiver,
    rotate: async (body: { secret?: string; grace?: boolean }) => (await ann.call(rotateSecret, { params, body })).data,
    /** Which secrets signed the next delivery. */
    signers: async (secrets: Record<string, string>) => {
      const count = receiver.arrivals.length;
      await changeContact(ann);
      const { headers, body } = await until(() => receiver.arrivals[count] ?? false, 'it arrives');
      const nameOf = (header: unknown) =>
        Object.keys(secrets).find((name) => {
          const mac = createHmac('sha256', secrets[name] ?? '').update(body);
          return header === `sha256=v1:${mac.digest('hex')}`;
        });
      return [nameOf(headers['x-service-signature']), nameOf(headers['x-service-signature-previous'])];
    },
  };
}

test('after a rotation with grace the old secret signs beside the new one, for 24 hours', async () => {
  const { app, rotate, signers } = await start();
  const rotated = await rotate({ grace: true });
  expect(rotated.previous_secret_until).toMatch(/\+00:00$/);
  const secrets = { old: SECRET, new: rotated.secret };
  expect(await signers(secrets)).toEqual(['new', 'old']);
  advanceClock(app, 86_399);
  expect(await signers(secrets)).toEqual(['new', 'old']);
  advanceClock(app, 1);
  expect(await signers(secrets)).toEqual(['new', undefined]);
});

test('a retry has both signatures too', async () => {
  const { app, ann, id, receiver, rotate } = await start();
  receiver.answering = (response) => void response.writeHead(500).end();
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  await rotate({ grace: true });
  await advanceAndSend(app, 10);
  await untilLogged(ann, id, 'pending', 2);
  const [first, second] = receiver.arrivals.map(({ headers }) => headers);
  expect(first).not.toHaveProperty('x-service-signature-previous');
  expect(second?.['x-service-signature-previous']).toBe(first?.['x-service-signature']);
  expect(second?.['x-service-signature']).not.toBe(first?.['x-service-signature']);
});

test('without grace the cutover is immediate, also during the grace of an earlier rotation', async () => {
  const { rotate, signers } = await start();
  const { secret: first } = await rotate({ grace: true });
  const second = await rotate({});
  expect(second.previous_secret_until).toBeNull();
  expect(await signers({ old: SECRET, first, second: second.secret })).toEqual(['second', undefined]);
});

test('a second rotation with grace replaces the previous secret', async () => {
  const { rotate, signers } = await start();
  const { secret: first } = await rotate({ grace: true });
  const { secret: second } = await rotate({ grace: true });
  expect(await signers({ old: SECRET, first, second })).toEqual(['second', 'first']);
});

test('the previous secret is stored sealed, and deleted once it no longer signs', async () => {
  const { app, id, rotate } = await start();
  await rotate({ grace: true });
  const read = async () => {
    const [row] = await app.sql<{ previous_secret: string | null }>(
      `SELECT previous_secret FROM webhook_subscriptions WHERE id = ${id}`,
    );
    return row?.previous_secret;
  };
  expect(await read()).toMatch(/^v1\./);
  advanceClock(app, 86_400);
  await app.run('webhooks.watch');
  expect(await read()).toBeNull();
});
