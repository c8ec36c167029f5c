import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../apps/server/test/harness.ts';
import { startMailbox } from '../../apps/server/test/mailbox.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import {
  addWidget,
  chatOf,
  REACHABLE,
  reply,
  updateSettings,
  visit,
  write,
  writeAndStore,
} from '../../apps/server/test/widget.ts';

const QUESTION = 'How was this conversation?';

const enter = sharePage();

/** A chat for which a rating can be requested. */
async function startTalk() {
  const { app, owner, ...visitor } = await enter();
  await writeAndStore(visitor.page, 'good morning');
  const id = await chatOf(app, owner);
  await reply(owner, id, 'and to you');
  await visitor.widget.said('and to you').waitFor();
  return {
    ...visitor,
    question: visitor.page.getByRole('group', { name: QUESTION }),
    ask: async () => {
      app.clock.now = app.clock.now.add({ seconds: 1 });
      expect((await owner.call(api.chats.requestRating, { params: { id } })).status).toBe(202);
    },
    rating: async () => {
      const { status, data } = await owner.call(api.chats.readRating, { params: { id } });
      return status === 200 ? [data.score, data.comment] : undefined;
    },
  };
}

test('a visitor who is asked rates with the mouse and comments', async () => {
  const { page, complaints, widget, question, ask, rating } = await startTalk();
  expect(await question.count()).toBe(0);
  await ask();
  await question.waitFor();
  const send = question.getByRole('button', { name: 'Send' });
  expect(await send.isDisabled()).toBe(true);
  await question.getByTitle('Poor').click();
  await page.getByRole('textbox', { name: 'What could be better?' }).fill('Too slow');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await widget.launcher.click();
  await question.getByTitle('Excellent').click();
  expect(await page.getByRole('textbox', { name: 'What did you like?' }).inputValue()).toBe('Too slow');
  await page.getByRole('textbox', { name: 'What did you like?' }).fill('Everything');
  await send.click();
  await page.getByText('Thank you for your rating!').waitFor();
  expect(await rating()).toEqual([5, 'Everything']);
  await page.reload();
  await widget.said('and to you').waitFor();
  expect(await question.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the rating form is fully visible when it appears and when it expands', async () => {
  const { page, widget, question, ask } = await startTalk();
  await writeAndStore(
    page,
    'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\nthirteen\nfourteen',
  );
  // Browsers report an earlier scroll late, when the end has already moved.
  await widget.log.evaluate((log) => {
    const tellAgain = new MutationObserver(() => log.dispatchEvent(new Event('scroll')));
    tellAgain.observe(log, { childList: true, subtree: true });
  });
  await ask();
  await question.waitFor();
  const isWhole = async () => {
    const [log, form] = [await widget.log.boundingBox(), await question.boundingBox()];
    return (
      (form?.y ?? 0) >= (log?.y ?? 0) && (form?.y ?? 0) + (form?.height ?? 0) <= (log?.y ?? 0) + (log?.height ?? 0)
    );
  };
  await until(isWhole, 'the question is seen whole');
  // A visitor scrolled up a little still sees the stars and the follow-up.
  await widget.log.hover();
  await page.mouse.wheel(0, -80);
  await until(async () => !(await isWhole()), 'its end is below');
  await question.getByTitle('Good').click();
  await page.getByRole('textbox', { name: 'What did you like?' }).waitFor();
  await until(isWhole, 'the question with its comment is seen whole');
});

test('a visitor who is asked again can rate again', async () => {
  const { page, question, ask, rating } = await startTalk();
  await ask();
  await question.getByTitle('Poor').click();
  await question.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you for your rating!').waitFor();
  expect(await rating()).toEqual([2, null]);
  await ask();
  await question.waitFor();
  await question.getByTitle('Good').click();
  await question.getByRole('button', { name: 'Send' }).click();
  await until(async () => (await rating())?.[0] === 4, 'the new rating is stored');
});

test('stars can be chosen with the keyboard', async () => {
  const { page, complaints, question, ask, rating } = await startTalk();
  await ask();
  await question.waitFor();
  await question.getByRole('radio').first().focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await question.getByRole('radio', { name: 'Fine' }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.type('All right');
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByText('Thank you for your rating!').waitFor();
  expect(await rating()).toEqual([3, 'All right']);
  expect(complaints).toEqual([]);
});

test('"Not now" dismisses that request; the next one appears', async () => {
  const { page, complaints, widget, question, ask, rating } = await startTalk();
  await ask();
  await question.getByRole('button', { name: 'Not now' }).click();
  await question.waitFor({ state: 'detached' });
  await page.reload();
  await widget.said('and to you').waitFor();
  expect([await question.count(), await rating()]).toEqual([0, undefined]);
  await ask();
  await question.waitFor();
  expect(complaints).toEqual([]);
});

test('a request without an agent disappears when answered, without an error', async () => {
  const { app, owner, page } = await enter();
  await writeAndStore(page, 'good morning');
  await owner.call(api.chats.requestRating, { params: { id: await chatOf(app, owner) } });
  const question = page.getByRole('group', { name: QUESTION });
  await question.getByTitle('Poor').click();
  const answer = page.waitForResponse('**/rating');
  await question.getByRole('button', { name: 'Send' }).click();
  expect((await answer).status()).toBe(409);
  await question.waitFor({ state: 'detached' });
  expect(await page.getByRole('status').count()).toBe(0);
});

/** A widget whose server mails to a test mailbox. */
async function startMailing() {
  const { url, letters } = await startMailbox();
  const started = await addWidget(await startApp({ SMTP_URL: url }, { ...REACHABLE, background: true }));
  return { ...started, letters, ...(await visit(started.tag)) };
}

test('a visitor gets the transcript by mail, at an address that is not stored', async () => {
  const { app, owner, letters, page, complaints, widget } = await startMailing();
  const [menu, item] = [page.getByRole('button', { name: 'More' }), page.getByText('E-mail transcript')];
  await widget.launcher.click();
  await menu.click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await item.count()).toBe(0);
  await page.keyboard.press('Escape');
  await write(page, 'good morning');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await widget.said('and to you').waitFor();
  await menu.click();
  await item.click();
  await page.getByRole('heading', { name: 'E-mail transcript' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'E-mail transcript' }).waitFor({ state: 'detached' });
  expect(await widget.panel.isVisible()).toBe(true);
  await menu.click();
  await item.click();
  await widget.launcher.click();
  await widget.launcher.click();
  await widget.said('and to you').waitFor();
  expect(await page.getByRole('heading', { name: 'E-mail transcript' }).count()).toBe(0);
  await menu.click();
  await item.click();
  const address = page.getByLabel('E-mail');
  await address.fill('nowhere');
  await address.press('Enter');
  await page.getByText('This doesn’t look like an e-mail address').waitFor();
  await address.fill('ira@example.test');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/transcript') && asked.push(request.method()));
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).last().dblclick();
  await page.getByText('On its way to ira@example.test.').waitFor();
  expect(asked.filter((method) => method === 'POST')).toHaveLength(1);
  const [letter] = await until(() => (letters.length ? letters : false), 'the mail is there');
  expect(letter).toMatchObject({ to: 'ira@example.test' });
  expect(letter?.text).toMatch(/You: good morning\s.*Ann: and to you/s);
  expect((await owner.call(api.contacts.list)).data.data).toMatchObject([{ email: null }]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  expect(await widget.said('and to you').isVisible()).toBe(true);
  expect(letters).toHaveLength(1);
  await updateSettings(owner, { transcript_mail_enabled: false });
  await page.reload();
  await widget.said('and to you').waitFor();
  await menu.click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await item.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a visitor over the transcript limit is told so, and not to try again', async () => {
  const { page } = await startTalk();
  await page.route('**/transcript', (route) => route.fulfill({ status: 429, json: { reason: 'rate_limited' } }));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('E-mail transcript').click();
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByLabel('E-mail').press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Already sent several times; check your inbox.' }).waitFor();
});
