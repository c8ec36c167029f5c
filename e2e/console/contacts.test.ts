import { readFileSync } from 'node:fs';
import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { asSystem } from '../../apps/server/src/kernel/data/context.ts';
import { applyIntegrationData } from '../../apps/server/src/modules/people/contacts/index.ts';
import * as suppressions from '../../apps/server/src/modules/people/suppressions/index.ts';
import { addAnsweredVisitor } from '../../apps/server/test/callers.ts';
import { openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/until.ts';

const { contacts } = api;

/** An owner's contacts page, signed in. */
async function startContacts() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const open = async (options: Parameters<typeof openConsole>[3] = {}, path = '/app/contacts') => {
    const opened = await openConsole(app, ann, path, options);
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    return {
      ...opened,
      pane: page.getByLabel('Contact', { exact: true }),
      rows: page.getByRole('table').locator('tbody a'),
    };
  };
  const add = async (body: object) => (await ann.call(contacts.create, { body })).data;
  const read = async (id: string) => (await ann.call(contacts.read, { params: { id } })).data;
  return { app, ann, open, add, read };
}

test('search filters while typing, and the URL keeps the query', async () => {
  const { app, ann, open, add } = await startContacts();
  await app.sql(
    `INSERT INTO contacts (widget_id, guid, name, created_at, updated_at)
     SELECT ${ann.widgetId}, md5(n::text), 'Guest ' || n, now(), now() FROM generate_series(1, 120) AS n`,
  );
  const ira = await add({ name: 'Ira Petrova', email: 'ira@example.test' });
  await ann.call(contacts.addTags, { params: { id: ira.id }, body: { tags: ['vip'] } });
  const { page, rows, pane, complaints } = await open();
  await until(async () => (await rows.count()) >= 50, 'the first page is there');
  await until(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    return (await rows.count()) === 121;
  }, 'all came by scrolling');

  await page.getByRole('searchbox').fill('petrova');
  await until(async () => (await rows.count()) === 1, 'one is found');
  expect(new URL(page.url()).searchParams.get('query')).toBe('petrova');
  await rows.first().click();
  await pane.getByRole('heading', { name: 'Ira Petrova' }).waitFor();
  await page.reload();
  await pane.getByRole('heading', { name: 'Ira Petrova' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('petrova');

  await page.getByRole('searchbox').fill('nobody like that');
  await page.getByText('No matches').waitFor();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await until(async () => (await rows.count()) >= 50, 'all are shown again');
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'vip' }).click();
  await until(async () => (await rows.count()) === 1, 'one has the tag');
  expect(page.url()).toBe(`${app.address}/app/contacts/${ira.id}?tag=vip`);
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('columns and order of the list are chosen and remembered', async () => {
  const { app, ann, open, add } = await startContacts();
  for (const name of ['Zoe', 'alice', 'Борис']) await add({ name });
  await addAnsweredVisitor(app, ann);
  const { page, rows } = await open();
  const names = async () => (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const headings = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  await until(async () => (await names()).length === 4, 'all are listed');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await until(async () => /alice.*Zoe.*Борис.*Visitor/.test((await names()).join(' ')), 'names are sorted');
  expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('button', { name: 'Columns and sorting' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Last chat' }).click();
  await page.getByRole('menuitemradio', { name: 'Last chat' }).click();
  await page.keyboard.press('Escape');
  const chosen = ['Name', 'E-mail', 'Tags', 'Last chat', 'Created'];
  await until(async () => expect(await headings()).toEqual(chosen), 'the columns change');
  await until(async () => (await names())[0]?.includes('Visitor'), 'who wrote last comes first');
  await page.reload();
  await until(async () => expect(await headings()).toEqual(chosen), 'the columns are remembered');
  await until(async () => (await names())[0]?.includes('Visitor'), 'so is the order');
});

test('fields are edited in place, and an invalid value stays to be corrected', async () => {
  const { ann, open, add, read } = await startContacts();
  const { id } = await add({ name: 'Ira', attributes: { seats: 3, plan: 'free' } });
  await ann.call(contacts.addTags, { params: { id: (await add({ name: 'Oleg' })).id }, body: { tags: ['vip'] } });
  const { page, pane } = await open({}, `/app/contacts/${id}`);
  await pane.getByLabel('Name', { exact: true }).fill('Irina');
  await page.keyboard.press('Enter');
  await pane.getByRole('heading', { name: 'Irina' }).waitFor();
  await page.getByRole('table').getByText('Irina').waitFor();
  await pane.getByLabel('Phone').fill('+7 900');
  await page.keyboard.press('Escape');
  expect(await pane.getByLabel('Phone').inputValue()).toBe('');
  await pane.getByLabel('E-mail').fill('wrong');
  await pane.getByLabel('Notes').fill('tall');
  await pane.getByText('Enter a full e-mail address').waitFor();
  await pane.getByLabel('E-mail').fill('ira@example.test');
  await page.keyboard.press('Enter');

  await pane.getByLabel('Tags').fill('vi');
  await page.getByRole('option', { name: 'vip' }).click();
  await pane.getByLabel('Tags').fill('new');
  await page.keyboard.press('Enter');
  await pane.getByRole('button', { name: 'Remove tag vip' }).click();
  await pane.getByRole('textbox', { name: 'seats' }).fill('4');
  await page.keyboard.press('Enter');
  await pane.getByText('plan', { exact: true }).hover();
  await pane.getByRole('button', { name: 'Remove plan' }).click();
  await pane.getByRole('button', { name: 'Add an attribute' }).click();
  await pane.getByRole('textbox', { name: 'Name', exact: true }).last().fill('city');
  await pane.getByRole('textbox', { name: 'Value' }).fill('Тверь');
  await page.keyboard.press('Enter');
  const wanted = {
    name: 'Irina',
    email: 'ira@example.test',
    phone: null,
    description: 'tall',
    tags: ['new'],
    attributes: { seats: 4, city: 'Тверь' },
  };
  await until(async () => expect(await read(id)).toMatchObject(wanted), 'the edits are stored');
});

test('a contact is blocked, merged and erased, each after a confirmation', async () => {
  const { app, ann, open, read } = await startContacts();
  const [kept, other] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  await ann.call(contacts.update, { params: { id: kept.contactId }, body: { name: 'Irina' } });
  await ann.call(contacts.update, { params: { id: other.contactId }, body: { name: 'Ira', phone: '+1' } });
  const params = { button_guid: ann.buttonGuid };
  await kept.call(site.visitor.rate, { params, body: { score: 4, comment: 'quick' } });
  const { page, pane, rows } = await open({}, `/app/contacts/${kept.contactId}`);
  const act = async (name: string) => {
    await pane.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await pane.getByRole('img', { name: '4 of 5' }).waitFor();
  await act('Block');
  await pane.getByText('Blocked: can’t send messages').waitFor();
  await until(async () => (await read(kept.contactId)).blocked_at !== null, 'the contact is blocked');
  await act('Unblock');
  await pane.getByText('Blocked: can’t send messages').waitFor({ state: 'detached' });

  await act('Merge…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Contact to merge').fill('ira');
  await dialog.getByRole('button', { name: 'Ira' }).click();
  await dialog.getByText('Ira’s contact is deleted. This can’t be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Merged into Irina').waitFor();
  expect(await pane.getByLabel('Phone').inputValue()).toBe('+1');
  await until(async () => (await rows.count()) === 1, 'the other is gone from the list');
  expect(await pane.getByRole('link').filter({ hasText: 'hi' }).getAttribute('href')).toBe(`/app/inbox/${kept.chatId}`);

  await act('Delete…');
  await dialog.getByText('chats, messages, files and ratings will be deleted').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await act('Delete…');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Irina deleted').waitFor();
  await page.getByText('People who write to you appear here automatically.').waitFor();
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(0);
});

test('contacts are added by hand and exported', async () => {
  const { open } = await startContacts();
  const { page, pane } = await open();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New contact' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Enter a name, e-mail or phone number.').waitFor();
  await dialog.getByLabel('Name').fill('=Ira');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await pane.getByRole('heading', { name: '=Ira' }).waitFor();

  await page.getByRole('button', { name: 'Export and import' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^contacts-.*\.csv$/);
  expect(readFileSync(await download.path(), 'utf8')).toContain(",'=Ira,");
});

test('on a phone a contact covers the list and closes with a tap', async () => {
  const { open, add } = await startContacts();
  const { id } = await add({ name: 'Ира', email: 'ira@example.test' });
  const { page, pane, rows } = await open({ viewport: { width: 390, height: 800 } });
  await rows.first().click();
  await pane.getByRole('heading', { name: 'Ира' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/app/contacts/${id}`);
  await pane.getByLabel('Phone').fill('+1');
  await page.keyboard.press('Escape');
  await pane.getByRole('button', { name: 'Close contact' }).click();
  await pane.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/app/contacts');
  const hasOverflow = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await hasOverflow()).toBe(false);
});

test('integration data of a contact appears at once, with its link', async () => {
  const { app, ann, open, add } = await startContacts();
  const { id } = await add({ name: 'Ira' });
  const { pane } = await open({}, `/app/contacts/${id}`);
  await pane.getByRole('heading', { name: 'Ira' }).waitFor();
  expect(await pane.getByText('From the CRM').count()).toBe(0);
  const tenant = { accountId: ann.accountId, widgetId: ann.widgetId, buttonGuid: ann.buttonGuid };
  const [row] = await app.sql<{ number: number }>(`SELECT id::int AS number FROM contacts WHERE guid = '${id}'`);
  await app.unitOfWork.write({ tenant }, (work) =>
    applyIntegrationData({ ...work, widgetId: ann.widgetId }, row?.number ?? 0, {
      crm_data: [{ title: 'Plan', content: 'Pro', link: null }],
      crm_link: 'https://crm.example/people/7',
    }),
  );
  await pane.getByRole('heading', { name: 'From the CRM' }).waitFor();
  await pane.getByText('Pro').waitFor();
  expect(await pane.getByRole('link', { name: 'Open in CRM' }).getAttribute('href')).toBe(
    'https://crm.example/people/7',
  );
});

test('nothing a visitor or site submits runs, wherever it is shown', async () => {
  const { app, ann, open } = await startContacts();
  const bad = '<img src=x onerror="document.title=1">"><script>document.title=2</script>';
  const visitor = await addAnsweredVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await visitor.write(bad);
  await visitor.call(site.visitor.updateContact, {
    params,
    body: { name: bad, phone: bad.slice(0, 64), description: bad },
  });
  await visitor.call(site.visitor.setCustomData, {
    params,
    body: {
      fields: [
        { title: bad, content: bad },
        { content: 'a link', link: 'https://shop.example/?a="><script>' },
      ],
    },
  });
  await visitor.call(site.visitor.rate, { params, body: { score: 1, comment: bad } });
  const id = visitor.contactId;
  const body = { attributes: { [bad.slice(0, 60)]: bad } };
  await ann.call(contacts.update, { params: { id }, body });
  await ann.call(contacts.addTags, { params: { id }, body: { tags: [bad.slice(0, 60)] } });
  const { page, pane, complaints } = await open({}, `/app/contacts/${id}`);
  await pane.getByRole('heading', { name: bad }).waitFor();
  await pane
    .getByText('1 of 5')
    .or(pane.getByRole('img', { name: '1 of 5' }))
    .first()
    .waitFor();
  await pane.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByText(bad).waitFor();
  const link = pane.locator('a[target="_blank"]');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
  expect(await page.title()).toBe('Contacts · Parley');
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('consent to marketing is shown and changed, and nobody agrees for a person who unsubscribed', async () => {
  const { app, ann, open, add, read } = await startContacts();
  const ira = await add({ name: 'Ira', email: 'ira@example.test' });
  const oleg = await add({ name: 'Oleg', phone: '+7 900 000-00-00' });
  const { page, pane } = await open({}, `/app/contacts/${ira.id}`);
  const consent = pane.getByRole('combobox', { name: 'Marketing' });
  await consent.selectOption('Agreed to e-mails');
  await pane.getByText('Answered').waitFor();
  await until(async () => (await read(ira.id)).email_consent === true, 'it is stored');
  await consent.selectOption('No e-mails');
  await until(async () => (await read(ira.id)).email_consent === false, 'it is stored');
  await app.unitOfWork.write({ tenant: ann }, (work) =>
    suppressions.suppress(asSystem(work, ann), {
      channel: 'email',
      address: 'ira@example.test',
      reason: 'unsubscribed',
    }),
  );
  await consent.selectOption('Agreed to e-mails');
  await pane.getByText('The recipient unsubscribed. Only they can undo it.').waitFor();
  expect((await read(ira.id)).email_consent).toBe(false);
  await page.goto(`${app.address}/app/contacts/${oleg.id}`);
  await pane.getByRole('heading', { name: 'Oleg' }).waitFor();
  expect(await consent.count()).toBe(0);
});
