import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../apps/server/test/callers.ts';
import { fillSignInForm, goTo, inboxOf, openConsole, openSignedOut, signInAt } from '../../apps/server/test/console.ts';
import { startApp, type TestApp } from '../../apps/server/test/harness.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { openSite } from '../../apps/server/test/site.ts';
import { until } from '../../apps/server/test/until.ts';

type Enter = (app: TestApp, person: { email: string }) => Promise<{ page: Page }>;

/** An operator and another agent with a chat, and the operator's console. */
async function startDesk(enter: Enter = (app, person) => openConsole(app, person, '/app/contacts')) {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const { params } = await addChat(app, ann, 'Is it blue?');
  const { page } = await enter(app, bob);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await inboxOf(page).row('Is it blue?').click();
  await inboxOf(page).said('Is it blue?').waitFor();
  return { app, ann, bob, page, chat: params };
}

/** The browser has the server's own cookie. */
const signIn: Enter = async (app, person) => {
  const opened = await openSignedOut(app);
  await goTo(opened.page, `${app.address}/app/sign-in`);
  await fillSignInForm(opened.page, person);
  await goTo(opened.page, `${app.address}/app/contacts`);
  return opened;
};

const suspend = (app: TestApp, { agentId }: { agentId: number }) =>
  app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${agentId}; SELECT pg_notify('parley', 'agent:${agentId}')`);

/** What a page of another site reads from the given URL. */
const evil = (url: string) => `<!doctype html><title>evil</title>
<iframe id="frame" src="${url}/app/inbox"></iframe><iframe name="answer"></iframe>
<form method="post" target="answer" action="${url}/console-api/session" enctype="text/plain">
<input name='{"email":"a@b.test","password":"' value='"}'></form>`;

test("a page of another site can neither read nor change anything with an agent's session", async () => {
  const { app, ann, page } = await startDesk(signIn);
  const { address: url } = app;
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const tab = await page.context().newPage();
  // Another port of the host is the same site: the cookie is sent, and only the origin tells them apart.
  await tab.goto(await openSite({ '/': evil(url) }));
  const tries = await tab.evaluate(async (base) => {
    const attempt = (method: string, path: string, given: RequestInit = {}) =>
      fetch(base + path, { method, credentials: 'include', ...given }).then(
        async (answer) => `${answer.type} ${await answer.text()}`,
        () => 'refused',
      );
    const socket = new Promise((resolve) => {
      const line = new WebSocket(`${base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      line.onmessage = ({ data }) => (/^0/.test(data) ? line.send('40/agent,') : resolve(data));
      line.onerror = () => resolve('refused');
    });
    document.forms[0]?.submit();
    return {
      reads: [await attempt('GET', '/console-api/session'), await attempt('GET', '/api/v1/contacts')],
      blind: await attempt('GET', '/api/v1/contacts', { mode: 'no-cors' }),
      writes: [
        await attempt('POST', '/api/v1/contacts', { mode: 'no-cors', body: '{"name":"Evil"}' }),
        await attempt('DELETE', '/console-api/sessions'),
        await attempt('PUT', '/console-api/password', { body: '{}' }),
      ],
      socket: await socket,
    };
  }, url);
  expect(tries).toMatchObject({
    reads: ['refused', 'refused'],
    blind: 'opaque ',
    writes: ['opaque ', 'refused', 'refused'],
    socket: expect.stringMatching(/^44\/agent,.*origin_not_allowed/),
  });
  const frame = await (await tab.locator('#frame').elementHandle())?.contentFrame();
  expect(frame?.url()).not.toContain('/app/');
  expect((await ann.call(api.contacts.list)).data.data).toHaveLength(1);
  await page.reload();
  await inboxOf(page).said('Is it blue?').waitFor();
});

test.each(['signs out everywhere', 'changes the password', 'is suspended'] as const)(
  'a console whose user %s elsewhere closes at once, and drafts are kept for that user alone',
  async (what) => {
    const { app, ann, bob, page, chat } = await startDesk();
    const { reply, said } = inboxOf(page);
    await reply.fill('Half a reply');
    const elsewhere = await signedIn(app, bob);
    const password = { current_password: PASSWORD, password: `${PASSWORD} staple` };
    if (what === 'signs out everywhere') await elsewhere(dashboard.session.removeAll);
    else if (what === 'changes the password') await elsewhere(dashboard.session.changePassword, { body: password });
    else await suspend(app, bob);
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByText('Is it blue?').count()).toBe(0);
    const connected = `SELECT FROM connections WHERE agent_id = ${bob.agentId} AND left_at IS NULL`;
    await until(async () => (await app.sql(connected)).length === 0, 'the socket is cut');
    await page.goBack();
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByText('Is it blue?').count()).toBe(0);

    const url = `${app.address}/app/inbox/${chat.id}`;
    await fillSignInForm(page, ann);
    await goTo(page, url);
    await said('Is it blue?').waitFor();
    expect(await reply.inputValue()).toBe('');
    if (what !== 'signs out everywhere') return;
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    await page.goBack();
    await page.getByLabel('E-mail').waitFor();
    expect(await page.getByText('Is it blue?').count()).toBe(0);
    await signInAt(page, url, bob);
    await said('Is it blue?').waitFor();
    expect(await reply.inputValue()).toBe('Half a reply');
  },
);
