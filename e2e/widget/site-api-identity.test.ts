import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn } from '../../apps/server/test/harness.ts';
import { signedIdentity } from '../../apps/server/test/identities.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import {
  call,
  contactsOf,
  contactThat,
  eventsOf,
  listeningPage,
  startSite,
  storedBy,
  untilEvents,
} from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, partsOf, reply, visit, write, writeAndStore } from '../../apps/server/test/widget.ts';

const OK = { result: 'ok' };

const enter = sharePage({ page: listeningPage });
const enterElsewhere = (tag: string) => visit(tag, { page: listeningPage(tag) });

/** Identifies the user, and waits until the server has verified it. */
async function signInOnSite(page: Page, proof: Awaited<ReturnType<typeof signedIdentity>>) {
  expect(await call(page, 'identify', proof)).toEqual(OK);
  await untilEvents(page, 'identify', 1);
}

test('a verified user has one history in every browser, with what they wrote before', async () => {
  const { app, owner, tag, ...desk } = await enter();
  const { call: callConsole } = await signIn(app, owner);
  expect((await callConsole(dashboard.identityKey.renew, { body: { password: PASSWORD } })).status).toBe(201);
  const phone = await enterElsewhere(tag);
  await writeAndStore(phone.page, 'from my phone');
  await contactThat(owner, () => true);
  const proof = await signedIdentity(app, owner, 'user-42');
  await signInOnSite(phone.page, proof);
  expect(await eventsOf(phone.page, 'identify')).toEqual([{ user_id: 'user-42' }]);
  await write(desk.page, 'before I signed in');
  await signInOnSite(desk.page, proof);
  await desk.widget.said('from my phone').waitFor();
  await desk.widget.said('before I signed in').waitFor();
  await phone.widget.said('before I signed in').waitFor();
  await write(desk.page, 'from my desk');
  await phone.widget.said('from my desk').waitFor();
  await reply(owner, await chatOf(app, owner), 'wherever you are');
  for (const { widget } of [phone, desk]) await widget.said('wherever you are').waitFor();
  expect(await contactThat(owner, () => true)).toMatchObject({ user_id: 'user-42' });
  for (const { page, complaints } of [phone, desk]) {
    for (const text of ['from my phone', 'before I signed in', 'from my desk', 'wherever you are'])
      expect([text, await partsOf(page).said(text).count()]).toEqual([text, 1]);
    expect(complaints).toEqual([]);
  }
});

test('an unverified user is not merged: neither by a wrong signature nor by the same e-mail', async () => {
  const { app, owner, tag, ...known } = await enter();
  const stranger = await enterElsewhere(tag);
  const proof = await signedIdentity(app, owner, 'user-42');
  await signInOnSite(known.page, proof);
  await call(known.page, 'setContactInfo', { email: 'ira@example.test' });
  await write(known.page, 'nobody else may read this');
  const wrong = { ...proof, signature: proof.signature.replace(/^./, (first) => (first === '0' ? '1' : '0')) };
  expect(await call(stranger.page, 'identify', wrong)).toEqual(OK);
  expect(await untilEvents(stranger.page, 'error', 1)).toEqual([{ reason: 'identity_invalid' }]);
  expect(await eventsOf(stranger.page, 'identify')).toEqual([]);
  await call(stranger.page, 'setContactInfo', { email: 'ira@example.test' });
  await writeAndStore(stranger.page, 'who am I?');
  const emails = async () => (await contactsOf(owner)).map(({ email, user_id }) => [email, user_id]);
  await until(async () => (await emails()).length === 2, 'both are contacts');
  expect(await emails()).toEqual([
    ['ira@example.test', null],
    ['ira@example.test', 'user-42'],
  ]);
  expect(await stranger.widget.said('nobody else may read this').count()).toBe(0);
  expect(await known.widget.said('who am I?').count()).toBe(0);
});

test('after reset the next message is from a new visitor, and no old history is left on the device', async () => {
  const { app, owner, page, complaints, widget } = await enter();
  await signInOnSite(page, await signedIdentity(app, owner, 'user-42'));
  await writeAndStore(page, 'my old secret');
  await reply(owner, await chatOf(app, owner), 'is safe with us');
  await widget.said('is safe with us').waitFor();
  const token = /"([^"]+\.token)","([^"]+)"/.exec(await storedBy(page))?.[2] ?? '';
  expect(token).toMatch(/^vst_/);
  await widget.input.fill('my half-written secret');
  expect(await call(page, 'reset')).toEqual(OK);
  await widget.said('my old secret').waitFor({ state: 'detached' });
  expect(await widget.input.inputValue()).toBe('');
  await writeAndStore(page, 'I am new here');
  expect(await widget.said('is safe with us').count()).toBe(0);
  const kept = await storedBy(page);
  for (const gone of [token, 'secret', 'user-42']) expect(kept).not.toContain(gone);
  const users = (await contactsOf(owner)).map(({ user_id }) => user_id);
  expect(users).toEqual([null, 'user-42']);
  await page.reload();
  await call(page, 'open');
  await widget.said('I am new here').waitFor();
  expect(await widget.said('my old secret').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a message unsent before a reset is not sent by the next visitor', async () => {
  const { owner, page, widget } = await enter();
  await writeAndStore(page, 'good morning');
  await page.context().setOffline(true);
  await write(page, 'my unsent secret');
  expect(await storedBy(page)).toContain('my unsent secret');
  await call(page, 'reset');
  await widget.said('my unsent secret').waitFor({ state: 'detached' });
  await until(async () => !(await storedBy(page)).includes('secret'), 'nothing of it is kept');
  await page.context().setOffline(false);
  await writeAndStore(page, 'I am new here');
  const { data } = (await owner.call(api.chats.list)).data;
  const said = await Promise.all(
    data.map(async ({ id }) =>
      (await owner.call(api.messages.list, { params: { id } })).data.data.map(({ body }) => body),
    ),
  );
  expect(said).toEqual([['I am new here'], ['good morning']]);
});

test('a reset during a pending request leaves no one identified', async () => {
  const { owner, enter } = await startSite();
  const { page } = await enter();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    void page.route(/\/session$/, async (route) => {
      resolve();
      await new Promise<void>((go) => {
        release = go;
      });
      await route.continue();
    });
  });
  await call(page, 'setContactInfo', { name: 'Ira', phone: '123 456' });
  await held;
  await call(page, 'reset');
  const answered = page.waitForResponse(/\/session$/);
  release();
  await answered;
  await page.unroute(/\/session$/);
  await call(page, 'setContactInfo', { name: 'Oleg' });
  const oleg = await until(
    async () => (await contactsOf(owner)).find(({ name }) => name === 'Oleg') ?? false,
    'the next visitor is known',
  );
  expect(oleg.phone).toBeNull();
});
