import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { AT_ONCE, countsOf, enter, pass, startInviting, untilCounts } from '../../apps/server/test/inviting-pages.ts';
import { addRule } from '../../apps/server/test/smart-invitations.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, shopPage, startWidget, writeAndStore } from '../../apps/server/test/widget.ts';

test('a click opens the chat with the invitation, which the server stores before the answer', async () => {
  const { app, owner, tag } = await startInviting({ text: 'Which tea do you like?' });
  const { page, open, card, widget, complaints } = await enter(tag);
  await pass(page, 2);
  await open.click();
  await widget.said('Which tea do you like?').waitFor();
  expect(await card.count()).toBe(0);
  await untilCounts(owner, { shown: 1, opened: 1 });
  await writeAndStore(page, 'Green');
  await until(async () => (await widget.said('Which tea do you like?').count()) === 1, 'the invitation is there once');
  const { data } = (await owner.call(api.messages.list, { params: { id: await chatOf(app, owner) } })).data;
  expect(data.map(({ body, origin }) => [body, origin]).reverse()).toEqual([
    ['Which tea do you like?', expect.stringMatching(/^invitation:r/)],
    ['Green', null],
  ]);
  expect(await widget.said('How can we help?').count()).toBe(0);
  await untilCounts(owner, { shown: 1, opened: 1, wrote: 1 });
  expect(complaints).toEqual([]);
});

test('a quick reply is sent as the first message', async () => {
  const { app, owner, tag } = await startInviting({
    text: 'May I help?',
    quick_replies: ['Yes, please', 'No, thanks'],
  });
  const { page, card, widget } = await enter(tag);
  await pass(page, 2);
  await card.getByRole('button', { name: 'Yes, please' }).click();
  await widget.mark('Yes, please', 'Sent').waitFor();
  const { data } = (await owner.call(api.messages.list, { params: { id: await chatOf(app, owner) } })).data;
  expect(data.map(({ body }) => body).reverse()).toEqual(['May I help?', 'Yes, please']);
  await untilCounts(owner, { shown: 1, opened: 1, clicked: 1, wrote: 1 });
  await widget.launcher.click();
  await pass(page, 90);
  expect(await countsOf(owner)).toEqual({ shown: 1, opened: 1, clicked: 1, wrote: 1 });
});

test('a quick reply waits for the form that comes first', async () => {
  const settings = { intro_form_enabled: true };
  const { tag } = await startInviting({ quick_replies: ['Yes, please'] }, { settings });
  const { page, card, widget } = await enter(tag);
  await pass(page, 2);
  await card.getByRole('button', { name: 'Yes, please' }).click();
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByRole('button', { name: 'Start chat' }).click();
  expect(await widget.input.inputValue()).toBe('Yes, please');
  await widget.input.press('Enter');
  await widget.mark('Yes, please', 'Sent').waitFor();
});

test('a visitor with a session answers an invitation too', async () => {
  const { app, owner, tag } = await startInviting({ trigger: { type: 'event', name: 'help' }, text: 'May I help?' });
  const { page, open, widget } = await enter(tag);
  await widget.launcher.click();
  await widget.input.waitFor();
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'hidden' });
  await page.evaluate("service_widget_api.trigger('help')");
  await open.click();
  await writeAndStore(page, 'Yes');
  const { data } = (await owner.call(api.messages.list, { params: { id: await chatOf(app, owner) } })).data;
  expect(data.map(({ body }) => body).reverse()).toEqual(['May I help?', 'Yes']);
});

test('an invitation that opens the chat takes no focus, and closing it is a dismissal', async () => {
  const { owner, tag } = await startInviting({ action: 'open', quick_replies: ['Yes'], text: 'May I help?' });
  const { page, widget } = await enter(tag);
  await pass(page, 2);
  await widget.said('May I help?').waitFor();
  await page.getByRole('log').getByRole('button', { name: 'Yes' }).waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await untilCounts(owner, { shown: 1 });
  await widget.launcher.click();
  await untilCounts(owner, { shown: 1, dismissed: 1 });
});

test('the invitation is in the language of the visitor, from whom the rule says', async () => {
  const { owner, tag } = await startWidget();
  await owner.call(api.agents.update, { params: { id: owner.agentId }, body: { name: 'Ann Lee' } });
  const from = { type: 'agent', agent_id: owner.agentId };
  await addRule(owner, { trigger: AT_ONCE, text: 'May I help?', texts: { ru: 'Вам помочь?' }, from });
  const { page, complaints } = await enter(tag, { page: shopPage(tag, { lang: 'ru' }) });
  await pass(page, 2);
  const card = page.getByRole('group', { name: 'Пишет Ann' });
  await card.getByRole('button', { name: 'Вам помочь?' }).waitFor();
  await card.getByRole('button', { name: 'Закрыть' }).waitFor();
  await card.locator('.open').click();
  await page.locator('.said', { hasText: 'Вам помочь?' }).getByText('Ann', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('by keyboard it is reached before the launcher, and Escape dismisses it', async () => {
  const { owner, tag } = await startInviting({ quick_replies: ['Yes'] });
  const { page, card } = await enter(tag);
  await pass(page, 2);
  await card.waitFor();
  const focused = () =>
    page.evaluate(() => {
      const inside = document.activeElement?.shadowRoot?.activeElement;
      return inside?.getAttribute('aria-label') ?? inside?.textContent;
    });
  const order: (string | null | undefined)[] = [];
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  expect(order).toEqual(['Hello! May I help?', 'Dismiss', 'Yes', 'Open chat']);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Open chat');
  expect(await card.count()).toBe(0);
  await untilCounts(owner, { shown: 1, dismissed: 1 });
});
