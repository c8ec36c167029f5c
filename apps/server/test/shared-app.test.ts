import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from './harness.ts';
import { startMailbox } from './mailbox.ts';
import { readQueue } from './queue.ts';

// The second of each pair would see what the first left behind.
const TWICE = [['first'], ['second']];

test.each(TWICE)('the %s test starts at the present time, even if another moved the clock', async () => {
  const { clock } = await startApp();
  expect(Math.abs(Date.now() - clock.now.epochMilliseconds)).toBeLessThan(60_000);
  clock.now = clock.now.add({ hours: 24 * 400 });
});

test.each(TWICE)('the %s test starts with an empty job queue', async () => {
  const app = await startApp();
  expect(await readQueue(app)).toEqual([]);
  const { email } = await app.owner();
  await app.call(dashboard.session.requestReset, { body: { email } });
  expect(await readQueue(app)).toHaveLength(1);
});

test.each(TWICE)('the %s test has the full rate limit of its address', async () => {
  const app = await startApp();
  const ask = () => app.call(dashboard.session.create, { body: { email: 'nobody@example.test', password: 'x' } });
  expect(Number((await ask()).headers['x-ratelimit-remaining'])).toBe(119);
});

test.each(TWICE)('the %s test has an empty mailbox and an empty account', async () => {
  const { letters, url } = await startMailbox();
  expect(letters).toEqual([]);
  const app = await startApp({ SMTP_URL: url });
  const ann = await app.owner();
  expect((await ann.call(api.contacts.list)).data.data).toEqual([]);
  await ann.call(api.contacts.create, { body: { name: 'Ira' } });
  await ann.call(api.agents.invite, { body: { email: 'ira@example.test' } });
});

test('changing the app for other tests is refused', async () => {
  const app = await startApp();
  await expect(app.sql('DROP TABLE chats')).rejects.toThrow('isolated: true');
  expect(() => app.close()).toThrow('isolated: true');
  expect(() => {
    app.state = 'stopping';
  }).toThrow('isolated: true');
});
