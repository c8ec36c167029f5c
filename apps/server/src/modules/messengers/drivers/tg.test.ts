import { expect, test } from 'vitest';
import { ann, changeRequest, hostChat, hostDriver, readRequest } from '../../../../test/messengers/driver-host.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { tg } from './tg.ts';

test('markup that Telegram refuses is sent as plain text', async () => {
  const { send, fake } = await hostDriver(tg, await startTg());
  await send({ kind: 'text', text: 'an unparsable text', markdown: 'an **unparsable** text' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'an unparsable text' }]);
});

test('content that Telegram forwards, and that we cannot show, is named by its own kind', async () => {
  const { update, take, takeEvents } = await hostChat(tg, await startTg());
  const forwarded = { 'message.text': undefined, 'message.forward_origin': { type: 'user' }, 'message.dice': {} };
  expect(take(changeRequest(update, forwarded)).status).toBe(200);
  expect(await takeEvents()).toMatchObject([{ content: { unknown: 'dice' } }]);
});

test('an edit that leaves no text has none', async () => {
  const { update, take, takeEvents } = await hostChat(tg, await startTg());
  const { message } = readRequest(update);
  const edited_message = { ...message, text: undefined, photo: [{ file_id: '1' }] };
  take(changeRequest(update, { message: undefined, edited_message }));
  expect(await takeEvents()).toMatchObject([{ kind: 'edited', text: null }]);
});
