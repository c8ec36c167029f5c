import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrived, startChannel } from '../../apps/server/test/channels.ts';
import { openConsole } from '../../apps/server/test/console.ts';
import { addDepartment } from '../../apps/server/test/departments.ts';
import { type OpenApp, openApp } from '../../apps/server/test/harness.ts';
import { CALLS_THIS_MACHINE } from '../../apps/server/test/receiver.ts';
import { until } from '../../apps/server/test/until.ts';

const { channels, messages } = api;

let app: OpenApp;
beforeAll(async () => {
  app = await openApp(CALLS_THIS_MACHINE, { background: true, live: true, isPublic: true });
});
afterAll(() => app.end());

/** A reply that was sent while its channel was off. */
async function startUndelivered() {
  const started = await startChannel(app);
  const { ann, channel, params, reply } = started;
  await channel.update({ is_active: false });
  await reply('It arrives today.');
  const fate = async () => (await ann.call(messages.list, { params })).data.data[0]?.delivery?.status;
  await until(async () => (await fate()) === 'failed', 'it has failed');
  return { ...started, fate };
}

test('a reply that did not reach a custom channel says so, and is sent again with a click', async () => {
  const { ann, channel, params, receiver, fate } = await startUndelivered();
  const { page } = await openConsole(app, ann, `/app/inbox/${params.id}`);
  const failure = page.getByText('Not delivered: the channel is off');
  await failure.waitFor();
  await channel.update({ is_active: true });
  await page.getByRole('button', { name: 'Send again' }).click();
  await failure.waitFor({ state: 'detached' });
  await arrived(receiver, 1);
  await until(async () => (await fate()) === 'delivered', 'it is delivered');
  await page.getByRole('img', { name: 'Delivered' }).waitFor();
});

test('the composer says what a custom channel will hide, and not what is hidden from nobody', async () => {
  const { ann, params, reply, receiver } = await startChannel(app);
  await reply('hello');
  const { page } = await openConsole(app, ann, `/app/inbox/${params.id}`);
  const field = page.getByRole('textbox', { name: 'Reply' });
  await field.fill('Call +7 916 123-45-67 or write to ann@example.com');
  const warning = page.getByText(
    'The customer won’t see this: e-mail ann@example.com and phone number +7 916 123-45-67',
  );
  await warning.waitFor();
  await field.fill('Call us');
  await warning.waitFor({ state: 'detached' });
  await field.fill('Call +7 916 123-45-67');
  await page.getByText('The customer won’t see this: phone number +7 916 123-45-67').waitFor();
  await field.press('Enter');
  const bodies = await arrived(receiver, 2);
  expect(JSON.parse(bodies[1]?.body ?? '').message.body).toBe('Call [скрыто]');
});

test('a reply is sent again from the log, and those of a period that did not arrive are replayed', async () => {
  const { ann, channel, receiver } = await startUndelivered();
  await channel.update({ is_active: true });
  const { page } = await openConsole(app, ann, `/app/settings/developers/channels/${channel.id}`);
  const row = page.getByRole('main').locator('button[aria-expanded]:not([aria-haspopup])');
  await row.first().click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await arrived(receiver, 1);
  await page.getByText('Queued. It’s sent in a moment.').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Replay a period…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sends the replies of the period that didn’t arrive').waitFor();
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await page.getByText(/^(All replies of this period have arrived|1 reply is being sent again)/).waitFor();
});

test('a channel gets a department in its form', async () => {
  const { ann, channel } = await startChannel(app);
  const sales = await addDepartment(ann, [ann], { channels: [] });
  const { page } = await openConsole(app, ann, `/app/settings/developers/channels/${channel.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Department').selectOption({ label: 'Sales' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Channel saved.').waitFor();
  expect((await ann.call(channels.read, { params: channel.params })).data.department_id).toBe(sales.id);
});
