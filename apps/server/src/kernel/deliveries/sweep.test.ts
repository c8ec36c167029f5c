import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';
import { CALLS_THIS_MACHINE, startReceiver } from '../../../test/receiver.ts';
import { advanceClock, changeContact, logOf, subscribe, untilLogged } from '../../../test/webhooks.ts';

test('a delivered event stays in the log for 30 days, and a pending one at any age', async () => {
  const app = await startApp(CALLS_THIS_MACHINE, { background: true });
  const ann = await app.owner();
  const receiver = await startReceiver((response, _arrival, place) => response.writeHead(place ? 500 : 200).end());
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered', 1);
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  await app.sql(`UPDATE deliveries SET due_at = now() + interval '1 year' WHERE status = 'pending'`);
  const hours = () => app.sql(`SELECT FROM delivery_hours WHERE widget_id = ${ann.widgetId}`);
  expect(await hours()).toHaveLength(1);
  advanceClock(app, 30 * 86_400 - 60);
  await app.run('deliveries.sweep');
  expect((await logOf(ann, id)).length).toBe(2);
  expect(await hours()).toEqual([]);
  advanceClock(app, 120);
  await app.run('deliveries.sweep');
  expect((await logOf(ann, id)).map(({ status }) => status)).toEqual(['pending']);
});
