import { randomUUID } from 'node:crypto';
import { api, dashboard, site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymousCaller, signedIn, withBearer } from '../../apps/server/test/callers.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { type OpenApp, openApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { addRule, openPage } from '../../apps/server/test/smart-invitations.ts';
import { advanceClock } from '../../apps/server/test/webhooks.ts';
import { expectFaultless, LOOKS, PHONE, WIDE, walkOnce } from './accessibility/axe.ts';

const { smartInvitations } = api;

// The tests move the clock, so they share a server of this file.
let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { live: true, isPublic: true });
});
afterAll(() => app.end());

const PATH = '/app/outreach/invitations';

const partsOf = (page: Page) => {
  const rows = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  return {
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    field: (name: string | RegExp) => page.getByLabel(name, { exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    item: (name: string) => page.getByRole('menuitem', { name }),
    choose: async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field, exact: true }).last().click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    dialog: page.getByRole('dialog'),
    trial: page.getByRole('region', { name: 'Would it show?' }),
    widget: page.frameLocator('iframe[title="Preview"]'),
    rows,
    row: (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) }),
  };
};

const listOf = async (ann: Owner) => (await ann.call(smartInvitations.list)).data;
const namesOf = async (ann: Owner) => (await listOf(ann)).rules.map(({ name }) => name);

/** A visitor who was shown an invitation and writes. */
async function answer(owner: Owner, impression_id: string) {
  const params = { button_guid: owner.buttonGuid };
  const { token } = (await anonymousCaller(app)(site.visitor.open, { params, body: { impression_id } })).data;
  const body = { client_message_id: randomUUID(), type: 'text' as const, body: 'Yes, please' };
  await withBearer(app, token)(site.visitor.send, { params, body });
}

/** Visitors of a rule, or those who were held out of it. */
const addImpressions = (owner: Owner, id: number, { held_out = false, count = 1, wrote = 0 }) =>
  app.sql(`
    INSERT INTO invitation_impressions (widget_id, id, invitation, held_out, shown_at, wrote_at)
    SELECT ${owner.widgetId}, gen_random_uuid()::text, 'r${id}', ${held_out}, '${app.clock.now}',
      CASE WHEN each <= ${wrote} THEN '${app.clock.now}'::timestamptz END
    FROM generate_series(1, ${count}) AS each`);

test('a template becomes a rule that is tried, saved, switched on, seen by visitors and measured', async () => {
  const ann = await app.owner();
  const { page, complaints } = await openConsole(app, ann, '/app/outreach', WIDE);
  const { button, field, link, heading, trial, widget, row } = partsOf(page);
  await link('Invitations').click();
  await page.getByText('No invitations yet').waitFor();
  await link('Questions about prices').click();
  await heading('New invitation').waitFor();
  expect(await field('Name').inputValue()).toBe('Questions about prices');

  await field('Text').fill('Shall we compare our plans?');
  await widget.getByText('Shall we compare our plans?').waitFor();
  await page.getByRole('combobox', { name: 'Quick replies' }).fill('Yes, please');
  await page.keyboard.press('Enter');
  await widget.getByRole('button', { name: 'Yes, please' }).waitFor();
  await page.getByText('Open chat', { exact: true }).click();
  await widget.getByPlaceholder(/message/i).waitFor();
  await widget.getByText('Shall we compare our plans?').waitFor();
  await page.getByText('Bubble', { exact: true }).click();
  await page.getByRole('switch', { name: 'Show to visitors' }).uncheck();

  await trial.getByText('Enter the address of a page to see').waitFor();
  await trial.getByLabel('Page', { exact: true }).fill('shop.example/about');
  await trial.getByText('The conditions aren’t met.').waitFor();
  await trial.getByLabel('Page', { exact: true }).fill('shop.example/pricing');
  await trial.getByText('Once you switch the rule on.').waitFor();
  await trial.getByLabel('Seconds on the page').fill('5');
  await trial.getByText('The visitor hasn’t done what triggers it yet.').waitFor();
  await field('Visitors who don’t see it, %').fill('3');
  await page.getByText('With less than 5% held back it takes long to measure anything.').waitFor();
  await field('Visitors who don’t see it, %').fill('10');
  await button('Create invitation').click();

  await page.getByText('Invitation created.').waitFor();
  await row('Questions about prices').getByText('After 20 seconds on a page if the path contains “pric”').waitFor();
  const { rules } = await listOf(ann);
  expect(rules).toMatchObject([{ text: 'Shall we compare our plans?', enabled: false, holdout_percent: 10 }]);
  await page.getByRole('switch', { name: 'Show “Questions about prices”' }).check({ force: true });
  await expect.poll(async () => (await listOf(ann)).rules[0]?.enabled).toBe(true);

  const invitation = `r${rules[0]?.id}`;
  const visitor = openPage(app, ann);
  expect(await visitor.list()).toMatchObject({ rules: [{ id: invitation, texts: { ru: expect.any(String) } }] });
  await visitor.see(invitation, ['shown', 'dismissed']);
  await visitor.see(invitation, ['held_out']);
  await answer(ann, await visitor.see(invitation, ['shown', 'opened']));
  advanceClock(app, 1);
  await link('Results').click();
  const table = page.getByRole('region', { name: 'By rule' });
  await table.getByRole('row', { name: /^Questions about prices 2 1 0 1 50% 1 1 0 –$/ }).waitFor();
  await page.getByText('50% of those who saw an invitation wrote').waitFor();
  await page
    .getByText('Not enough visitors yet: it takes 100 who saw it (now 2) and 100 who didn’t (now 1).')
    .waitFor();
  await link('Rules').click();
  await expect
    .poll(() => row('Questions about prices').innerText())
    .toMatch(/Shown\s+2\s+Wrote\s+1\s+Adds\s+Too early/);
  expect(complaints).toEqual([]);
});

test('rules are put into another order by keyboard, by pointer and from their menu', async () => {
  const ann = await app.owner();
  for (const name of ['One', 'Two', 'Three']) await addRule(ann, { name });
  const { page } = await openConsole(app, ann, PATH, WIDE);
  const { button, item, rows } = partsOf(page);
  const shown = async () => (await rows.getByRole('link').allInnerTexts()).join();
  await button('Move “Three”').press('ArrowUp');
  await page.getByText('“Three” is now 2 of 3.').waitFor();
  await button('Move “Three”').press('ArrowUp');
  await expect.poll(() => namesOf(ann)).toEqual(['Three', 'One', 'Two']);
  expect(await shown()).toBe('Three,One,Two');

  await button('Actions for “Three”').click();
  await item('Move down').click();
  await expect.poll(() => namesOf(ann)).toEqual(['One', 'Three', 'Two']);

  const [grip, last] = [await button('Move “One”').boundingBox(), await rows.last().boundingBox()];
  if (!grip || !last) throw new Error('The list is not shown');
  await page.mouse.move(grip.x + 10, grip.y + 10);
  await page.mouse.down();
  await page.mouse.move(grip.x + 10, last.y + last.height - 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => namesOf(ann)).toEqual(['Three', 'Two', 'One']);
  await expect.poll(shown).toBe('Three,Two,One');
});

test('an order that somebody else’s change contradicts is taken back', async () => {
  const ann = await app.owner();
  const first = await addRule(ann, { name: 'One' });
  await addRule(ann, { name: 'Two' });
  const { page } = await openConsole(app, ann, PATH);
  const { button, rows } = partsOf(page);
  await rows.first().waitFor();
  await first.setEnabled(false);
  await button('Move “One”').press('ArrowDown');
  await page.getByText('The order wasn’t saved: somebody has changed a rule.').waitFor();
  await expect.poll(async () => (await rows.getByRole('link').allInnerTexts()).join()).toBe('One,Two');
});

test('a rule that somebody else has changed is loaded again, or saved anyway', async () => {
  const ann = await app.owner();
  const rule = await addRule(ann, { name: 'Welcome' });
  const change = async (name: string) => {
    const body = { rule: { ...(await rule.read()), name }, original_id: rule.id };
    await ann.call(smartInvitations.save, { body });
  };
  const { page } = await openConsole(app, ann, `${PATH}/${rule.id}`, WIDE);
  const { button, field, dialog, heading } = partsOf(page);
  await field('Text').fill('Mine');
  await change('Theirs');
  await button('Save').click();
  await dialog.getByText('It was saved while you were editing.').waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field('Text').inputValue()).toBe('Mine');
  await button('Save').click();
  await dialog.getByRole('button', { name: 'Discard mine, load theirs' }).click();
  await heading('Theirs').waitFor();
  expect(await field('Text').inputValue()).toBe('Hello! May I help?');

  await field('Text').fill('Mine again');
  await change('Theirs again');
  await button('Save').click();
  await dialog.getByRole('button', { name: 'Save mine anyway' }).click();
  await page.getByText('Invitation saved.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await rule.read()).toMatchObject({ name: 'Theirs', text: 'Mine again' });
});

test('what is missing or refused is shown at its field', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, `${PATH}/new`, WIDE);
  const { button, field, link, choose } = partsOf(page);
  await link('Blank').click();
  await button('Add condition').click();
  await page.getByText('A person', { exact: true }).click();
  await button('Create invitation').click();
  for (const said of ['Enter a name.', 'Write the text.', 'Enter a value.', 'Choose a person.'])
    await page.getByText(said).waitFor();
  await expect.poll(() => field('Name').evaluate((input) => input.matches(':focus'))).toBe(true);

  await field('Name').fill('Plans');
  await field('Text').fill('Hello!');
  await page.getByText('Your widget', { exact: true }).click();
  await choose('Field', 'Parameter in the address');
  await field('Parameter').fill('the plan');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('pro');
  await button('Create invitation').click();
  await page.getByText('Use letters, digits and dashes, up to 64 characters.').waitFor();
  await field('Parameter').fill('plan');
  await page.getByText('Use letters, digits and dashes').waitFor({ state: 'detached' });
  await choose('Trigger', 'About to leave');
  await button('Add condition').click();
  await choose('Field', 'Device');
  await choose('Value', 'Phone');
  await page.getByText('It waits for the pointer to leave the page, but the conditions leave out desktops.').waitFor();
  await page.keyboard.press('Escape');
  await button('Create invitation').click();
  await page.getByText('Invitation created.').waitFor();
  expect((await listOf(ann)).rules).toMatchObject([
    {
      trigger: { type: 'exit' },
      conditions: {
        items: [
          { field: 'param.plan', op: 'contains', value: 'pro' },
          { field: 'device', op: 'in', value: ['mobile'] },
        ],
      },
    },
  ]);
});

test('an invitation is copied, made a template and deleted', async () => {
  const ann = await app.owner();
  await addRule(ann, { name: 'Cart', text: 'Need a hand?' });
  const { page } = await openConsole(app, ann, PATH, WIDE);
  const { button, field, link, item, dialog, heading, rows, row } = partsOf(page);
  await button('Actions for “Cart”').click();
  await item('Save as template…').click();
  await dialog.getByLabel('Name of the template').fill('Our own');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await page.getByText('Template saved.').waitFor();

  await button('Actions for “Cart”').click();
  await item('Copy').click();
  await heading('Cart (copy)').waitFor();
  expect(await page.getByRole('switch', { name: 'Show to visitors' }).isChecked()).toBe(false);
  await button('Actions for “Cart (copy)”').click();
  await item('Delete…').click();
  await dialog.getByText('Its figures stay in the results.').waitFor();
  await dialog.getByRole('button', { name: 'Delete invitation' }).click();
  await row('Cart').waitFor();
  await expect.poll(() => rows.count()).toBe(1);

  await link('New invitation').click();
  await link('Our own').click();
  await field('Text').waitFor();
  expect(await field('Text').inputValue()).toBe('Need a hand?');
  await page.goBack();
  await button('Delete the template “Our own”').click();
  await dialog.getByRole('button', { name: 'Delete template' }).click();
  await page.getByText('Template deleted.').waitFor();
  expect((await listOf(ann)).templates.filter(({ builtin }) => !builtin)).toEqual([]);
});

test('a widget with fifty rules takes no more', async () => {
  const ann = await app.owner();
  const { id } = await addRule(ann);
  await app.sql(`INSERT INTO smart_invitations (widget_id, version, name, enabled, priority, settings, created_at, updated_at)
    SELECT widget_id, 1, name || each, enabled, priority, settings, created_at, updated_at
    FROM smart_invitations, generate_series(2, 50) AS each WHERE widget_id = ${ann.widgetId} AND id = ${id}`);
  const { page } = await openConsole(app, ann, `${PATH}/new?template=welcome`, WIDE);
  await partsOf(page).button('Create invitation').click();
  await page.getByText('A widget can have 50 invitations. Delete one first.').waitFor();
});

test('leaving an invitation with unsaved changes asks first', async () => {
  const ann = await app.owner();
  const { id } = await addRule(ann);
  const { page } = await openConsole(app, ann, `${PATH}/${id}`, WIDE);
  const { field, dialog, button } = partsOf(page);
  await field('Text').fill('Good evening');
  await page.getByRole('link', { name: 'Suppressions' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button('Discard').click();
  expect(await field('Text').inputValue()).toBe('Hello! May I help?');
  await page.getByRole('link', { name: 'Suppressions' }).click();
  await page.getByText('Nobody is suppressed').waitFor();
});

test('what invitations add is drawn with its interval, and deleted rules keep their figures', async () => {
  const ann = await app.owner();
  const [cart, welcome] = [
    await addRule(ann, { name: 'Cart', holdout_percent: 10 }),
    await addRule(ann, { name: 'Welcome', holdout_percent: 10 }),
  ];
  await addImpressions(ann, cart.id, { count: 1_000, wrote: 150 });
  await addImpressions(ann, cart.id, { count: 200, wrote: 4, held_out: true });
  await addImpressions(ann, welcome.id, { count: 120, wrote: 6 });
  await addImpressions(ann, welcome.id, { count: 110, wrote: 6, held_out: true });
  await welcome.remove();
  advanceClock(app, 1);
  const { page } = await openConsole(app, ann, `${PATH}/results`, WIDE);
  const lift = (name: string) => page.getByRole('figure').getByRole('listitem').filter({ hasText: name });
  await expect.poll(() => lift('Cart').innerText()).toMatch(/\+13 of 100\s+\+9\.\d to \+15\.\d\s+more write/);
  await lift('Welcome (deleted)').getByText('may be chance').waitFor();
  await lift('All together').getByText('more write').waitFor();
  await page.getByText(/^Of 100 visitors who see an invitation, \d+(\.\d)? more write than without it$/).waitFor();
  await page.getByRole('button', { name: 'Period: Last 30 days' }).click();
  await page.getByRole('menuitemradio', { name: 'Yesterday' }).click();
  await page.getByText('Nothing in this period').waitFor();
});

test('operators do not see invitations', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, await addAgent(app, ann, 'operator'), PATH);
  await page.getByText('Page not found').waitFor();
});

/** Rules in all states and figures, so that every page has something on it. */
async function fill(ann: Owner) {
  const conditions = {
    match: 'any',
    items: [
      { field: 'path', op: 'contains', value: 'cart' },
      { field: 'country', op: 'in', value: ['DE'] },
      { field: 'param.plan', op: 'is', value: 'pro' },
      { field: 'known', op: 'is', value: true },
      { field: 'visits', op: 'gte', value: 2 },
    ],
  };
  const schedule = { days: [1, 2, 3], from: '09:00', to: '18:00' };
  const rule = await addRule(ann, { name: 'Cart', holdout_percent: 10, conditions, schedule, quick_replies: ['Yes'] });
  await addRule(ann, { name: 'Old', ends_at: '2020-01-01T00:00:00Z' });
  await addRule(ann, { name: 'Later', enabled: false, starts_at: '2100-01-01T00:00:00Z' });
  await addImpressions(ann, rule.id, { count: 400, wrote: 60 });
  await addImpressions(ann, rule.id, { count: 150, wrote: 3, held_out: true });
  const template = { name: 'Cart', trigger: { type: 'exit' as const }, text: 'Hello!' };
  await ann.call(smartInvitations.createTemplate, { body: { name: 'Our own', rule: template } });
  advanceClock(app, 1);
  return rule;
}

const walkInvitations = walkOnce(async (stop) => {
  const ann = await app.owner();
  const rule = await fill(ann);
  const { page } = await openConsole(app, ann, PATH, WIDE);
  const { trial, rows } = partsOf(page);
  await rows.getByText('400').waitFor();
  await stop(page, 'the list');
  await goTo(page, `${app.address}${PATH}/new`);
  await page.getByText('Our own').waitFor();
  await stop(page, 'templates');
  await goTo(page, `${app.address}${PATH}/${rule.id}`);
  await trial.getByLabel('Page', { exact: true }).fill('shop.example/cart');
  await trial.getByText('The path contains “cart”').waitFor();
  await page.waitForLoadState('networkidle');
  await stop(page, 'the editor');
  await goTo(page, `${app.address}${PATH}/results`);
  await page.getByText('more write', { exact: true }).first().waitFor();
  await stop(page, 'results');
});

test.each(LOOKS)('axe finds nothing in invitations, %s', walkInvitations);

test('axe finds nothing in invitations on a phone, in Russian', async () => {
  const ann = await app.owner();
  const rule = await fill(ann);
  await (await signedIn(app, ann))(dashboard.profile.update, { body: { locale: 'ru' } });
  const { page } = await openConsole(app, ann, PATH, PHONE);
  for (const [path, words] of [
    [PATH, 'Срок вышел'],
    [`${PATH}/new`, 'Вопросы о ценах'],
    [`${PATH}/${rule.id}`, 'Покажется ли?'],
    [`${PATH}/results`, 'пишут чаще'],
  ] as const) {
    await goTo(page, `${app.address}${path}`);
    await page.getByText(words, { exact: true }).first().waitFor();
    // What is counted and previewed has arrived.
    await page.waitForLoadState('networkidle');
    await expectFaultless(page, `${path} on a phone`);
    const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([path, isWider]).toEqual([path, false]);
  }
});
