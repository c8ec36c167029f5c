import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../apps/server/test/call.ts';
import { addVisitor } from '../../apps/server/test/callers.ts';
import { goTo, inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { HOSTILE, packTexts } from '../../apps/server/test/hostile-texts.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { PNG } from '../../apps/server/test/pictures.ts';
import { connectVisitor } from '../../apps/server/test/sockets.ts';

const [SCRIPT = '', IMAGE = '', SVG = ''] = [HOSTILE[0], HOSTILE[3], HOSTILE[6]];
const ALL = packTexts(9_000)[0] ?? '';
const TYPED = packTexts(1_000)[0] ?? '';
const RUNS = '<script>top.__xss=1;fetch("//evil.example")</script>';
const FILES = [
  ['"><img src=x onerror=top.__xss=1>.png', PNG],
  ['<svg onload=top.__xss=1>.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="top.__xss=1">${RUNS}</svg>`],
  ['<script>top.__xss=1.html', `<!doctype html><title>1</title>${RUNS}`],
  ['__xss.txt', RUNS],
] as const;

/** A visitor who submits hostile text everywhere a visitor or page can. */
async function startAttack() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner({ apiEnabled: true });
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addVisitor(app, ann);
  const { call, write } = visitor;
  const page = `https://a.example/?${encodeURIComponent(SCRIPT)}#${IMAGE}`;
  const seen = await call(site.visitor.visit, {
    params,
    body: { page, title: SVG, referrer: `https://b.example/${IMAGE}` },
  });
  await call(site.visitor.open, {
    params,
    body: { page: `javascript:top.__xss=1//${IMAGE}`, visit_id: seen.data.visit_id },
  });
  await call(site.visitor.visit, { params, body: { page: 'javascript:top.__xss=1', title: ALL.slice(0, 1_000) } });
  await write(ALL);
  for (const [at, [name, bytes]] of FILES.entries()) {
    const upload = { params, body: new Form(name.replaceAll('"', '%22'), bytes) };
    const { data: file } = await call(site.visitor.upload, upload);
    const type = name.endsWith('.png') ? 'image' : 'file';
    const body = { client_message_id: `file-${at}`, type, file: { id: file.id }, body: IMAGE };
    expect(await call(site.visitor.send, { params, body })).toMatchObject({ status: 201 });
  }
  const known = { name: IMAGE, phone: '"><img src=x onerror=1>', description: ALL };
  expect(await call(site.visitor.updateContact, { params, body: known })).toMatchObject({ status: 200 });
  const fields = HOSTILE.map((text) => ({
    title: text,
    content: text,
    link: `https://a.example/${encodeURIComponent(text)}`,
  }));
  expect(await call(site.visitor.setCustomData, { params, body: { fields } })).toMatchObject({ status: 204 });
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const id = chat?.id ?? 0;
  await ann.call(api.messages.send, { params: { id }, body: { type: 'text', body: 'ok', agent_id: ann.agentId } });
  await call(site.visitor.rate, { params, body: { score: 1, comment: IMAGE } });
  return { app, ann, visitor, id };
}

/** Elements in the page that the console does not render itself. */
function strangeElements() {
  const strange =
    'iframe,object,embed,base,math,animate,template,details,meta[http-equiv],link[href*="evil"],form[action]';
  return [...document.querySelectorAll('*')].flatMap((element) => [
    ...(element.matches(strange) ? [element.outerHTML] : []),
    ...[...element.attributes].flatMap(({ name, value }) => {
      const isAddress = /^(href|src|action|formaction|srcdoc|xlink:href)$/.test(name);
      const isBad = /^on/.test(name) || (isAddress && /^\s*(javascript|vbscript|data:text)/i.test(value));
      return isBad ? [`${name}=${value}`] : [];
    }),
  ]);
}

/** The console, and a check that nothing in it was executed. */
async function openWatched({ app, ann }: Awaited<ReturnType<typeof startAttack>>, path: string) {
  const { page, complaints } = await openConsole(app, ann, path, { viewport: { width: 1_440, height: 900 } });
  const foreign: string[] = [];
  page.context().on('request', (request) => {
    if (!request.url().startsWith(app.publicUrl) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => complaints.push('a dialog was opened')));
  const expectHarmless = async (where: string) => {
    expect([where, await page.evaluate(() => '__xss' in globalThis), await page.evaluate(strangeElements)]).toEqual([
      where,
      false,
      [],
    ]);
    expect([where, foreign, complaints.filter((text) => !/status of 401/.test(text))]).toEqual([where, [], []]);
  };
  return { page, expectHarmless };
}

test('links from a visitor or their page lead only to http and https', async () => {
  const app = await startApp();
  const ann = await app.owner({ apiEnabled: true });
  const { call } = await addVisitor(app, ann);
  for (const link of ['javascript:top.__xss=1', 'JaVaScRiPt:top.__xss=1', 'data:text/html,<script>', ' javascript:1']) {
    const body = { fields: [{ content: 'a', link }] };
    const answer = await call(site.visitor.setCustomData, { params: { button_guid: ann.buttonGuid }, body });
    expect([link, answer.status]).toEqual([link, 422]);
  }
});

test('visitor text never runs and is shown only as text in the console', async () => {
  const attack = await startAttack();
  const { app, ann, visitor, id } = attack;
  const bob = await addAgent(app, ann, 'operator');
  const { page, expectHarmless } = await openWatched(attack, '/app/inbox');
  const { row, log, said, note, button } = inboxOf(page);
  const dialog = page.getByRole('dialog');
  await row(IMAGE).first().click();
  await log.getByText(SVG).first().waitFor();
  await log.getByRole('img', { name: /onerror/ }).waitFor();
  await page.getByText(SCRIPT, { exact: true }).first().waitFor();
  await expectHarmless('a chat');

  const socket = await connectVisitor(app, ann, visitor);
  await socket.call('typing', { state: 'start', text: TYPED });
  await log.getByText(TYPED, { exact: true }).waitFor();
  await expectHarmless('what is being typed');

  await log.getByRole('img', { name: /onerror/ }).click();
  await dialog.waitFor();
  await expectHarmless('an enlarged picture');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await button('More actions').first().click();
  await page.getByRole('menuitem', { name: 'Transfer…' }).click();
  await dialog.getByText('Bob').waitFor();
  await expectHarmless('a transfer');
  await page.keyboard.press('Escape');
  await button('Note').click();
  await note.fill(`@Bob ${ALL}`);
  await note.press('Enter');
  await said(`@Bob ${ALL}`).waitFor();
  const other = await openConsole(app, bob, `/app/inbox/${id}`);
  await inboxOf(other.page).said(`@Bob ${ALL}`).waitFor();
  expect(await other.page.evaluate(strangeElements)).toEqual([]);

  await goTo(page, `${app.publicUrl}/app/contacts`);
  await page.getByRole('table').getByText(IMAGE).click();
  const pane = page.getByLabel('Contact', { exact: true });
  await pane.getByText(SCRIPT, { exact: true }).first().waitFor();
  await pane.getByText(IMAGE, { exact: true }).last().waitFor();
  await expectHarmless('a contact');
  for (const [item, shown] of [
    ['Merge…', `Merge into ${IMAGE}`],
    ['Delete…', `Delete ${IMAGE}?`],
  ] as const) {
    await pane.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.getByText(shown).waitFor();
    await expectHarmless(item);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const rows = `name,email\n"${IMAGE}","${IMAGE}"\n`;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: IMAGE, mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await page.getByText('1 row will be skipped').waitFor();
  await expectHarmless('an import');

  await goTo(page, `${app.publicUrl}/app/visitors`);
  await page.getByRole('row').getByText(SVG).first().waitFor();
  await expectHarmless('visitors');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('onerror');
  await page.getByRole('option').getByText(IMAGE).first().waitFor();
  await expectHarmless('the palette');
});

test("a visitor's file runs nothing on the console's origin when opened or saved", async () => {
  const attack = await startAttack();
  const { page, expectHarmless } = await openWatched(attack, `/app/inbox/${attack.id}`);
  const { log } = inboxOf(page);
  for (const [name] of FILES.slice(1)) {
    const link = log.getByRole('link', { name: `Download: ${name}` });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/__xss/);
    const tab = await page.context().newPage();
    await tab.goto((await link.getAttribute('href')) ?? '').catch(() => undefined);
    expect([name, await tab.evaluate(() => '__xss' in globalThis)]).toEqual([name, false]);
    await tab.close();
  }
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    log.getByRole('button', { name: 'Open in a new tab: __xss.txt' }).click(),
  ]);
  await tab.getByText(RUNS).waitFor();
  expect(await tab.evaluate(() => '__xss' in globalThis)).toBe(false);
  await expectHarmless('files');
});
