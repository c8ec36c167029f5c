import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOSTILE, packTexts } from '../../apps/server/test/hostile-texts.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';
import {
  chatOf,
  partsOf,
  reply,
  startWidget,
  updateSettings,
  visit,
  writeAndStore,
} from '../../apps/server/test/widget.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>top.__xss=1</script></svg>';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8AARAwQCkTBeUgMAGjsC/XtaDK7AAAAAElFTkSuQmCC',
  'base64',
);

interface SiteApi {
  setContactInfo(info: object): unknown;
  setCustomData(fields: readonly object[]): unknown;
  setSkin(skin: string, options: object): unknown;
}

async function chooseFile(page: Page) {
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'File or picture' }).click();
}

/** A visitor of a page on which nothing new may run or be fetched. */
async function watchedVisit(tag: string, publicUrl: string) {
  const strange: string[] = [];
  const visitor = await visit(tag, {
    prepare(page) {
      page.on('dialog', (dialog) => void dialog.dismiss().then(() => strange.push('a dialog was opened')));
      page.on('popup', () => strange.push('a window was opened'));
      page.on('request', (request) => strange.push(request.url()));
    },
  });
  const { complaints, site } = visitor;
  const isOurs = (url: string) => url.startsWith(publicUrl) || url === `${site}/` || /^(about|blob|data):/.test(url);
  return { ...visitor, wrong: () => [...complaints, ...strange.filter((each) => !isOurs(each))] };
}

/** Elements in the widget that it does not render itself. */
function strangeElements() {
  const root = document.querySelector('service-widget')?.shadowRoot;
  const all = [...(root?.querySelectorAll('*') ?? [])];
  const strange = 'script,iframe,object,embed,base,meta,link,style,math,template,video,details,animate,form[action]';
  return all.flatMap((element) => [
    ...(element.matches(strange) ? [element.outerHTML] : []),
    ...[...element.attributes].flatMap(({ name, value }) => {
      const isAddress = /^(href|src|action|formaction|data|srcdoc)$/.test(name);
      return /^on/.test(name) || (isAddress && !/^(https?|mailto|tel|blob):/.test(value)) ? [`${name}=${value}`] : [];
    }),
  ]);
}

async function expectHarmless(page: Page) {
  expect(await page.evaluate(() => '__xss' in window)).toBe(false);
  expect(await page.evaluate(strangeElements)).toEqual([]);
}

/** The widget's text as written. */
const wordsOf = (page: Page) =>
  page.evaluate(() => document.querySelector('service-widget')?.shadowRoot?.textContent ?? '');

/** The texts at each selector. */
const textsOf = (page: Page, places: string[]) =>
  Promise.all(places.map((place) => page.locator(`service-widget ${place}`).allTextContents()));

/** The given texts that the widget does not show. */
async function unsaid(page: Page, texts: string[]) {
  const words = await wordsOf(page);
  return texts.filter((text) => !words.includes(text));
}

test("an agent's messages, name and button labels are shown only as text", async () => {
  const { app, owner, tag } = await startWidget();
  const names = packTexts(250);
  const others = await Promise.all(names.slice(1).map(() => addAgent(app, owner, 'operator')));
  const agents = [owner.agentId, ...others.map(({ agentId }) => agentId)];
  for (const [index, agentId] of agents.entries()) {
    const name = names[index]?.replaceAll("'", "''");
    await app.sql(`UPDATE users SET name = '${name}' FROM agents WHERE agents.id = ${agentId} AND user_id = users.id`);
  }
  const { page, wrong } = await watchedVisit(tag, app.publicUrl);
  await writeAndStore(page, 'at first');
  const id = await chatOf(app, owner);
  for (const agent_id of agents) await reply(owner, id, { type: 'text', body: 'it is me', agent_id });
  await Promise.all(HOSTILE.map((text) => reply(owner, id, text)));
  const labels = HOSTILE.filter((text) => text.length <= 64);
  for (let at = 0; at < labels.length; at += 7) {
    const buttons = labels.slice(at, at + 7).map((label) => ({ label, url: 'https://example.com/' }));
    await reply(owner, id, { type: 'keyboard', body: 'or', keyboard: { buttons } });
  }
  await reply(owner, id, 'this is the end');
  await partsOf(page).said('this is the end').waitFor();
  expect(await unsaid(page, [...names, ...HOSTILE])).toEqual([]);
  expect(await page.locator('.said').getByRole('link').allTextContents()).toEqual(expect.arrayContaining(labels));
  await expectHarmless(page);
  expect(wrong()).toEqual([]);
});

test('formatted text renders hostile input only as text and links to pages', async () => {
  const { app, owner, tag } = await startWidget();
  const { page, wrong } = await watchedVisit(tag, app.publicUrl);
  await writeAndStore(page, 'at first');
  const id = await chatOf(app, owner);
  await Promise.all(HOSTILE.map((markdown) => reply(owner, id, { type: 'text', body: '.', markdown })));
  await reply(owner, id, { type: 'text', body: '.', markdown: HOSTILE.join('\n') });
  await reply(owner, id, { type: 'text', body: '.', markdown: '**this is the end**' });
  await page.locator('.said strong', { hasText: 'this is the end' }).waitFor();
  expect(await page.locator('.said.theirs .bubble').filter({ hasText: /\S/ }).count()).toBe(HOSTILE.length + 2);
  // Text without meaning in Markdown is shown verbatim.
  expect(
    await unsaid(
      page,
      HOSTILE.filter((text) => /^["'<][^`*]*$/.test(text)),
    ),
  ).toEqual([]);
  await expectHarmless(page);
  expect(wrong()).toEqual([]);
});

test("a visitor's messages and files are shown only as text, on either page", async () => {
  const { app, owner, tag } = await startWidget();
  const { page, wrong, widget } = await watchedVisit(tag, app.publicUrl);
  const texts = packTexts(400);
  await widget.launcher.click();
  for (const text of texts) {
    await widget.input.fill(text);
    await widget.input.press('Enter');
  }
  await until(async () => expect(await unsaid(page, texts)).toEqual([]), 'all texts are shown');
  const names = packTexts(
    240,
    HOSTILE.filter((text) => !/[/\\]/.test(text)),
  );
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseFile(page)]);
  await chooser.setFiles([
    ...names.map((name) => ({ name: `${name}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) })),
    ...names.map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: PNG })),
  ]);
  const sent = texts.length + 2 * names.length;
  await until(async () => (await page.getByRole('img', { name: 'Sent' }).count()) === sent, 'everything is sent');

  await page.reload();
  await until(async () => (await page.locator('.said').count()) === sent, 'everything is shown again');
  const { data } = await owner.call(api.messages.list, { params: { id: await chatOf(app, owner) } });
  const files = data.data.flatMap(({ type, file }) => (type === 'file' && file ? file.name : []));
  expect(files).toHaveLength(names.length);
  expect(await unsaid(page, [...texts, ...files])).toEqual([]);
  await page.locator('.said').getByRole('button').last().click();
  await page.getByRole('button', { name: 'Close picture' }).waitFor();
  await expectHarmless(page);
  expect(wrong()).toEqual([]);
});

test("the owner's texts are shown only as text, in every field and translation", {
  timeout: 90_000,
}, async () => {
  const { app, owner, tag } = await startWidget({ settings: { intro_form_enabled: true } });
  const phrases = packTexts(200);
  await owner.call(api.widget.setQuickPhrases, { body: { quick_phrases: { en: phrases } } });
  const long = packTexts(250);
  const all = HOSTILE.join(' ');
  const { page, wrong, widget } = await watchedVisit(tag, app.publicUrl);
  await widget.launcher.click();
  await widget.panel.waitFor();
  const speak = (lang: string) =>
    page.evaluate((given) => Object.assign(document.documentElement, { lang: given }), lang);
  for (const [index, own] of long.entries()) {
    const translated = long[(index + 1) % long.length] ?? '';
    const greeting = `${all} 2`;
    await updateSettings(owner, {
      widget_name: own,
      widget_signature: own,
      widget_greeting: all,
      consent_text: all.slice(0, 2_000),
      widget_text_translations: {
        widget_name: { en: translated },
        widget_signature: { en: translated },
        widget_greeting: { en: greeting },
      },
    });
    await page.reload();
    for (const [lang, name, hello] of [
      ['en', translated, greeting],
      ['ru', own, all],
    ] as const) {
      await speak(lang);
      await page.locator(`.widget[lang="${lang}"]`).getByRole('checkbox').waitFor();
      await until(async () => (await page.locator('.signature').textContent()) === name, `it is in ${lang}`);
      expect(await textsOf(page, ['h2', '.signature', '.greeting', '.consent'])).toEqual([
        [name],
        [name],
        [hello],
        [all.slice(0, 2_000)],
      ]);
      await expectHarmless(page);
    }
  }
  await updateSettings(owner, { intro_form_enabled: false });
  await page.reload();
  await widget.input.waitFor();
  expect(await textsOf(page, ['.phrases button'])).toEqual([phrases]);
  await expectHarmless(page);
  expect(wrong()).toEqual([]);
});

test('values from a site script are shown only as text', async () => {
  const { app, owner, tag } = await startWidget({
    settings: { intro_form_enabled: true, intro_form_name: 'required' },
  });
  const { page, wrong, widget } = await watchedVisit(tag, app.publicUrl);
  const [name = ''] = packTexts(250);
  const custom = HOSTILE.map((content) => ({ title: content, content }));
  await widget.launcher.waitFor();
  await page.evaluate(
    ([info, fields]) => {
      const { service_widget_api: site } = window as never as { service_widget_api: SiteApi };
      site.setContactInfo(info);
      site.setCustomData(fields);
    },
    [{ name, description: HOSTILE.join(' ') }, custom] as const,
  );
  const contact = await until(async () => {
    const found = (await owner.call(api.contacts.list)).data.data[0];
    return found?.custom_data.length ? found : false;
  }, 'the operator has it');
  expect(contact).toMatchObject({ name, description: HOSTILE.join(' '), custom_data: custom });

  await page.reload();
  await widget.launcher.click();
  const field = page.getByRole('textbox', { name: 'Your name' });
  await until(async () => (await field.inputValue()) === name, 'the form has the name');
  await expectHarmless(page);
  expect(wrong()).toEqual([]);
});
