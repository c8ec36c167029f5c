import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addAiChat } from '../../apps/server/test/answering.ts';
import { startBot } from '../../apps/server/test/bots.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp, type TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { CALLS_THIS_MACHINE } from '../../apps/server/test/receiver.ts';
import { startVendor } from '../../apps/server/test/vendors/vendor.ts';

let vendor: Awaited<ReturnType<typeof startVendor>>;
let env: Record<string, string>;
beforeAll(async () => {
  vendor = await startVendor('openai');
  env = { ...CALLS_THIS_MACHINE, AI_VENDOR_URLS: `openai=${vendor.url}` };
});
afterAll(() => vendor.close());

const KEY = 'sk-very-secret-key';

/** Models are those of a vendor on this machine, which may also be called as a bot. */
async function start(path: string, prepare?: (app: TestApp, ann: Owner) => Promise<unknown>) {
  const app = await startApp(env, { background: true, live: true, isPublic: true });
  const ann = await app.owner();
  await prepare?.(app, ann);
  const { page } = await openConsole(app, ann, path);
  return { app, ann, page, ...partsOf(page), open: (to: string) => goTo(page, `${app.address}${to}`) };
}

function partsOf(page: Page) {
  return {
    dialog: page.getByRole('dialog'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    notice: (text: string) => page.getByRole('status').getByText(text),
  };
}

/** An operator that answers with an assistant. */
async function addOperator(ann: Owner) {
  const body = { name: 'Support', persona: 'You are Ada.\nBe brief.\nNever promise anything.', is_default: true };
  const assistant = (await ann.call(api.aiAssistants.create, { body })).data;
  const operator = (await ann.call(api.aiOperators.create, { body: { assistant_id: assistant.id, name: 'Ada' } })).data;
  return { assistant, operator };
}

const addCredential = async (ann: Owner, body: object) =>
  (
    await ann.call(api.aiCredentials.create, {
      body: { provider: 'openai', api_key: KEY, model: 'gpt-5-mini', ...body },
    })
  ).data;

test('the AI is set up in three steps, and then shows its state, settings and budgets', async () => {
  const { ann, page, dialog, button, heading, notice } = await start('/app/ai');
  await heading('Set up AI in three steps').waitFor();
  await button('Continue').click();
  await page.getByText('Enter the key.').waitFor();
  await page.locator('input[name="api_key"]:focus').fill(KEY);
  vendor.next({ models: ['gpt-5', 'gpt-5-mini'] });
  await button('Continue').click();
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'gpt-5-mini' }).click();
  await button('Continue').click();
  await page.getByText('OpenAI is connected.').waitFor();
  expect(await page.content()).not.toContain(KEY);
  await button('Create assistant').click();
  await page.getByText('Enter a name.').waitFor();
  await page.getByLabel('Name that visitors see').fill('Ada');
  await button('Sales').click();
  await button('Create assistant').click();
  await page.getByText('Ada is ready.').waitFor();
  await page.getByRole('radio', { name: 'Only draft replies' }).check();
  await button('Switch on').click();
  await heading('AI drafts replies').waitFor();
  const read = async () => (await ann.call(api.aiSettings.read)).data;
  expect(await read()).toMatchObject({ enabled: true, shadow_mode: true, effective_assistant: { name: 'Ada' } });
  expect((await ann.call(api.aiCredentials.list)).data.data).toMatchObject([{ has_api_key: true, scope: 'widget' }]);

  await page.getByRole('radio', { name: 'Answer visitors' }).check();
  await page.getByRole('switch', { name: 'Answer instead of the agent' }).click();
  await page.getByLabel('After', { exact: true }).fill('5');
  await button('Save').click();
  await page.getByText('Enter 10 to 86,400 seconds.').waitFor();
  await page.getByLabel('After', { exact: true }).fill('90');
  await page.getByLabel('Tokens of one visitor').fill('');
  await page.getByLabel('Cost of the widget').fill('2.5');
  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await dialog.getByText('Your changes haven’t been saved').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('Save').click();
  await notice('Saved.').waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({
    shadow_mode: false,
    takeover_timeout_sec: 90,
    budget_visitor_tokens: null,
    budget_widget_usd_micro: 2_500_000,
  });
  await heading('AI answers visitors').waitFor();
  await button('Turn off…').click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await heading('AI is off').waitFor();
  expect((await read()).enabled).toBe(false);
});

test('a rewritten persona is compared with the saved one before it replaces it', async () => {
  const { ann, page, dialog, button, heading, notice, open } = await start('/app/ai/assistants', (_, owner) =>
    addOperator(owner),
  );
  await page.getByRole('link', { name: 'Support' }).click();
  await heading('Support').waitFor();
  const persona = page.getByLabel('Persona', { exact: true });
  await persona.fill('You are Ada.\nBe brief and kind.\nNever promise anything.');
  await button('Review and save').click();
  await dialog.locator('ins').getByText('and kind').waitFor();
  expect(await dialog.locator('del').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('combobox', { name: 'Triggers' }).fill('lawyer');
  await page.getByRole('combobox', { name: 'Triggers' }).press('Enter');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Russian' }).click();
  await page.getByLabel('Greeting', { exact: true }).fill('Здравствуйте!');
  await button('Review and save').click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await notice('Assistant saved.').waitFor();
  await page.getByText('Version 2').waitFor();
  const [assistant] = (await ann.call(api.aiAssistants.list)).data.data;
  expect(assistant).toMatchObject({
    persona: 'You are Ada.\nBe brief and kind.\nNever promise anything.',
    escalation_triggers: ['lawyer'],
    greeting_i18n: { ru: 'Здравствуйте!' },
    persona_version: 2,
  });
  const chat = page.getByRole('log', { name: 'Test chat' });
  const ask = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  };
  await ask('hello');
  await page.getByText('No credential can be used. Add one to test.').waitFor();
  await addCredential(ann, {});
  await button('Start over').click();
  vendor.next({ text: 'We open at nine.' });
  await ask('When do you open?');
  await chat.getByText('We open at nine.').waitFor();
  await chat.getByText('gpt-5-mini · 15 tokens').waitFor();
  await ask('I will call my lawyer');
  await chat.getByText('Hands over to your team: a trigger').waitFor();

  await button('Delete…').click();
  await dialog.getByRole('button', { name: 'Delete assistant' }).click();
  await dialog.getByText('Operators still run this assistant').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await open('/app/ai/operators');
  await page.getByRole('link', { name: 'Ada' }).click();
  const widget = page.frameLocator('iframe[title="As visitors see it"]');
  await widget.getByRole('heading', { name: 'Ada' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Russian' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ада Смирнова');
  await widget.getByRole('heading', { name: 'Ада', exact: true }).waitFor();
  await button('Save').click();
  await notice('Operator saved.').waitFor();
  await button('Retire…').click();
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await button('Restore').click();
  await notice('Operator restored.').waitFor();
  const [operator] = (await ann.call(api.aiOperators.list)).data.data;
  expect(operator).toMatchObject({ name: 'Ada', name_i18n: { ru: 'Ада Смирнова' }, status: 'active' });
});

test('credentials are drawn as chains, and phrases and alerts are dealt with', async () => {
  const { app, ann, page, dialog, button, heading, notice, open } = await start(
    '/app/ai/credentials',
    async (_, owner) => {
      await addOperator(owner);
      await addCredential(owner, { provider: 'google', model: 'gemini-2.5-flash', is_active: false });
    },
  );
  await page.getByRole('link', { name: 'Add credential' }).click();
  await page.getByLabel('API key', { exact: true }).fill('key with spaces');
  await page.getByRole('combobox', { name: 'Model' }).fill('gpt-5-mini');
  await page.getByRole('combobox', { name: 'Backup' }).click();
  await page.getByRole('option', { name: 'Google · gemini-2.5-flash' }).click();
  await page.getByLabel('Input', { exact: true }).fill('0,25');
  await button('Add credential').click();
  await page.getByText('A key has no spaces').waitFor();
  await page.getByLabel('API key', { exact: true }).fill(KEY);
  await button('Add credential').click();
  const chain = page.getByRole('list', { name: 'OpenAI and its backups' });
  await chain.waitFor();
  expect((await chain.getByRole('listitem').allInnerTexts()).join()).toMatch(
    /OpenAI\s+gpt-5-mini\s+Ready.*if it fails.*Google\s+gemini-2.5-flash\s+Retired/s,
  );
  const [created] = (await ann.call(api.aiCredentials.list)).data.data;
  expect(created).toMatchObject({ price_input: 0.25, embedding_model: 'text-embedding-3-small' });
  await chain.getByRole('link', { name: /Google/ }).click();
  await button('Restore').click();
  await notice('Credential restored.').waitFor();
  await button('Retire…').waitFor();

  await open('/app/ai/phrases');
  const handoff = page.getByLabel('Handing over');
  await handoff.waitFor();
  expect(await handoff.getAttribute('placeholder')).toContain('passing you on');
  await handoff.fill('One moment, please.');
  await button('Save').click();
  await notice('Phrases saved.').waitFor();
  const phrases = async () => (await ann.call(api.aiMessages.read)).data.overrides;
  expect(await phrases()).toEqual({ handoff: { en: 'One moment, please.' } });
  await button('Handing over: use the built-in wording').click();
  await button('Save').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  expect(await phrases()).toEqual({});

  await app.sql(`INSERT INTO ai_alerts (widget_id, kind, subject, detail, count, created_at, last_at)
    SELECT ${ann.widgetId}, kind, kind, 'rate_limited', 3, now(), now()
    FROM unnest(ARRAY['provider_failed', 'budget_widget', 'retrieval_failed']) AS kind`);
  await open('/app/ai/alerts');
  await heading('Alerts').waitFor();
  await page.getByRole('link', { name: 'AI, open alerts: 3' }).waitFor();
  await button('Acknowledge: The widget’s budget is spent').click();
  await page.getByRole('link', { name: 'AI, open alerts: 2' }).waitFor();
  await button('Acknowledge all').click();
  await page.getByText('No open alerts').waitFor();
  await page.getByText('Acknowledged', { exact: true }).click();
  await page.getByText('A model didn’t answer').waitFor();
  expect(await page.getByText('acknowledged by').count()).toBe(3);
  expect(await dialog.count()).toBe(0);
});

test('the secret of an external operator is shown once, and a bot that answers is activated', async () => {
  const bot = await startBot();
  onTestFinished(bot.close);
  const { app, ann, page, dialog, button, heading, notice } = await start('/app/ai/external-operators');
  await page.getByRole('link', { name: 'Add external operator' }).first().click();
  await button('Add external operator').click();
  await page.getByText('Enter a full address').waitFor();
  await page.getByLabel('Name').fill('Robo');
  await page.getByLabel('Address').fill(bot.url);
  await page.getByRole('checkbox', { name: 'Closed chats' }).check();
  await button('Add external operator').click();
  const secret = ((await dialog.locator('code').textContent()) ?? '').trim();
  expect(secret.length).toBeGreaterThan(16);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await heading('Robo').waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByText('Draft', { exact: true }).waitFor();
  const read = async () => (await ann.call(api.externalOperators.list)).data.data;
  expect(await read()).toMatchObject([{ name: 'Robo', events: ['message', 'closed'], state: 'draft' }]);

  await button('Activate').click();
  await notice('Test it first').waitFor();
  await button('Test').click();
  await page.getByText('Answer: pong').waitFor();
  await button('Activate').click();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await read()).toMatchObject([{ state: 'active' }]);
  await page.getByText('No calls yet').waitFor();
  await ann.call(api.aiSettings.update, { body: { enabled: true } });
  bot.next(400);
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await page.reload();
  const call = page.getByRole('list', { name: 'Calls' }).getByRole('listitem');
  await call.getByRole('link', { name: `Chat ${chat.params.id}` }).waitFor();
  expect(await call.innerText()).toMatch(/Handed over.*HTTP 400 request refused after [\d.]+ s/s);

  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'New secret…' }).click();
  await dialog.getByRole('button', { name: 'Replace secret' }).click();
  const renewed = ((await dialog.locator('code').textContent()) ?? '').trim();
  expect(renewed).not.toBe(secret);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete external operator' }).click();
  await page.getByText('No external operators yet').waitFor();
  expect(await read()).toEqual([]);
});
