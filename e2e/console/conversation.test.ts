import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../apps/server/test/callers.ts';
import { inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { addDepartment } from '../../apps/server/test/departments.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent, untilOnline } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';
import { shopPage, updateSettings, visit, write } from '../../apps/server/test/widget.ts';

async function startDesk() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner({ apiEnabled: true });
  await updateSettings(ann, { widget_default_language: 'en', device_profiles: { enabled: true } });
  const tag = `<script async src="${app.publicUrl}/w/${ann.buttonGuid}.js"></script>`;
  return { app, ann, tag };
}

test('a visitor and an agent chat: each sees what the other writes, types and has seen', async () => {
  const { app, ann, tag } = await startDesk();
  const operator = await openConsole(app, ann, '/app/inbox');
  const desk = inboxOf(operator.page);
  await operator.page.getByRole('heading', { name: 'Four steps to your first chat' }).waitFor();
  await untilOnline(ann);
  const visitor = await visit(tag, { page: shopPage(tag) });
  await write(visitor.page, 'Is it blue?');
  await desk.row('Is it blue?').click();
  await desk.said('Is it blue?').waitFor();
  await visitor.widget.mark('Is it blue?', 'Seen').waitFor();

  await visitor.widget.input.pressSequentially('and is it');
  await desk.log.getByText('and is it').waitFor();
  await visitor.widget.input.fill('');
  await desk.reply.fill('Yes, **very**.');
  await desk.reply.press('Enter');
  await visitor.widget.said('Yes, **very**.').waitFor();
  await desk.log.getByRole('img', { name: 'Seen' }).waitFor();
  await desk.row('You: Yes').waitFor();

  await desk.button('Note').click();
  await desk.note.fill('A regular customer');
  await desk.note.press('Enter');
  await desk.said('A regular customer').waitFor();
  await write(visitor.page, 'Thank you');
  await desk.said('Thank you').waitFor();
  expect(await visitor.page.getByText('A regular customer').count()).toBe(0);

  await desk.button('Done').click();
  await desk.notice.getByText('Chat closed').waitFor();
  await desk.row('Thank you').waitFor({ state: 'detached' });
  await write(visitor.page, 'One more thing');
  await desk.row('One more thing').waitFor();
  expect(operator.complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('of two agents who claim a chat at once one gets it, and the other sees who', async () => {
  const { app, ann } = await startDesk();
  const bob = await addAgent(app, ann, 'operator');
  const { params } = await addChat(app, ann, 'Anybody?');
  // Requests through a service worker bypass the test's routes.
  const browser = { serviceWorkers: 'block' } as const;
  const pages = await Promise.all(
    [ann, bob].map((person) => openConsole(app, person, `/app/inbox/${params.id}`, browser)),
  );
  const [one, other] = pages.map(({ page }) => inboxOf(page)) as [
    ReturnType<typeof inboxOf>,
    ReturnType<typeof inboxOf>,
  ];
  // Both have clicked before the server receives either.
  const gate = Promise.withResolvers<void>();
  let pressed = 0;
  for (const { page } of pages) {
    await page.route('**/claim', async (route) => {
      pressed += 1;
      await gate.promise;
      await route.continue();
    });
  }
  for (const desk of [one, other]) await desk.button('Claim').click();
  await until(() => pressed === 2, 'both have pressed');
  gate.resolve();
  const owner = await until(async () => {
    const { data } = await ann.call(api.chats.read, { params });
    return data.agent_id ?? false;
  }, 'somebody has it');
  const loser = owner === ann.agentId ? other : one;
  await loser.notice
    .getByText(owner === ann.agentId ? 'Ann has already claimed this chat.' : 'Bob has already claimed this chat.')
    .waitFor();
  for (const desk of [one, other]) await desk.button('Claim').waitFor({ state: 'detached' });
});

test('a chat is transferred with a note, and the new owner finds it among theirs', async () => {
  const { app, ann } = await startDesk();
  const bob = await addAgent(app, ann, 'operator');
  const { params } = await addChat(app, ann, 'Where is my order?');
  const mine = await openConsole(app, bob, '/app/inbox?view=mine');
  await mine.page.getByText('No chats assigned to you').waitFor();
  const { page } = await openConsole(app, ann, `/app/inbox/${params.id}`);
  // The panel beside the chat has some too.
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Transfer…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Bob').click();
  await dialog.getByLabel('Comment').fill('Knows the warehouse');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  const desk = inboxOf(mine.page);
  await desk.row('Where is my order?').click();
  await desk.said('Knows the warehouse').waitFor();
});

test('a chat is transferred to a department, and its log names it', async () => {
  const { app, ann } = await startDesk();
  const bob = await addAgent(app, ann, 'operator');
  await addDepartment(ann, [bob], { name: 'Billing', channels: [] });
  const { params, read } = await addChat(app, ann, 'Where is my invoice?');
  const { page } = await openConsole(app, ann, `/app/inbox/${params.id}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Transfer…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Bob').click();
  await dialog.getByLabel('Billing').check();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await page.getByText('transferred the chat to Billing').waitFor();
  expect(await read()).toMatchObject({ agent_id: null, department_id: expect.any(Number) });
});

test('the palette lists the actions available for the open chat, with their keys, and runs them', async () => {
  const { app, ann } = await startDesk();
  await app.sql(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
    VALUES (${ann.accountId}, ${ann.widgetId}, 'ai', 'operator', now())`);
  const { params, read } = await addChat(app, ann, 'Hello?');
  const { page } = await openConsole(app, ann, `/app/inbox/${params.id}`, { viewport: { width: 1_440, height: 900 } });
  const { said, note, button, notice } = inboxOf(page);
  const field = page.getByRole('combobox', { name: 'Find anything' });
  const options = page.getByRole('group', { name: 'This chat' }).getByRole('option');
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(text);
  };
  const choose = async (text: string) => {
    await find(text);
    await options.first().waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
  };
  const has = async (text: string, wanted: string[]) => {
    await find(text);
    const listed = async () => (await options.allInnerTexts()).map((each) => each.replace(/\s+/g, ' ').trim());
    await until(async () => expect(await listed()).toEqual(wanted), 'what is possible is listed');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  };
  await said('Hello?').waitFor();
  await has('', [
    'Reply r',
    'Note n',
    'Claim',
    'Assign a',
    'Done e',
    'Snooze… s',
    'Mark as unread u',
    'Transfer…',
    'Teammates in this chat…',
    'Request a rating',
    'Download transcript',
    'Copy link',
    'Why?',
    'Mark as spam',
    'Block visitor',
    'AI replies on',
  ]);
  await choose('ai replies');
  await has('ai replies', ['AI replies off']);
  await choose('claim');
  await button('Claim').waitFor({ state: 'detached' });
  await until(async () => (await read()).agent_id === ann.agentId, 'it is claimed');
  await choose('note');
  await until(() => note.evaluate((each) => each === document.activeElement), 'the note has the focus');
  await choose('reassign (ann)');
  await page.getByRole('menuitemradio', { name: 'Ann' }).waitFor();
  await page.keyboard.press('Escape');
  await choose('transfer');
  await page.getByRole('dialog', { name: 'Transfer chat' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose('snooze');
  await page.getByRole('dialog', { name: 'Snooze' }).getByRole('button', { name: 'Until they reply' }).click();
  await until(async () => (await read()).snoozed_at !== null, 'the chat is snoozed');
  await choose('unsnooze');
  await until(async () => (await read()).snoozed_at === null, 'the chat is woken');
  await choose('done');
  await notice.getByText('Chat closed').waitFor();
  await has('reopen', ['Reopen e']);
  for (const text of ['done', 'snooze', 'claim']) await has(text, []);
  await page.getByRole('link', { name: 'Contacts' }).click();
  await find('');
  await page.getByRole('option', { name: 'Go to Inbox' }).waitFor();
  expect(await options.count()).toBe(0);
});

test('other viewers of a chat are shown, and which of them is typing', async () => {
  const { app, ann } = await startDesk();
  const bob = await addAgent(app, ann, 'operator');
  const { params } = await addChat(app, ann);
  const first = await openConsole(app, ann, `/app/inbox/${params.id}`);
  await inboxOf(first.page).said('hello').waitFor();
  const second = await openConsole(app, bob, `/app/inbox/${params.id}`);
  await first.page
    .getByRole('img', { name: 'Also viewing: Bob' })
    .or(first.page.getByText('Also viewing: Bob'))
    .first()
    .waitFor();
  await inboxOf(second.page).reply.pressSequentially('I am');
  await first.page.getByText('Bob is typing a reply…').waitFor();
});

test('history loads upwards, and the reading position stays', async () => {
  const { app, ann } = await startDesk();
  const { params, visitor } = await addChat(app, ann, 'Message 1.');
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT ${ann.widgetId}, ${params.id}, n, 'client', 'text', 'Message ' || n || '.', now() FROM generate_series(2, 130) AS n`);
  await app.sql(`UPDATE chat_heads SET last_seq = 130, version = version + 1 WHERE chat_id = ${params.id}`);
  const { page } = await openConsole(app, ann, `/app/inbox/${params.id}`);
  const { log, said } = inboxOf(page);
  const atEnd = () =>
    until(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 2), 'the end is in view');
  await said('Message 130.').waitFor();
  await atEnd();
  const topOf = (text: string) => said(text).evaluate((element) => element.getBoundingClientRect().top);
  await log.evaluate((element) => element.scrollTo({ top: 300 }));
  const anchor = 'Message 90.';
  const before = await topOf(anchor);
  await said('Message 40.').waitFor({ state: 'attached' });
  expect(Math.abs((await topOf(anchor)) - before)).toBeLessThan(2);
  await visitor.write('Still there?');
  await page.getByRole('button', { name: '1 new message' }).click();
  await said('Still there?').waitFor();
  await atEnd();
});
