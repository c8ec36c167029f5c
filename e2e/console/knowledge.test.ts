import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAi, addAiChat, shareAi } from '../../apps/server/test/answering.ts';
import { goTo, inboxOf, openConsole } from '../../apps/server/test/console.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { openSite } from '../../apps/server/test/site.ts';
import { expectFaultless } from './accessibility/axe.ts';

const { kb } = api;
const shared = shareAi({ live: true, isPublic: true });

function partsOf(app: TestApp, page: Page) {
  return {
    page,
    dialog: page.getByRole('dialog'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    notice: (text: string) => page.getByRole('status').getByText(text),
    rows: (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem'),
    question: page.getByRole('textbox', { name: 'Question of a visitor' }),
    open: (to: string) => goTo(page, `${app.address}/app/ai/knowledge${to}`),
  };
}

async function start(prepare?: (ann: Owner) => Promise<unknown>, path = '/app/ai/knowledge') {
  const { app, vendor } = shared();
  const ann = await app.owner({ apiEnabled: true });
  await prepare?.(ann);
  const { page, complaints } = await openConsole(app, ann, path);
  return { app, vendor, ann, complaints, ...partsOf(app, page) };
}

const rulesOf = async (ann: Owner) => (await ann.call(kb.listRules)).data.data.toReversed();

test('a rule is written, found for a question, mended and deleted', async () => {
  const { app, ann, page, dialog, button, link, heading, notice, rows, question, open } = await start();
  await page.getByText('no credential has an embedding model').waitFor();
  await link('Write a rule').click();
  await heading('New rule').waitFor();
  await button('Save rule').click();
  await page.getByText('Enter the text.').waitFor();
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('How long does delivery take?\n\nParcels arrive within three days.');
  await button('Save rule').click();
  await page.getByText('No credential can embed texts.').waitFor();
  await question.fill('When does it come?');
  await button('Search').click();
  await page.getByText('Couldn’t search').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Open credentials' }).waitFor();
  await addAi(ann);
  await page.getByLabel('Document ID').fill('delivery');
  await button('Save rule').click();
  await notice('Rule saved. The AI can use it now.').waitFor();
  await heading('Rule').waitFor();
  expect(await rulesOf(ann)).toMatchObject([{ doc_id: 'delivery', source: 'manual', has_embedding: true }]);

  await question.fill('How long do parcels take?');
  await button('Search').click();
  const own = rows('Found rules').filter({ hasText: 'This rule' });
  await own.getByText('Words: no. 1').waitFor();
  await own.getByText(/^Similarity/).waitFor();
  expect(await own.locator('mark').allInnerTexts()).toContain('Parcels');
  await text.fill('Parcels arrive within four days.');
  await page.getByText('The saved text is searched.').waitFor();
  await expectFaultless(page, 'a rule beside what is found');
  await button('Save').click();
  await notice('Rule saved.').waitFor();
  await own.getByText('within four days').waitFor();

  await ann.call(kb.createRule, { body: { content: 'Returns are free for 30 days.' } });
  await app.sql(`UPDATE kb_rules SET created_at = now() - interval '91 days', last_used_at = NULL
    WHERE widget_id = ${ann.widgetId} AND content LIKE 'Returns%'`);
  await link('Knowledge').last().click();
  await expect.poll(() => rows('Rules').count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Search in texts' }).fill('four');
  await expect.poll(() => rows('Rules').allInnerTexts()).toEqual([expect.stringContaining('four days')]);
  await page.getByRole('searchbox', { name: 'Search in texts' }).fill('');
  await expect.poll(() => rows('Rules').count()).toBe(2);
  await page.getByRole('combobox', { name: 'Use' }).click();
  await page.getByRole('option', { name: 'Unused for 90 days' }).click();
  await expect.poll(() => rows('Rules').allInnerTexts()).toEqual([expect.stringContaining('Returns')]);
  await page.getByRole('searchbox', { name: 'Document ID' }).fill('delivery');
  await page.getByText('No rule matches these filters.').waitFor();
  await button('Clear filters').click();
  await button('delivery').click();
  await expect.poll(() => rows('Rules').count()).toBe(1);
  await rows('Rules').getByRole('link').click();
  await button('Delete…').click();
  await dialog.getByRole('button', { name: 'Delete rule' }).click();
  await notice('Rule deleted.').waitFor();
  await expect.poll(() => rows('Rules').allInnerTexts()).toEqual([expect.stringContaining('Returns')]);

  await open('/sources');
  await rows('Sources').getByText('1 rule').waitFor();
  await button('Delete all rules of Written by hand').click();
  await dialog.getByRole('button', { name: 'Delete all' }).click();
  await notice('1 rule deleted.').waitFor();
  await page.getByText('No sources yet').waitFor();
  expect(await rulesOf(ann)).toEqual([]);
});

test('many files are dropped at once, and each says what became of it', async () => {
  const { ann, page, dialog, button, link, notice, rows, open } = await start(addAi, '/app/ai/knowledge/files');
  await page.getByText('No files yet').waitFor();
  const files = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['# Delivery\n\nThree days.'], 'delivery.md'));
    dropped.items.add(new File(['%PDF-1.4 nothing'], 'broken.pdf'));
    dropped.items.add(new File([new Uint8Array(10_485_761)], 'huge.pdf'));
    dropped.items.add(new File(['PK'], 'archive.zip'));
    return dropped;
  });
  await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: files });
  const row = (name: string) => rows('Files').filter({ hasText: name });
  await row('delivery.md').getByText('Ready').waitFor();
  await row('broken.pdf').getByText('The file is damaged.').waitFor();
  await row('huge.pdf').getByText('Larger than 10 MB.').waitFor();
  await row('archive.zip').getByText('This kind of file can’t be read.').waitFor();
  expect(await row('huge.pdf').getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await expectFaultless(page, 'files and their reasons');
  await button('Leave out huge.pdf').click();
  await row('huge.pdf').waitFor({ state: 'detached' });

  await page.route('**/api/v1/kb/uploads', (route) => route.abort());
  await page.locator('input[type="file"]').setInputFiles({
    name: 'returns.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Returns are free.'),
  });
  await row('returns.txt').getByText('Not uploaded').waitFor();
  await page.unroute('**/api/v1/kb/uploads');
  await row('returns.txt').getByRole('button', { name: 'Try again' }).click();
  await row('returns.txt').getByText('Ready').waitFor();

  await link('delivery.md').click();
  await expect.poll(() => rows('Rules').allInnerTexts()).toEqual([expect.stringContaining('Three days')]);
  await open('/files');
  await button('Delete delivery.md').click();
  await dialog.getByRole('button', { name: 'Delete file' }).click();
  await notice('File deleted.').waitFor();
  await row('delivery.md').waitFor({ state: 'detached' });
  expect((await rulesOf(ann)).map(({ content }) => content)).toEqual([expect.stringContaining('Returns')]);
});

const page = (title: string, text: string, links = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`;

test('one address is enough for the first answer, and what a crawl changed is undone', async () => {
  const pages: Record<string, string> = {
    '/': page(
      'Olive and Clay',
      'A small shop for handmade tableware.',
      '<a href="/delivery">Delivery</a> <a href="/gone">Old</a>',
    ),
    '/delivery': page('Delivery', 'Parcels arrive within three days, and on Saturdays until noon.'),
  };
  const site = await openSite(pages);
  const desk = await start((owner) => addAi(owner, { settings: { rag_enabled: true } }));
  const { ann, vendor, dialog, button, link, heading, notice, rows, question, open } = desk;
  await heading('Give the AI something to answer from').waitFor();
  await button('Read my site').click();
  await desk.page.getByText('Enter the address of a site').waitFor();
  await desk.page.getByLabel('Your site’s address').fill(site);
  await button('Read my site').click();
  await heading('Your site is read').waitFor({ timeout: 60_000 });
  await button('The server answered 404 1').click();
  await desk.page.getByRole('link', { name: `${site}/gone` }).waitFor();
  await expectFaultless(desk.page, 'a site that was read');
  await link('Ask a question').click();
  await question.fill('When do parcels arrive?');
  await button('Search').click();
  await rows('Found rules').first().locator('mark').first().waitFor();
  vendor.usual = { text: 'Within three days [K1].' };
  await button('Answer from this').click();
  const chat = desk.page.getByRole('log', { name: 'Test chat' });
  await chat.getByText('Within three days.').waitFor();
  await chat.getByRole('list', { name: 'Sources' }).getByRole('link').first().waitFor();
  await expectFaultless(desk.page, 'a question that was answered');

  const before = await rulesOf(ann);
  pages['/delivery'] = page('Delivery', 'Parcels arrive within nine days, and never on Saturdays.');
  await open('/site');
  await button('Read again').click();
  await heading('Reading your site').or(heading('Your site is next in the queue')).first().waitFor();
  await heading('Your site is read').waitFor({ timeout: 60_000 });
  expect(JSON.stringify(await rulesOf(ann))).toContain('nine days');
  await button('/delivery +1 −1').click();
  await desk.page.locator('ins', { hasText: 'nine' }).waitFor();
  await desk.page.locator('del', { hasText: 'three' }).waitFor();
  await expectFaultless(desk.page, 'what a crawl changed');
  await button('Undo…').click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await notice('The last reading is undone.').waitFor();
  await heading('The last reading was undone').waitFor();
  const texts = (rules: typeof before) => rules.map(({ content }) => content).toSorted();
  expect(texts(await rulesOf(ann))).toEqual(texts(before));
});

test('a source of an answer is opened, and a reply becomes a rule in two clicks, by those who may', async () => {
  const { app, ann, vendor, page, dialog, notice, heading, complaints } = await start(async (owner) => {
    await addAi(owner, { settings: { rag_enabled: true } });
    await owner.call(kb.createRule, { body: { content: 'We deliver on Saturdays until noon.' } });
  }, '/app/inbox');
  vendor.usual = { text: 'On Saturdays [K1].' };
  const chat = await addAiChat(app, ann, 'Do you deliver on Sundays?');
  await chat.settled();
  const desk = inboxOf(page);
  await page.locator('a[data-chat]').first().click();
  const answer = desk.log.getByRole('article', { name: 'Message from Mia' });
  await answer.getByRole('button', { name: /^from 1 source/ }).click();
  await answer.getByRole('link', { name: 'Written by hand' }).click();
  await heading('Rule').waitFor();
  await page.goBack();
  await desk.reply.fill('No, only on Saturdays.');
  await desk.reply.press('Control+Enter');
  const reply = desk.log.getByRole('article').filter({ hasText: 'No, only on Saturdays.' });
  const add = reply.getByRole('button', { name: 'Add to knowledge' });
  await add.click();
  expect(await dialog.getByLabel('Question').inputValue()).toBe('Do you deliver on Sundays?');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await notice('Added to the knowledge base.').waitFor();
  expect((await rulesOf(ann)).slice(1)).toMatchObject([
    { content: 'Do you deliver on Sundays?\n\nNo, only on Saturdays.', source: 'manual' },
  ]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await heading('Rule').waitFor();
  expect(complaints).toEqual([]);

  const bob = await addAgent(app, ann, 'operator');
  const { page: bobsPage } = await openConsole(app, bob, `/app/inbox/${chat.params.id}`, { tabs: 'operator' });
  const bobsDesk = inboxOf(bobsPage);
  await bobsDesk.said('No, only on Saturdays.').waitFor();
  expect(await bobsDesk.log.getByRole('button', { name: 'Add to knowledge' }).count()).toBe(0);
  await bobsDesk.log.getByRole('button', { name: /^from 1 source/ }).click();
  await bobsDesk.log.getByText(/^Written by hand/).waitFor();
  expect(await bobsDesk.log.getByRole('link', { name: 'Written by hand' }).count()).toBe(0);
});
